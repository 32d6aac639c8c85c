"""The page draws boards as the pictures of `veier.view` do: the same pixels on every surface, with every mark."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import Page
from view.samples import (
    TILT,
    all_views,
    eyes_view,
    hexagon_view,
    hexrows_view,
    paper_view,
    square_view,
    with_stones,
)

from veier.view import Colour, RowMark, SquareMark, Theme, View, to_svg
from web.visiting import Visitor

THEMES: tuple[Theme, ...] = ("light", "dark")
UPRIGHT = SquareMark("made", "blue", ("b2", "e2", "e5", "b5"), (3, 0))
ROW_THREAT = RowMark("red", ("g3", "g4", "g5", "g6"), fresh=False, missing="g5")
CORNERS: dict[str, Colour] = dict.fromkeys(UPRIGHT.corners, "blue")
SURFACES = {
    "fields": square_view("fields", 10),
    "grid": square_view("grid", 9),
    "paper": square_view("paper", 7),
    "hexagon": hexagon_view(6),
}


def with_one_threat(view: View) -> View:
    """Leave out all threats but the first: the page draws one square at a time, pictures also the others."""
    return replace(view, squares=view.squares[:1])


MARKS = {
    **{name: with_one_threat(view) for name, view in all_views().items()},
    "last cells on wood": replace(with_stones(SURFACES["grid"], {"d4": "red", "d5": "blue"}), last=("d4", "d5")),
    "last cells apart": replace(with_stones(SURFACES["grid"], {"b4": "red", "g7": "blue"}), last=("b4", "g7")),
    "last cell of a hexagon": replace(hexrows_view(), rows=()),
    "row that lacks a cell": replace(hexrows_view(), rows=(ROW_THREAT,)),
    "lacks a taken cell": replace(eyes_view(), squares=(replace(TILT, missing="g10"),)),
    "made on a grid": replace(with_stones(SURFACES["grid"], CORNERS), squares=(UPRIGHT,), why="square"),
    "made on paper": replace(with_stones(paper_view(), CORNERS), squares=(UPRIGHT,), why="square"),
    "made on a hexagon": replace(with_stones(SURFACES["hexagon"], CORNERS), squares=(UPRIGHT,), why="square"),
}

# Puts the board and the picture on top of each other; square vision shows the threat of the view.
_MOUNT = """async ([view, picture]) => {
  if (!customElements.get("veier-board")) await import("/static/js/board/index.js");
  const board = document.createElement("veier-board");
  const drawn = new DOMParser().parseFromString(picture, "image/svg+xml").documentElement;
  const stage = document.createElement("div");
  stage.append(board, drawn);
  document.body.replaceChildren(document.getElementById("veier-sprite"), stage);
  board.board = {view, turn: null, task: null, refused: [], gives: [], threats: [], squares: [], over: true};
  const [, , width, height] = drawn.getAttribute("viewBox").split(" ").map(Number);
  for (const one of [board, drawn]) {
    Object.assign(one.style, {position: "absolute", left: 0, top: 0, display: "block"});
    Object.assign(one.style, {width: `${2 * width}px`, height: `${2 * height}px`, background: "#888"});
  }
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  const threats = view.squares.some((one) => one.kind === "made") ? [] : view.squares;
  const squares = threats.map(({colour, corners, missing, step}) => (
    {seat: 0, colour, cells: corners, missing: [missing], step, state: "near"}));
  const rows = view.rows.filter((row) => row.missing).map(({colour, cells, missing}) => (
    {seat: 0, colour, cells, missing: [missing], step: null, state: "near"}));
  board.scene.showVision({squares: [...squares, ...rows], cell: null});
  board.scene.showCursor(null);
  return [board, drawn].map((one) => (one.querySelector("svg") ?? one).getAttribute("viewBox"));
}"""
# What is written where, in which size and colour. The font is the page's own, so letters are not compared as pixels.
_TEXTS = """(root) => [...document.querySelectorAll(root + " text")].map((text) => {
  const style = getComputedStyle(text);
  const [x, y] = ["x", "y"].map((name) => Number(text.getAttribute(name)));
  return [text.textContent, x, y, style.fontSize, style.fontWeight, style.fill, style.stroke];
}).sort()"""
_ONLY = """(shown) => {
  for (const one of document.querySelectorAll("text")) one.remove();
  for (const one of document.querySelector("div").children) one.style.visibility = "hidden";
  document.querySelector(shown).style.visibility = "visible";
}"""
# The number of pixels whose red, green or blue differ by more than rounding.
_DIFFERENT = """async (pictures) => {
  const [one, two] = await Promise.all(pictures.map(async (data) => {
    const image = new Image();
    image.src = "data:image/png;base64," + data;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), {width: image.width, height: image.height});
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height).data;
  }));
  if (one.length !== two.length) return -1;
  let different = 0;
  for (let k = 0; k < one.length; k += 4) {
    if ([0, 1, 2].some((c) => Math.abs(one[k + c] - two[k + c]) > 8)) different += 1;
  }
  return different;
}"""
BOARD, PICTURE = "div > veier-board", "div > svg"


def mount(page: Page, view: View, theme: Theme) -> list[str]:
    """Show a view twice, drawn by the page and by Python; return the boxes of both drawings."""
    data = json.loads(json.dumps(view.to_data()))
    boxes: list[str] = page.evaluate(_MOUNT, [data, to_svg(view, theme=theme)])
    return boxes


def shot(page: Page, what: str) -> str:
    """Photograph one of the two without its texts."""
    page.evaluate(_ONLY, what)
    return base64.b64encode(page.locator(what).screenshot(animations="disabled")).decode()


@pytest.mark.parametrize("theme", THEMES)
def test_the_page_draws_what_pictures_show(theme: Theme, visit: Callable[..., Visitor]) -> None:
    page = visit(theme=theme).open("/load", "textarea")
    different = {}
    for name, view in {**SURFACES, **MARKS}.items():
        boxes = mount(page, view, theme)
        texts = [page.evaluate(_TEXTS, what) for what in (BOARD, PICTURE)]
        pixels = page.evaluate(_DIFFERENT, [shot(page, BOARD), shot(page, PICTURE)])
        if boxes[0] != boxes[1] or texts[0] != texts[1] or pixels:
            different[name] = (pixels, [pair for pair in zip(*texts, strict=False) if pair[0] != pair[1]][:2], boxes)
    assert different == {}
