"""The sheet of a record: players and result, the moves in columns, comments, variations and diagrams."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from veier.core.descriptions import describe_outcome, describe_turn
from veier.core.position import Position
from veier.messages import Message, message
from veier.record import Line, Node, Record, format_result
from veier.record.drawings import split_comment
from veier.sheets.columns import column_height, column_pages
from veier.sheets.layout import Block, paragraph, space, stay_together
from veier.sheets.page import Page
from veier.sheets.pdf import to_pdf
from veier.sheets.pictures import BoardPicture, picture_beside
from veier.sheets.settings import PrintSettings
from veier.sheets.text import LEADING, QUIET, Run, draw_line, strong

# A diagram comes at the latest after this number of moves without a comment; a game has at most this many such ones.
_QUIET_MOVES, _MOST_DIAGRAMS = 12, 24
_PICTURE = 0.66  # the share of the column width that a diagram takes


def record_pdf(record: Record, settings: PrintSettings) -> bytes:
    """Return the sheet of a record as PDF."""
    return records_pdf([record], settings)


def records_pdf(records: Sequence[Record], settings: PrintSettings) -> bytes:
    """Return the sheets of one or many records as PDF."""
    titles = dict.fromkeys(record.game.text("title").text(settings.language) for record in records)
    pages = [page for record in records for page in record_pages(record, settings)]
    return to_pdf(pages, " · ".join(titles), settings.language)


def record_pages(record: Record, settings: PrintSettings) -> list[Page]:
    """Return the pages of a record."""
    title = record.game.text("title").text(settings.language)
    return column_pages(
        title,
        lambda width: list(_body(record, settings, width)),
        settings,
        settings.translate("print.page.game"),
        under=lambda width: _header(record, settings, width),
    )


def _header(record: Record, settings: PrintSettings, width: float) -> list[Block]:
    """Return the players with their stones, then the result, the date and further facts."""
    size = settings.type_size
    tags = [f"{settings.translate('list.label', label=name)} {value}" for name, value in record.tags]
    facts = [*([record.date.isoformat()] if record.date else []), *tags]
    end = _describe_end(record).text(settings.language)
    return [
        _players(record, settings, width),
        *paragraph([strong(end)], size, width),
        *(paragraph(Run(" · ".join(facts)), size, width, ink=QUIET) if facts else []),
    ]


def _players(record: Record, settings: PrintSettings, width: float) -> Block:
    size, colours = settings.type_size, record.game.colours
    scale, step = size / 20, width / len(colours)

    def draw(x: float, y: float) -> str:
        drawn = []
        for place, (colour, name) in enumerate(zip(colours, record.seats, strict=True)):
            at, middle = x + place * step, y + size
            runs = [strong(_shortened(name, 40)), Run("  ")] if name else []
            drawn.append(settings.look.use(f"stone-{colour}", at + 16 * scale, middle, scale))
            drawn.append(
                draw_line(
                    [*runs, Run(settings.translate(f"colour.{colour}"))], at + 40 * scale, middle + 0.36 * size, size
                )
            )
        return "".join(drawn)

    return Block(2.4 * size, draw)


def _describe_end(record: Record) -> Message:
    """Describe how the game ended, or who is to move."""
    if record.final.is_over:
        return describe_outcome(record.final)
    if record.result is None:
        return describe_turn(record.final)
    why = record.termination or "abandoned"
    return message("print.ended", result=format_result(record.result), why=message(f"print.ended.{why}"))


def _body(record: Record, settings: PrintSettings, width: float) -> Iterable[Block]:
    words, drawings = split_comment(record.comment)
    if words:
        yield from comment_blocks(words, settings, width)
    if record.start is not None or drawings:
        picture = BoardPicture((record.start or record.game.start()).view(), drawings)
        yield picture_beside(picture, settings.translate("print.start"), settings, width, _PICTURE)
    yield from move_blocks(record, settings, width)


def move_blocks(record: Record, settings: PrintSettings, width: float) -> Iterable[Block]:
    """Yield the moves of a record in columns, with comments, variations and diagrams; nothing without a move."""
    if not record.line:
        return
    size, positions = settings.type_size, record.positions()
    quiet, most_quiet = 0, max(_QUIET_MOVES, len(record.line) // _MOST_DIAGRAMS)
    rounds = _rounds(positions)
    row: list[tuple[int, str]] = []
    yield _heads(record, settings, width)
    for number, (node, before, after) in enumerate(zip(record.line, positions, positions[1:], strict=False)):
        last = number == len(record.line) - 1
        quiet += 1
        row.append((before.mover, node.text))
        full = last or rounds[number] != rounds[number + 1]
        words, drawings = split_comment(node.comment)
        shown = bool(node.comment) or last or (full and quiet >= most_quiet)
        made: list[Block] = []
        if full or shown or node.variations:
            made.append(_row(rounds[number], row, record.game.players, settings, width))
            row = []
        if words:
            made += comment_blocks(words, settings, width)
        for variation in node.variations:
            made += _variation(variation, rounds[number], before, settings, width)
        if shown:
            caption = _caption(rounds[number], before, node, settings)
            picture = picture_beside(BoardPicture(after.view(), drawings), caption, settings, width, _PICTURE)
            made = stay_together([*made, space(0.3 * size), picture], column_height(settings))
            quiet = 0
        yield from made


def _rounds(positions: Sequence[Position]) -> list[int]:
    """Return the round of each move: a round starts with the first seat, or with the seat that moves first."""
    numbers, number = [], 1
    for before, after in pairwise(positions):
        numbers.append(number)
        number += after.mover <= before.mover
    return numbers


def _heads(record: Record, settings: PrintSettings, width: float) -> Block:
    """Return the stones above the columns of moves."""
    size = settings.type_size
    scale = size / 26

    def draw(x: float, y: float) -> str:
        places = _columns(record.game.players, size, width)
        stones = zip(places, record.game.colours, strict=True)
        return "".join(settings.look.use(f"stone-{c}", x + at + 14 * scale, y + 0.8 * size, scale) for at, c in stones)

    return Block(1.7 * size, draw, keep=True)


def _row(number: int, moves: Sequence[tuple[int, str]], players: int, settings: PrintSettings, width: float) -> Block:
    size = settings.type_size

    def draw(x: float, y: float) -> str:
        base = y + size * (0.5 * LEADING + 0.36)
        places = _columns(players, size, width)
        drawn = [draw_line(Run(f"{number}."), x, base, size, ink=QUIET)]
        drawn += [draw_line(strong(text), x + places[seat], base, size) for seat, text in moves]
        return "".join(drawn)

    return Block(LEADING * size, draw)


def _columns(players: int, size: float, width: float) -> list[float]:
    """Return where each seat's column of moves starts."""
    first = 2.4 * size
    step = min((width - first) / players, 9 * size)
    return [first + seat * step for seat in range(players)]


