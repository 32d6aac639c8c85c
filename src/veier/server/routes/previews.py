"""Links shown elsewhere: their pictures, and what can be shown in their place (oEmbed 1.0)."""

from __future__ import annotations

from functools import partial
from html import escape
from typing import Annotated, Any, Literal
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request, Response

from veier.messages import message
from veier.server.compact_json import dump_json
from veier.server.http.language import preferred_language
from veier.server.http.own_origin import own_origin
from veier.server.http.problems import Problem, not_found
from veier.server.link_previews import Preview, find_preview
from veier.server.preview_tags import picture_address
from veier.server.services import ServicesDep, check_rate, client_address
from veier.server.work.client_work import MOVE_COST, PICTURE_COST
from veier.server.work.link_pictures import HEIGHT, WIDTH, draw_link_picture

router = APIRouter(include_in_schema=False)

_LongText = Annotated[str, Query(max_length=8000)]
_Lang = Annotated[Literal["lb", "fr", "de", "en"] | None, Query()]
_Size = Annotated[int, Query(ge=1, le=100_000)]
# A frame that nobody has limited: the board with its texts and buttons below it.
_FRAME_WIDTH, _FRAME_HEIGHT = 480, 560
# Seconds for which the picture of a game that is played, and those of all else, may be kept.
_CACHE_SECONDS = 3600


@router.get("/preview.png")
async def get_picture(path: _LongText, request: Request, services: ServicesDep, lang: _Lang = None) -> Response:
    """Return the picture of the page at a path."""
    client = client_address(request)
    check_rate(services.limits.printing, client)
    preview = await find_preview(services, path)
    if preview is None:
        raise not_found()
    language = _language(request, lang)
    moves = preview.pictured.line.moves if preview.pictured.line else ()
    work = partial(draw_link_picture, preview.pictured, preview.title.text(language), preview.text.text(language))
    drawn = await services.work.run(services.pools.printing, client, PICTURE_COST + MOVE_COST * len(moves), work)
    headers = {"Cache-Control": f"public, max-age={_CACHE_SECONDS}", "Cross-Origin-Resource-Policy": "cross-origin"}
    return Response(drawn, media_type="image/png", headers=headers)


@router.get("/oembed")
async def get_oembed(
    url: _LongText,
    request: Request,
    services: ServicesDep,
    lang: _Lang = None,
    maxwidth: _Size = _FRAME_WIDTH,
    maxheight: _Size = _FRAME_HEIGHT,
) -> Response:
    """Return what can be shown in place of a link: a frame if the operator allows any site that, else a picture."""
    check_rate(services.limits.reads, client_address(request))
    if request.query_params.get("format", "json") != "json":
        raise Problem(501, message("server.oembed_format"))
    origin = own_origin(request, services.settings)
    path = url.removeprefix(origin).partition("#")[0]
    preview = await find_preview(services, path) if url.startswith(f"{origin}/") else None
    if preview is None or preview.embed is None:
        raise not_found()
    language = _language(request, lang)
    picture = picture_address(origin, path, preview, language)
    answer: dict[str, Any] = {
        "version": "1.0",
        "title": preview.title.text(language),
        "provider_name": "veier",
        "provider_url": origin,
        "cache_age": _CACHE_SECONDS,
        "thumbnail_url": picture,
        "thumbnail_width": WIDTH,
        "thumbnail_height": HEIGHT,
    }
    size = (maxwidth, maxheight)
    allowed = bool(services.settings.board_sites)
    shown = _frame(origin, preview, language, size) if allowed else _photo(picture, size)
    return Response(dump_json({**answer, **shown}), media_type="application/json")


def _frame(origin: str, preview: Preview, language: str, size: tuple[int, int]) -> dict[str, Any]:
    width, height = min(_FRAME_WIDTH, size[0]), min(_FRAME_HEIGHT, size[1])
    assert preview.embed is not None
    address = f"{origin}{preview.embed}{'&' if '?' in preview.embed else '?'}{urlencode({'lang': language})}"
    title = escape(preview.title.text(language))
    frame = f'<iframe src="{escape(address)}" title="{title}" width="{width}" height="{height}"'
    return {
        "type": "rich",
        "html": f'{frame} style="border:0" loading="lazy"></iframe>',
        "width": width,
        "height": height,
    }


def _photo(picture: str, size: tuple[int, int]) -> dict[str, Any]:
    share = min(1.0, size[0] / WIDTH, size[1] / HEIGHT)
    return {"type": "photo", "url": picture, "width": round(WIDTH * share), "height": round(HEIGHT * share)}


def _language(request: Request, lang: str | None) -> str:
    return lang or preferred_language(request.headers.get("accept-language", ""))
