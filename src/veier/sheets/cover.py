"""The first page of a set: the game, the contents, how to print and cut it, and a ruler to check the size."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from math import ceil

from veier.core.game import Game
from veier.learn import FigureBlock, read_page
from veier.sheets import ruler
from veier.sheets.combined import Use
from veier.sheets.contents import Contents
from veier.sheets.layout import Block, fill_columns, heading, paragraph, space
from veier.sheets.page import Page
from veier.sheets.pictures import draw_picture, picture_height
from veier.sheets.piece_faces import Face, Piece, variant_for_other_players
from veier.sheets.settings import MARGIN, PrintSettings
from veier.sheets.text import QUIET, Run, draw_line, strong, width_of
from veier.view import Slot, View
from veier.view.definitions import COLOURS
from veier.view.markup import group, number
from veier.view.outline import Box
from veier.view.pieces import draw_piece

_SIDE, _TOP = 22.0, 20.0  # margins, larger than those of a board
_WIDE, _DOWN = 62.0, 5.0  # the picture at the right: its width, and how far below the title
_WIDEST = 90.0  # its width in large print
_PICTURE = 0.17  # millimetres per unit in the pictures of pieces


def cover_pages(contents: Contents, settings: PrintSettings, board_sheets: int) -> list[Page]:
    """Return the cover: one page, or two if the steps and their ruler need one of their own, as in large print."""
    width = settings.width - 2 * _SIDE
    base = settings.height - MARGIN - ruler.HEIGHT
    above_ruler = Box(_SIDE, _TOP, settings.width - _SIDE, base - 8)
    about, uses = _about(contents, settings), _uses(contents.uses, settings, width)
    steps = [*_steps(contents, settings, board_sheets, width), *_notes(contents.games, settings, width)]
    room = above_ruler.height - _height(about)
    if _height([*uses, *steps]) <= room:
        pages = [[*about, *uses, *steps]]
    elif _height(uses) <= room:
        pages = [[*about, *uses, *_picture_below(contents.game, settings, room - _height(uses))], steps]
    else:
        pages = [[*about, *_picture_below(contents.game, settings, room)], [*uses, *steps]]
    drawn = [fill_columns(page, lambda number: [above_ruler]) for page in pages]
    drawn[0][0] += _unofficial(contents.game, settings, base)
    drawn[-1][0] += ruler.draw_ruler(_SIDE, base)
    return [settings.page(content) for part in drawn for content in part]


def _height(blocks: Iterable[Block]) -> float:
    return sum(block.height for block in blocks)


def _about(contents: Contents, settings: PrintSettings) -> list[Block]:
    """Return the title, the contents and the stones, with a picture beside them except in large print."""
    game = contents.game
    width = settings.width - 2 * _SIDE
    beside = width if settings.large else width - _WIDE - 6
    title = _title(contents, settings, width)
    blocks = [*_contents(contents, settings, beside), *_marks(game, settings, contents.pieces, beside)]
    if settings.large:
        return [*title, *blocks]
    tall = _DOWN + picture_height(_figure(game), _WIDE)
    return [*title, _picture(game, settings, width), *blocks, space(max(0, tall - _height(blocks)))]


def _picture(game: Game, settings: PrintSettings, width: float) -> Block:
    """Return the picture at the right: the last figure of the longest row of figures in the rules, or a sample."""
    view = _figure(game)
    return Block(0, lambda x, y: draw_picture(view, settings, x + width - _WIDE, y + _DOWN, _WIDE))


def _picture_below(game: Game, settings: PrintSettings, room: float) -> list[Block]:
    """Return the same picture in large print, if there is room for it below."""
    view = _figure(game)
    above = 2 * settings.type_size
    width = min(_WIDEST, (room - above) / picture_height(view, 1))
    if not settings.large or width < _WIDE:
        return []
    return [space(above), Block(picture_height(view, width), lambda x, y: draw_picture(view, settings, x, y, width))]


def _figure(game: Game) -> View:
    figures = [block.figures for block in read_page(game, "en").blocks if isinstance(block, FigureBlock)]
    return max(figures, key=len)[-1].figure.view if figures else game.sample().view()


def _unofficial(game: Game, settings: PrintSettings, top: float) -> str:
    """Write at the lower right, beside the ruler, whose game it is."""
    lines = (settings.translate("print.made_with"), game.credits[0].text(settings.language))
    right = settings.width - MARGIN
    return "".join(draw_line(Run(text), right, top + 4 + 4 * k, 2.6, "end", QUIET) for k, text in enumerate(lines))


def _title(contents: Contents, settings: PrintSettings, width: float) -> list[Block]:
    size, game = settings.type_size, contents.game
    players = sorted({each.players for each in contents.games})
    facts = [
        game.author,
        *([str(game.year)] if game.year else []),
        settings.translate("print.players", count=players[0])
        if len(players) == 1
        else settings.translate("print.players_range", low=players[0], high=players[-1]),
        *([settings.translate("facts.ages", ages=game.ages)] if game.ages else []),
        *([game.length.text(settings.language)] if game.length else []),
    ]
    head = heading(contents.title(settings.language), 3.2 * size, width, above=0)
    return [*head, *paragraph(Run(" · ".join(facts)), size, width, ink=QUIET)]


def _contents(contents: Contents, settings: PrintSettings, width: float) -> list[Block]:
    size, parts = settings.type_size, contents.parts
    blocks = heading(settings.translate("print.contents"), 1.5 * size, width, above=1.4)
    if "board" in parts:
        for game in contents.boards:
            cell = settings.cell(game.start().view())
            text = settings.translate("print.contents.board", board=game.rules.board, size=cell)
            blocks += _item(text, size, width)
    if "pieces" in parts:
        blocks += _piece_items(contents, settings, width)
    if "sheets" in parts:
        for game in contents.boards:
            blocks += _item(settings.translate("print.contents.sheets", board=game.rules.board), size, width)
    if "rules" in parts:
        blocks += _item(settings.translate("print.contents.rules"), size, width)
    if "puzzles" in parts:
        blocks += _item(settings.translate("print.contents.puzzles"), size, width)
    return blocks


def _piece_items(contents: Contents, settings: PrintSettings, width: float) -> list[Block]:
    """Return the pieces of each colour with their pictures, and what is on their backs."""
    size, game, pieces = settings.type_size, contents.game, contents.pieces
    blocks: list[Block] = []
    for owner in game.colours:
        held = [piece.front for piece in pieces if piece.front and piece.front.owner == owner]
        colour = settings.translate(f"colour.{owner}")
        text = settings.translate("print.contents.pieces", colour=colour, pieces=game.rules.pieces)
        blocks += [*_item(text, size, width), _pictures(held, settings)]
    if len(contents.games) == 1 and any(piece.back for piece in pieces):
        other = variant_for_other_players(game, len(pieces))
        title = other.text("title").text(settings.language) if other else ""
        blocks += _item(settings.translate("print.contents.backs", game=title), size, width)
    return blocks


def _uses(uses: Sequence[Use], settings: PrintSettings, width: float) -> list[Block]:
    """Return which pieces serve which game, with which side up if the sides differ; nothing for a single game."""
    if len(uses) == 1:
        return []
    size = settings.type_size
    blocks = heading(settings.translate("print.uses"), 1.5 * size, width, above=1.2)
    two_sided = len({use.side for use in uses}) > 1
    for use in uses:
        needs = settings.translate("print.use", board=use.game.rules.board, pieces=use.game.rules.pieces)
        side = settings.translate(f"print.use.{use.side}") if two_sided else ""
        title = strong(use.game.text("title").text(settings.language))
        runs = [title, Run(f" – {needs}" + (f", {side}" if side else ""))]
        blocks += [*paragraph(runs, size, width, indent=1.2 * size, label="·"), space(0.15 * size)]
    return [*blocks, space(0.2 * size), *paragraph(Run(settings.translate("print.uses.rest")), size, width)]


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


def _steps(contents: Contents, settings: PrintSettings, board_sheets: int, width: float) -> list[Block]:
    size, parts = settings.type_size, contents.parts
    steps = [settings.translate("print.step.scale")]
    if contents.is_two_sided:
        steps.append(settings.translate("print.step.long" if settings.duplex == "long" else "print.step.short"))
    elif "pieces" in parts or "board" in parts:
        steps.append(settings.translate("print.step.one_side"))
    if "pieces" in parts or "board" in parts:
        steps.append(settings.translate("print.step.card"))
    if "pieces" in parts:
        steps.append(settings.translate("print.step.cut"))
    if board_sheets > len(contents.boards):
        steps.append(settings.translate("print.step.join"))
    if "sheets" in parts:
        steps.append(settings.translate("print.step.pencils"))
    blocks = heading(settings.translate("print.steps"), 1.5 * size, width, above=1.2)
    for number_, text in enumerate(steps, 1):
        blocks += paragraph(Run(text), size, width, indent=1.7 * size, label=f"{number_}.")
        blocks.append(space(0.3 * size))
    return blocks


def _notes(games: Iterable[Game], settings: PrintSettings, width: float) -> list[Block]:
    """Return the assumptions made where the author's figures are lost."""
    assumptions = dict.fromkeys(each.text(settings.language) for game in games for each in game.assumptions)
    if not assumptions:
        return []
    size = settings.type_size
    blocks = heading(settings.translate("print.assumed"), 1.5 * size, width, above=1.2)
    for assumption in assumptions:
        blocks += paragraph(Run(assumption), 0.92 * size, width, ink=QUIET)
    return blocks
