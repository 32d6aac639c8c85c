"""QR codes of links: another program reads them; only links to pages of this server are drawn."""

from __future__ import annotations

import io

import pytest
import zxingcpp
from PIL import Image

from server.serving import Visitor
from server.test_errors import check
from veier.view.png import svg_to_png

TABLE = "abcdefghijklmnop"
TOKEN = "T" * 43


@pytest.mark.parametrize(
    "path",
    [
        f"/table/{TABLE}",
        f"/table/{TABLE}#sit={TOKEN}",
        f"/table/{TABLE}#move={TOKEN}",
        f"/study/{TABLE}",
        f"/study/{TABLE}#edit={TOKEN}",
        "/p/4eyes/1a2B3c",
        "/p/4eyes%3Fa%3D4%26b%3D4%26d%3D2/1a2B3c",
    ],
)
def test_a_code_is_read_as_the_link(ada: Visitor, path: str) -> None:
    link = f"{ada.url}{path}"
    answer = ada.post("/qr", {"link": link})
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["cache-control"] == "no-store"
    picture = Image.open(io.BytesIO(svg_to_png(answer.text, 400, background="white"))).convert("RGB")
    assert [code.text for code in zxingcpp.read_barcodes(picture)] == [link]


@pytest.mark.parametrize(
    "link",
    [
        f"https://evil.example/table/{TABLE}#sit={TOKEN}",
        "{url}/",
        "{url}.evil.example/table/" + TABLE,
        "{url}/table/short",
        "{url}/table/" + TABLE + "#sit=short",
        "{url}/table/" + TABLE + "?next=//evil.example",
        "{url}/study/" + TABLE + f"#sit={TOKEN}",
        "{url}/study/" + TABLE + "/chapter",
        "{url}/p/4eyes",
        "{url}/p/4eyes/../../api",
        "javascript:alert(1)",
    ],
)
def test_other_links_are_not_drawn(ada: Visitor, link: str) -> None:
    check(ada.post("/qr", {"link": link.replace("{url}", ada.url)}), 422, "server.field")
