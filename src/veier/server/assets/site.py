"""The documentation as a site, which `make docs` builds into `veier/site`; an installation may be without it."""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

from veier.server.assets.files import File, make_file, place_below, stamp_of
from veier.server.http.middleware import HEADERS

_POLICY = "Content-Security-Policy"
_INLINE = {kind: re.compile(rf"<{kind}>(.*?)</{kind}>".encode(), re.DOTALL) for kind in ("script", "style")}


class SitePage(NamedTuple):
    """A file of the site, and the headers that it needs."""

    file: File
    headers: Mapping[str, str]


def has_site() -> bool:
    """Return whether the documentation was built."""
    return _site().joinpath("index.html").is_file()


def find_page(path: str) -> SitePage | None:
    """Return a file of the site; None if there is none."""
    place = place_below(_site(), path)
    return None if place is None else _read(path, stamp_of(place))


@lru_cache(maxsize=512)
def _read(path: str, stamp: int) -> SitePage:
    """Read a file that exists; `stamp`, its time of change, makes a site that was built again be read again."""
    content = _site().joinpath(path).read_bytes()
    return SitePage(make_file(path, content), {_POLICY: _policy(content)} if path.endswith(".html") else {})


def _policy(page: bytes) -> str:
    """Return the content policy of every page, with leave for the scripts and styles that stand in this one."""
    policy = HEADERS[_POLICY]
    for kind, inline in _INLINE.items():
        digests = sorted({b64encode(hashlib.sha256(text).digest()).decode() for text in inline.findall(page)})
        allowed = " ".join([f"{kind}-src 'self'", *(f"'sha256-{digest}'" for digest in digests)])
        policy = policy.replace(f"{kind}-src 'self'", allowed)
    return policy


def _site() -> Traversable:
    return files("veier").joinpath("site")
