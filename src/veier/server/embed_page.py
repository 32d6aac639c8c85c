"""The page that a frame on another site shows: a board to look at and nothing else."""

from __future__ import annotations

from html import escape

from veier.messages import message

# Its styles and its script are the server's own, and it never asks for a session.
_PAGE = """<!doctype html>
<html lang="{language}"{theme}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>{title}</title>
<link rel="icon" href="/static/icons/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/static/css/tokens.css">
<link rel="stylesheet" href="/static/css/palette.css">
<link rel="stylesheet" href="/static/css/embed-page.css">
<script type="module" src="/embed/veier-board.js"></script>
</head>
<body>
<veier-board frame{attributes}></veier-board>
<noscript>{noscript}</noscript>
</body>
</html>
"""


def render_embed(title: str, language: str, attributes: dict[str, str | None]) -> str:
    """Return the page for a board with some attributes, of which those that are None are left out."""
    theme = attributes.get("theme")
    return _PAGE.format(
        language=language,
        theme=f' data-theme="{theme}"' if theme else "",
        title=escape(title),
        attributes="".join(f' {name}="{escape(value)}"' for name, value in attributes.items() if value is not None),
        noscript=escape(message("web.embed.script").text(language)),
    )
