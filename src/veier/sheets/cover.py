"""The first page of a set: the game, the contents, how to print and cut it, and a ruler to check the size."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from math import ceil

from veier.core.game import Game
from veier.learn import FigureBlock, read_page
from veier.sheets import ruler
from veier.sheets.layout import Block, fill_columns, heading, paragraph, space
from veier.sheets.page import Page
from veier.sheets.pictures import draw_picture, picture_height
from veier.sheets.piece_faces import Face, Piece, variant_for_other_players
from veier.sheets.settings import MARGIN, Part, PrintSettings
from veier.sheets.text import QUIET, Run, draw_line, strong, width_of
from veier.view import Slot, View
from veier.view.definitions import COLOURS
from veier.view.markup import group, number
from veier.view.outline import Box
from veier.view.pieces import draw_piece

_SIDE = 22.0  # margin at the left and right, larger than that of a board
_WIDE, _DOWN = 62.0, 5.0  # the picture at the right: its width, and how far below the title
_PICTURE = 0.17  # millimetres per unit in the pictures of pieces


def cover_pages(
    game: Game, settings: PrintSettings, parts: Sequence[Part], pieces: Sequence[Piece], board_sheets: int
) -> list[Page]:
    """Return the cover; in large print it may need a second page."""
    bottom = settings.height - MARGIN - ruler.HEIGHT - 8
    box = Box(_SIDE, 20, settings.width - _SIDE, bottom)
    picture = _picture(game, settings, box.width)
    beside = box.width if settings.large else box.width - _WIDE - 6
    contents = _contents(game, settings, parts, pieces, beside) + _marks(game, settings, pieces, beside)
    blocks = [
        *_title(game, settings, box.width),
        *([] if settings.large else [picture]),
        *contents,
        space(0 if settings.large else max(0, _tall(game) - sum(block.height for block in contents))),
        *_steps(settings, parts, pieces, board_sheets, box.width),
        *_notes(game, settings, box.width),
    ]
    drawn = fill_columns(blocks, lambda page: [box])
    base = settings.height - MARGIN - ruler.HEIGHT
    drawn[0] += ruler.draw_ruler(_SIDE, base) + _unofficial(game, settings, base)
    return [settings.page(content) for content in drawn]


def _picture(game: Game, settings: PrintSettings, width: float) -> Block:
    """Return the picture at the right: the last figure of the longest row of figures in the rules, or a sample."""
    view = _figure(game)
    return Block(0, lambda x, y: draw_picture(view, settings, x + width - _WIDE, y + _DOWN, _WIDE))


def _figure(game: Game) -> View:
    figures = [block.figures for block in read_page(game, "en").blocks if isinstance(block, FigureBlock)]
    return max(figures, key=len)[-1].figure.view if figures else game.sample().view()


def _tall(game: Game) -> float:
    return _DOWN + picture_height(_figure(game), _WIDE)


def _unofficial(game: Game, settings: PrintSettings, top: float) -> str:
    """Write at the lower right, beside the ruler, whose game it is."""
    lines = (settings.translate("print.made_with"), game.credits[0].text(settings.language))
    right = settings.width - MARGIN
    return "".join(draw_line(Run(text), right, top + 4 + 4 * k, 2.6, "end", QUIET) for k, text in enumerate(lines))


def _title(game: Game, settings: PrintSettings, width: float) -> list[Block]:
    size = settings.type_size
    facts = [
        game.author,
        *([str(game.year)] if game.year else []),
        settings.translate("print.players", count=game.players),
        *([settings.translate("facts.ages", ages=game.ages)] if game.ages else []),
        *([game.length.text(settings.language)] if game.length else []),
    ]
    head = heading(game.text("title").text(settings.language), 3.2 * size, width, above=0)
    return [*head, *paragraph(Run(" · ".join(facts)), size, width, ink=QUIET)]


def _contents(
    game: Game, settings: PrintSettings, parts: Sequence[Part], pieces: Sequence[Piece], width: float
) -> list[Block]:
    size = settings.type_size
    blocks = heading(settings.translate("print.contents"), 1.5 * size, width, above=1.4)
    if "board" in parts:
        cell = settings.cell(game.start().view())
        text = settings.translate("print.contents.board", board=game.rules.board, size=cell)
        blocks += _item(text, size, width)
    if "pieces" in parts:
        for owner in game.colours:
            held = [piece.front for piece in pieces if piece.front and piece.front.owner == owner]
            colour = settings.translate(f"colour.{owner}")
            text = settings.translate("print.contents.pieces", colour=colour, pieces=game.rules.pieces)
            blocks += [*_item(text, size, width), _pictures(held, settings)]
        if any(piece.back for piece in pieces):
            other = variant_for_other_players(game, len(pieces))
            title = other.text("title").text(settings.language) if other else ""
            blocks += _item(settings.translate("print.contents.backs", game=title), size, width)
    if "sheets" in parts:
        blocks += _item(settings.translate("print.contents.sheets", board=game.rules.board), size, width)
    if "rules" in parts:
        blocks += _item(settings.translate("print.contents.rules"), size, width)
    if "puzzles" in parts:
        blocks += _item(settings.translate("print.contents.puzzles"), size, width)
    return blocks


def _item(text: str, size: float, width: float) -> list[Block]:
    return [*paragraph(Run(text), size, width, indent=1.2 * size, label="·"), space(0.15 * size)]


def _pictures(faces: Iterable[Face], settings: PrintSettings) -> Block:
    """Return a row with one piece of each kind and the number of them."""
    size = settings.type_size
    scale = _PICTURE * size / 3.55
    kinds = [(next(same), 1 + sum(1 for _ in same)) for _, same in groupby(faces, key=lambda face: face.slot)]
    sizes = [(scale * extent for extent in _extent(face.slot)) for face, _ in kinds]
    wides, talls = zip(*sizes, strict=True)
    tall = max(talls)

    def draw(x: float, y: float) -> str:
        drawn, at = [], x + 1.2 * size
        for (face, count), wide in zip(kinds, wides, strict=True):
            middle = f"translate({number(at + wide / 2)} {number(y + tall / 2)}) scale({scale:.5g})"
            drawn.append(group(draw_piece(settings.look, face.owner, face.slot), transform=middle))
            drawn.append(draw_line(strong(f"× {count}"), at + wide + 0.5, y + tall / 2 + 0.36 * size, size))
            at += wide + 4.5 * size
        return "".join(drawn)

    return Block(tall + 0.6 * size, draw)


def _extent(slot: Slot) -> tuple[float, float]:
    """Return the width and height of a piece in the units of a View."""
    if slot.kind == "tile":
        return 80, 80
    xs, ys = [x for x, _, _ in slot.stones], [y for _, y, _ in slot.stones]
    return max(xs) - min(xs) + 40, max(ys) - min(ys) + 40


def _marks(game: Game, settings: PrintSettings, pieces: Sequence[Piece], width: float) -> list[Block]:
    """Return a block with each colour's stone and its name: the mark distinguishes stones where colours do not."""
    owners = {face.owner for piece in pieces for face in (piece.front, piece.back) if face} | set(game.colours)
    colours = [colour for colour in COLOURS if colour in owners]
    size = settings.type_size
    scale = 0.2 * size / 3.55
    kind = "pencil" if game.drawing.board.surface == "paper" else "stone"

    names = [Run(settings.translate(f"print.mark.{colour}")) for colour in colours]
    steps = [46 * scale + width_of([name], size) + 2 * size for name in names]
    abreast = 3 if sum(steps) <= width + 2 * size else 2

    def draw(x: float, y: float) -> str:
        drawn = []
        for place, (colour, name) in enumerate(zip(colours, names, strict=True)):
            row, column = divmod(place, abreast)
            at, middle = x + sum(steps[place - column : place]), y + (20 + 42 * row) * scale
            drawn.append(settings.look.use(f"{kind}-{colour}", at + 20 * scale, middle, scale))
            drawn.append(draw_line(name, at + 46 * scale, middle + 0.36 * size, size))
        return "".join(drawn)

    title = heading(settings.translate("print.marks"), 1.5 * size, width, above=1.2)
    return [*title, Block(42 * scale * ceil(len(colours) / abreast), draw)]


