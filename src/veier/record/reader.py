"""Reads records from text and checks every move by the rules. docs/records.md describes the format."""

from __future__ import annotations

from dataclasses import dataclass, field

from veier.core.errors import BadNotation, BadRecord, IllegalMove, VeierError
from veier.core.position import Position
from veier.core.type_check import wrong_type
from veier.messages import message
from veier.record.escapes import raw_offset, unescape
from veier.record.header import Header, TagProblem, read_header, resolve_end
from veier.record.line import MARKS, MOVE_LIMIT, NESTING_LIMIT, CheckedLine, Line, Node
from veier.record.location import TEXT_LIMIT, line_and_column, shorten
from veier.record.record import Record
from veier.record.scanner import Scanner, Tag, Word
from veier.record.tags import canonical_name, check_tags, is_known


def parse_record(text: str) -> Record:
    """Parse a record; raise BadRecord, which says where and why."""
    if not isinstance(text, str):
        raise BadRecord(wrong_type("text", "str", text).reason, 1, 1)
    # Editors on Windows add a byte order mark and end lines with two characters.
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if len(text) > TEXT_LIMIT:
        raise BadRecord(message("record.long", limit=TEXT_LIMIT), *line_and_column(text, TEXT_LIMIT))
    scanner = Scanner(text)
    tags = _read_tags(scanner)
    try:
        header = read_header({name: unescape(tag.raw) for name, tag in tags.items()})
        moves = _MovesReader(scanner, header)
        moves.read()
        result, termination = resolve_end(header, moves.main.after)
    except TagProblem as problem:
        raise _tag_error(scanner, tags, problem) from problem
    return Record(
        header.game,
        header.seats,
        header.date,
        result,
        termination,
        header.start,
        moves.main.comment or "",
        CheckedLine(moves.main.nodes(), moves.main.after),
        header.tags,
    )


def _read_tags(scanner: Scanner) -> dict[str, Tag]:
    tags: dict[str, Tag] = {}
    others: list[str] = []
    for tag in scanner.tags():
        name = canonical_name(tag.name)
        if name in tags:
            raise scanner.problem(message("record.tag_twice", tag=shorten(name)), tag.offset)
        tags[name] = tag
        if not is_known(name):
            others.append(name)
            _check_others(scanner, others, tag)
    return tags


def _check_others(scanner: Scanner, names: list[str], last: Tag) -> None:
    try:
        check_tags(names)
    except VeierError as error:
        raise scanner.problem(error.reason, last.offset) from error


def _tag_error(scanner: Scanner, tags: dict[str, Tag], problem: TagProblem) -> BadRecord:
    """Return the error for a tag at its place in the text, or at the start if the tag is missing."""
    tag = tags.get(problem.tag)
    offset = tag.value_offset + raw_offset(tag.raw, problem.column - 1) if tag else 0
    return scanner.problem(problem.reason, offset)


@dataclass(slots=True)
class _Move:
    """A move whose comment and variations may follow."""

    text: str
    mark: str
    comment: str | None = None
    variations: list[Line] = field(default_factory=list)


@dataclass(slots=True)
class _Line:
    """A line read so far: the offset where it was opened, and the positions before and after its last move."""

    opened: int
    before: Position
    after: Position
    comment: str | None = None
    moves: list[_Move] = field(default_factory=list)

    def nodes(self) -> Line:
        """Return the moves as nodes of a record."""
        return tuple(Node(move.text, move.comment or "", tuple(move.variations), move.mark) for move in self.moves)


class _MovesReader:
    """Reads moves, comments and variations, with a stack of open lines instead of recursion."""

    def __init__(self, scanner: Scanner, header: Header) -> None:
        start = header.start or header.game.start()
        self.main = _Line(0, start, start)
        self._scanner = scanner
        self._stack = [self.main]
        self._moves = 0

    def read(self) -> None:
        """Read to the end of the text."""
        take = {"move": self._move, "comment": self._comment, "open": self._open, "close": self._close}
        for word in self._scanner.words():
            take[word.kind](self._stack[-1], word)
        if len(self._stack) > 1:
            raise self._problem("record.variation_open", self._stack[-1].opened)

    def _move(self, line: _Line, word: Word) -> None:
        self._moves += 1
        if self._moves > MOVE_LIMIT:
            raise self._problem("record.moves", word.offset, limit=MOVE_LIMIT)
        text = word.text.rstrip("!?") or word.text
        mark = word.text[len(text) :]
        try:
            # No valid move is long enough to be shortened; a longer text is quoted in the error.
            after = line.after.play(shorten(text))
        except BadNotation as error:
            raise self._scanner.problem(error.reason, word.offset) from error
        except IllegalMove as error:
            raise self._problem("record.move", word.offset, move=text, reason=error.reason) from error
        if mark and mark not in MARKS:
            raise self._problem("record.mark", word.offset + len(text), mark=shorten(mark), known=" ".join(MARKS))
        line.before, line.after = line.after, after
        line.moves.append(_Move(str(after.last_move), mark))

    def _comment(self, line: _Line, word: Word) -> None:
        about: _Move | _Line = line.moves[-1] if line.moves else line
        if about.comment is not None or (about is line and line is not self.main):
            raise self._problem("record.comment_place", word.offset)
        about.comment = word.text

    def _open(self, line: _Line, word: Word) -> None:
        if not line.moves:
            raise self._problem("record.variation_first", word.offset)
        if len(self._stack) > NESTING_LIMIT:
            raise self._problem("record.nested", word.offset, limit=NESTING_LIMIT)
        self._stack.append(_Line(word.offset, line.before, line.before))

    def _close(self, line: _Line, word: Word) -> None:
        if line is self.main:
            raise self._problem("record.variation_close", word.offset)
        if not line.moves:
            raise self._problem("record.variation_empty", line.opened)
        self._stack.pop()
        self._stack[-1].moves[-1].variations.append(line.nodes())

    def _problem(self, key: str, offset: int, **params: object) -> BadRecord:
        return self._scanner.problem(message(key, **params), offset)
