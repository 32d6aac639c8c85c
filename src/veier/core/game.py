"""A game: its facts, its options as chosen, and where it starts.

A family lists its games as `Facts`; `Facts.game` gives a `Game` for a choice of options. The id of a game is its
name, with the options that differ from the usual ones: `4eyes`, `4eyes?a=4&b=4&d=2`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from veier.core.errors import BadOption
from veier.core.position import Position
from veier.core.rules import Rules
from veier.messages import Message, message
from veier.view.model import Colour

# Raised when a rule of a game or the meaning of its options changes, so that old records can be told apart.
RULES_VERSION = 1


@dataclass(frozen=True, slots=True)
class Option:
    """A number that players may choose.

    `assumed` names the text that says why, where the usual value is not known from the author's sheets.
    """

    name: str
    default: int
    low: int
    high: int
    assumed: str | None = None


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a game before a board is set up.

    `make_rules` builds the rules for chosen options and raises BadOption where they do not fit each other.
    """

    name: str
    author: str
    year: int | None
    colours: tuple[Colour, ...]
    options: tuple[Option, ...]
    make_rules: Callable[[tuple[Colour, ...], Mapping[str, int]], Rules]

    def game(self, chosen: Mapping[str, int] | None = None) -> Game:
        """Set up the game with some options changed."""
        chosen = chosen or {}
        known = {option.name: option for option in self.options}
        for name, value in chosen.items():
            if name not in known:
                raise BadOption(message("option.unknown", option=name, game=self.name, known=_ranges(self.options)))
            option = known[name]
            if not option.low <= value <= option.high:
                raise BadOption(message("option.range", option=name, value=value, low=option.low, high=option.high))
        values = {option.name: chosen.get(option.name, option.default) for option in self.options}
        game = Game(self, tuple(values.items()))
        _ = game.rules  # so that options that do not fit are told here
        return game


def _ranges(options: tuple[Option, ...]) -> str:
    return ", ".join(f"{option.name}={option.low}..{option.high}" for option in options)


@dataclass(frozen=True)
class Game:
    """A game with its options settled. Two are equal when they have the same id."""

    facts: Facts
    values: tuple[tuple[str, int], ...]

    @cached_property
    def id(self) -> str:
        """The name with the options that differ from the usual ones."""
        usual = {option.name: option.default for option in self.facts.options}
        changed = [f"{name}={value}" for name, value in self.values if value != usual[name]]
        return self.facts.name + ("?" + "&".join(changed) if changed else "")

    @property
    def name(self) -> str:
        """The id without options."""
        return self.facts.name

    @property
    def title(self) -> str:
        """The title in English."""
        return str(self.text("title"))

    @property
    def author(self) -> str:
        """Who invented it."""
        return self.facts.author

    @property
    def year(self) -> int | None:
        """When it was published, if that is known."""
        return self.facts.year

    @property
    def players(self) -> int:
        """How many people play."""
        return len(self.facts.colours)

    @property
    def colours(self) -> tuple[Colour, ...]:
        """The seats' colours in turn."""
        return self.facts.colours

    @property
    def options(self) -> dict[str, int]:
        """The options as chosen, by name."""
        return dict(self.values)

    @property
    def board(self) -> str:
        """The board in English, such as "5x5 large fields"."""
        return str(self.rules.board)

    @property
    def pieces(self) -> dict[str, int]:
        """What each player begins with, by name of piece; nothing in the pencil games."""
        return self.rules.reserves(self.rules.start_state())[0]

    @property
    def assumptions(self) -> tuple[Message, ...]:
        """What we assume where the author's figures are lost, for the options that are left as usual."""
        left = [option.assumed for option in self.facts.options if self.options[option.name] == option.default]
        topics = dict.fromkeys(topic for topic in left if topic)
        return tuple(message(f"assumed.{topic}", **self.options) for topic in topics)

    @cached_property
    def rules(self) -> Rules:
        """The rules of this variant."""
        return self.facts.make_rules(self.facts.colours, dict(self.values))

    def start(self) -> Position:
        """Give the starting position."""
        return Position(self, self.rules.start_state().tobytes())

    def text(self, part: str) -> Message:
        """Give one of the catalogues' texts about this game: its "title"."""
        return message(f"game.{self.name}.{part}")

    def __str__(self) -> str:
        return self.id

    def __repr__(self) -> str:
        return f"<Game {self.id}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.id == other.id

    def __hash__(self) -> int:
        return hash(self.id)

    def __reduce__(self) -> tuple[object, ...]:
        return Game, (self.facts, self.values)
