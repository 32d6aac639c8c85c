"""What a set contains: its parts, its pieces, and the games that they serve; what would be empty is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from veier.core.errors import VeierError
from veier.core.game import Game
from veier.learn.puzzle_store import puzzles_of
from veier.learn.rules_text import page_name
from veier.messages import message
from veier.sheets.combined import Use, combination_of
from veier.sheets.piece_faces import Piece, pieces_of
from veier.sheets.settings import PARTS, Part, PrintSettings


@dataclass(frozen=True)
class Contents:
    """The parts of a set, the game whose pieces it has, and all games that can be played with it."""

    game: Game
    uses: tuple[Use, ...]
    parts: tuple[Part, ...]

    @property
    def games(self) -> tuple[Game, ...]:
        """The games that can be played."""
        return tuple(use.game for use in self.uses)

    @property
    def boards(self) -> list[Game]:
        """A game for each board."""
        return _first_by(lambda game: game.board, self.games)

    @property
    def rules(self) -> list[Game]:
        """A game for each rules page."""
        return _first_by(page_name, self.games)

    @cached_property
    def pieces(self) -> list[Piece]:
        """The pieces of all players."""
        return pieces_of(self.game)

    @property
    def is_two_sided(self) -> bool:
        """Whether there are two-sided pieces, which need duplex printing."""
        return "pieces" in self.parts and any(piece.back for piece in self.pieces)

    def title(self, language: str) -> str:
        """Return the title of the game, or of the group of games."""
        title = self.game.text("title") if len(self.games) == 1 else self.game.group_title
        return title.text(language)


def parts_of(game: Game) -> tuple[Part, ...]:
    """Return the usual parts of a game's set: a board and pieces, or sheets if the game has no pieces."""
    return ("board", "pieces", "rules") if game.pieces else ("sheets", "rules")


def more_parts_of(*games: Game) -> tuple[Part, ...]:
    """Return the parts of a set for these games that are available beside the usual ones."""
    return ("puzzles",) if any(puzzles_of(game.id) for game in games) else ()


def set_name(game: Game, settings: PrintSettings) -> str:
    """Return the name of a set for files."""
    return f"{game.spec.group.id}-combined" if settings.combined else game.name


def contents_of(game: Game, settings: PrintSettings) -> Contents:
    """Return the contents of a set; raise VeierError if a part would be empty, or pieces serve no other game."""
    largest, uses = _combine(game, settings) if settings.combined else (game, (Use(game, "front"),))
    return Contents(largest, uses, _chosen_parts(game, tuple(use.game for use in uses), settings))


def combined_games(game: Game, settings: PrintSettings) -> tuple[Game, ...]:
    """Return the games of the combined set, or none if the pieces serve no other game."""
    combination = combination_of(game)
    if combination is None:
        return ()
    cells = {use.game: settings.cell(use.game.start().view()) for use in combination.uses}
    fitting = tuple(each for each, cell in cells.items() if cell == settings.cell(combination.largest.start().view()))
    return fitting if game in fitting and len(fitting) > 1 else ()


def _combine(game: Game, settings: PrintSettings) -> tuple[Game, tuple[Use, ...]]:
    games, combination = combined_games(game, settings), combination_of(game)
    if combination is None or not games:
        raise VeierError(message("print.not_combined", game=game.text("title")))
    return combination.largest, tuple(use for use in combination.uses if use.game in games)


def _first_by(key: Callable[[Game], str], games: Iterable[Game]) -> list[Game]:
    """Return the first game for each value of a key."""
    found: dict[str, Game] = {}
    for game in games:
        found.setdefault(key(game), game)
    return list(found.values())


def _chosen_parts(game: Game, games: tuple[Game, ...], settings: PrintSettings) -> tuple[Part, ...]:
    if settings.parts is None:
        return parts_of(game)
    empty: set[Part] = set()
    if not game.pieces:
        empty.add("pieces")
    if not more_parts_of(*games):
        empty.add("puzzles")
    known = ", ".join(part for part in PARTS if part not in empty)
    for part in settings.parts:
        if part in empty:
            raise VeierError(message("print.empty_part", game=game.text("title"), part=part, known=known))
    if not settings.parts:
        raise VeierError(message("print.no_parts", known=known))
    return settings.parts
