"""The tags in the head of a page by which messengers and other sites show links to it: Open Graph and oEmbed."""

from __future__ import annotations

from html import escape
from urllib.parse import urlencode

from veier.server.link_previews import Preview
from veier.server.work.link_pictures import HEIGHT, WIDTH

_LOCALES = {"lb": "lb_LU", "fr": "fr_FR", "de": "de_DE", "en": "en_GB"}


def picture_address(origin: str, path: str, preview: Preview, language: str) -> str:
    """Return the address of a link's picture."""
    asked = {"path": path, "lang": language, **({"v": preview.version} if preview.version else {})}
    return f"{origin}/preview.png?{urlencode(asked)}"


def preview_tags(origin: str, path: str, preview: Preview, language: str) -> str:
    """Return the tags for a page at a path with its query."""
    title, text = preview.title.text(language), preview.text.text(language)
    picture = picture_address(origin, path, preview, language)
    properties = {
        "og:site_name": "veier",
        "og:type": "website",
        "og:url": origin + path,
        "og:locale": _LOCALES[language],
        "og:title": title,
        "og:description": text,
        "og:image": picture,
        "og:image:type": "image/png",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": f"{title}. {text}",
    }
    tags = [f'<meta property="{name}" content="{escape(value)}" />' for name, value in properties.items()]
    tags += [f'<meta name="description" content="{escape(text)}" />']
    tags += ['<meta name="twitter:card" content="summary_large_image" />']
    if preview.embed:
        address = f"{origin}/oembed?{urlencode({'url': origin + path, 'lang': language})}"
        link = f'<link rel="alternate" type="application/json+oembed" href="{escape(address)}"'
        tags.append(f'{link} title="{escape(title)}" />')
    return "".join(f"    {tag}\n" for tag in tags)