def _steps(
    settings: PrintSettings, parts: Sequence[Part], pieces: Sequence[Piece], board_sheets: int, width: float
) -> list[Block]:
    size = settings.type_size
    two_sided = "pieces" in parts and any(piece.back for piece in pieces)
    steps = [settings.translate("print.step.scale")]
    if two_sided:
        steps.append(settings.translate("print.step.long" if settings.duplex == "long" else "print.step.short"))
    elif "pieces" in parts or "board" in parts:
        steps.append(settings.translate("print.step.one_side"))
    if "pieces" in parts or "board" in parts:
        steps.append(settings.translate("print.step.card"))
    if "pieces" in parts:
        steps.append(settings.translate("print.step.cut"))
    if "board" in parts and board_sheets > 1:
        steps.append(settings.translate("print.step.join"))
    if "sheets" in parts:
        steps.append(settings.translate("print.step.pencils"))
    blocks = heading(settings.translate("print.steps"), 1.5 * size, width, above=1.2)
    for number_, text in enumerate(steps, 1):
        blocks += paragraph(Run(text), size, width, indent=1.7 * size, label=f"{number_}.")
        blocks.append(space(0.3 * size))
    return blocks


def _notes(game: Game, settings: PrintSettings, width: float) -> list[Block]:
    """Return the assumptions made where the author's figures are lost."""
    if not game.assumptions:
        return []
    size = settings.type_size
    blocks = heading(settings.translate("print.assumed"), 1.5 * size, width, above=1.2)
    for assumption in game.assumptions:
        blocks += paragraph(Run(assumption.text(settings.language)), 0.92 * size, width, ink=QUIET)
    return blocks
