"""The API reference: the OpenAPI document as plain HTML, without scripts and without third-party assets."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from typing import Any

Data = dict[str, Any]

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · API</title>
<link rel="icon" href="/static/icons/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/static/css/tokens.css">
<link rel="stylesheet" href="/static/css/base.css">
<link rel="stylesheet" href="/api/v1/docs.css">
</head>
<body>
<main>
<header>
<h1>{title} · API</h1>
{about}
<p><a href="/api/v1/openapi.json">OpenAPI {openapi}, as JSON</a> · version {version} · <a href="/">to the games</a></p>
<nav aria-label="Contents"><ul>{contents}</ul></nav>
</header>
{parts}
<section id="schemas"><h2>Schemas</h2>
{schemas}
</section>
</main>
</body>
</html>
"""


def render_docs(api: Data) -> str:
    """Render an OpenAPI document as a page."""
    by_tag: dict[str, list[str]] = {}
    for path, operations in api["paths"].items():
        for method, operation in operations.items():
            by_tag.setdefault(operation["tags"][0], []).append(_operation(method, path, operation))
    schemas = sorted(api["components"]["schemas"].items())
    titles = {_anchor(tag): tag for tag in by_tag} | {"schemas": "schemas"}
    info = api["info"]
    return _PAGE.format(
        title=escape(info["title"]),
        about="\n".join(f"<p>{_text(part)}</p>" for part in info["description"].split("\n\n")),
        openapi=escape(api["openapi"]),
        version=escape(info["version"]),
        contents="".join(
            f'<li><a href="#{anchor}">{escape(_capital(title))}</a></li>' for anchor, title in titles.items()
        ),
        parts="\n".join(_part(tag, operations) for tag, operations in by_tag.items()),
        schemas="\n".join(_schema(name, schema) for name, schema in schemas),
    )


def _part(tag: str, operations: list[str]) -> str:
    return f'<section id="{_anchor(tag)}"><h2>{escape(_capital(tag))}</h2>\n{"".join(operations)}</section>'


def _operation(method: str, path: str, operation: Data) -> str:
    lines = [f"<h3><b>{method.upper()}</b> <code>{escape(path).replace('/', '/<wbr>')}</code></h3>"]
    lines.append(f"<p>{_text(operation.get('description', ''))}</p>")
    asked = operation.get("parameters")
    if asked:
        lines.append(_table(_row(each["name"], each["schema"], _place(each)) for each in asked))
    body = operation.get("requestBody")
    if body:
        lines.append(f"<p>Send {_kind(body['content']['application/json']['schema'])}.</p>")
    lines.append(f"<p class='quiet'>{_answers(operation['responses'])}</p>")
    return f"<article>{''.join(lines)}</article>\n"


def _place(parameter: Data) -> str:
    place: str = parameter["in"]
    return place if parameter.get("required") else f"{place}, optional"


def _answers(responses: Data) -> str:
    """List the answers of an operation: what the good ones hold, and the statuses of errors."""
    good = [f"{status}: {_content(response)}" for status, response in responses.items() if status < "400"]
    errors = [status for status in responses if status >= "400"]
    return f"Answers {'; '.join(good)}." + (f" Errors: {', '.join(errors)}." if errors else "")


def _content(response: Data) -> str:
    kinds = response["content"].items()
    return " or ".join(
        _kind(content["schema"]) if media_type == "application/json" else f"<code>{escape(media_type)}</code>"
        for media_type, content in kinds
    )


def _schema(name: str, schema: Data) -> str:
    about = _text(schema.get("description", ""))
    needed = schema.get("required", ())
    rows = [
        _row(field, value, "" if field in needed else _default(value))
        for field, value in schema.get("properties", {}).items()
    ]
    content = _table(rows) if rows else f"<p>{_capital(_kind(schema))}.</p>"
    return f'<article id="{name}"><h3><code>{name}</code></h3><p>{about}</p>{content}</article>'


def _default(schema: Data) -> str:
    known = schema.get("default")
    return "optional" if known in (None, "", []) else f"else {str(known).lower()}"


def _table(rows: Iterable[str]) -> str:
    return f"<table><tbody>{''.join(rows)}</tbody></table>"


def _row(name: str, schema: Data, note: str) -> str:
    return f"<tr><th scope='row'><code>{escape(name)}</code></th><td>{_kind(schema)}</td><td>{escape(note)}</td></tr>"


def _kind(schema: Data) -> str:
    """Describe the type of a value in a few words."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f'<a href="#{name}"><code>{name}</code></a>'
    if "anyOf" in schema or "oneOf" in schema:
        return " or ".join(_kind(each) for each in schema.get("anyOf") or schema["oneOf"])
    if "enum" in schema or "const" in schema:
        values = schema.get("enum") or [schema["const"]]
        return " or ".join(f"<code>{escape(str(each))}</code>" for each in values)
    if "prefixItems" in schema:
        return f"[{', '.join(_kind(each) for each in schema['prefixItems'])}]"
    if schema.get("type") == "array":
        return f"list of {_kind(schema['items'])}{_range(schema, 'minItems', 'maxItems')}"
    limits = _range(schema, "minimum", "maximum") + _range(schema, "minLength", "maxLength")
    return escape(schema.get("type", "anything")) + limits


def _range(schema: Data, low: str, high: str) -> str:
    first, last = schema.get(low), schema.get(high)
    if last is None:
        return "" if first is None else f", {first:g} or more"
    return f", up to {last:,.0f}" if not first else f", {first:,.0f} to {last:,.0f}"


def _text(text: str) -> str:
    """Escape a text and render `code` between backticks."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text, quote=False))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _anchor(tag: str) -> str:
    return tag.replace(" ", "-")