def comment_blocks(text: str, settings: PrintSettings, width: float) -> list[Block]:
    """Return a comment, its paragraphs apart."""
    size = settings.type_size
    blocks: list[Block] = []
    for part in filter(None, (part.strip() for part in text.split("\n\n"))):
        blocks += [*paragraph(Run(part), size, width), space(0.35 * size)]
    return blocks


def _variation(line: Line, number: int, before: Position, settings: PrintSettings, width: float) -> list[Block]:
    """Return a variation, in brackets and smaller type."""
    size = 0.9 * settings.type_size
    text = f"({' '.join(_moves(line, number, before.mover, before.game.players))})"
    return [*paragraph(Run(text, "OpenSans-Italic"), size, width, indent=2.4 * size, ink=QUIET), space(0.2 * size)]


def _moves(line: Line, number: int, seat: int, players: int) -> Iterable[str]:
    """Yield moves with the numbers of their rounds, and nested variations in brackets."""
    begun = False
    for node in line:
        yield f"{number}. {node.text}" if seat == 0 else node.text if begun else f"{number}... {node.text}"
        begun = not node.comment and not node.variations
        if words := split_comment(node.comment)[0]:
            yield words
        for inner in node.variations:
            yield f"({' '.join(_moves(inner, number, seat, players))})"
        seat = (seat + 1) % players
        number += seat == 0


def _caption(number: int, before: Position, node: Node, settings: PrintSettings) -> str:
    colour = settings.translate(f"colour.{before.game.colours[before.mover]}")
    return settings.translate("print.after", number=number, colour=colour, move=node.text)


def _shortened(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
