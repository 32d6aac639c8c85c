"""A game: what its family says of it, its options as chosen, and where it starts.

A family lists its games as `GameSpec`; `GameSpec.game` returns a `Game` for a choice of options. The id of a game is
its name, with the options that differ from the defaults: `4eyes`, `4eyes?a=4&b=4&d=2`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from veier.core.drawing import Drawing
from veier.core.encoding import ArraySymmetry, Encoding
from veier.core.errors import BadOption, IllegalMove, VeierError
from veier.core.evaluation import Evaluation, ThreatSupport, plain_evaluation
from veier.core.legal_moves import LegalMoves
from veier.core.move import AnyMove
from veier.core.nearest import nearest
from veier.core.notation import Notation
from veier.core.patterns import Patterns
from veier.core.position import Position
from veier.core.rules import Rules
from veier.core.type_check import check_whole_number
from veier.kernels.state import MOVER
from veier.messages import Message, message
from veier.view.model import Colour, SquareMark, View

# Raised when a rule of a game or the meaning of its options changes, so that old records can be recognised.
RULES_VERSION = 1


@dataclass(frozen=True, slots=True)
class Option:
    """A number that players may choose.

    `assumed` names the text that explains the default where it is not known from the author's sheets. A `reading` is
    another way to read a rule, 0 where it is not chosen; its text is `reading.<name>`, and it is chosen with `usual`
    unless somebody wants another number.
    """

    name: str
    default: int
    low: int
    high: int
    assumed: str | None = None
    reading: bool = False
    usual: int = 1

    @property
    def text(self) -> Message | None:
        """What a reading says; None for other options."""
        return message(f"reading.{self.name}") if self.reading else None


class Group(NamedTuple):
    """Variants that differ in players and size only: they share a title, a card on the home page and a rules page.

    id     also the name of the rules page
    title  the key of its title in the catalogues
    """

    id: str
    title: str


class Ages(NamedTuple):
    """Whom a game is for, in years: "12+" or "12–99"."""

    low: int
    high: int | None = None

    def __str__(self) -> str:
        return f"{self.low}+" if self.high is None else f"{self.low}–{self.high}"


class Sample(NamedTuple):
    """A position to show on a game's card: the board of its position string, and who moves.

    It is from the middle of a game, or shows its aim: a `square` that the player before the mover has just finished.
    """

    board: str
    mover: int
    square: SquareMark | None = None


@dataclass(frozen=True)
class GameParts:
    """One variant of a game, by role: what a family makes when the options are chosen.

    patterns        what players look for on the board; by default none
    evaluation      by default one that only sees wins in one move
    threat_support  None where threat search does not apply
    encoding        the game as arrays; None where the family does not offer them
    """

    rules: Rules
    notation: Notation
    drawing: Drawing
    patterns: Patterns | None = None
    evaluation: Evaluation | None = None
    threat_support: ThreatSupport | None = None
    encoding: Encoding | None = None


@dataclass(frozen=True, slots=True)
class GameSpec:
    """What a family says of one of its games before options are chosen.

    package     the family's package; its folder holds figures, lessons, puzzles, books and rules pages
    make_parts  builds the game for chosen options; raises BadOption where they do not fit each other
    minutes     how long a game takes by the author's sheet; None where it does not say
    ages        whom it is for by the author's sheet; None where it does not say
    credits     keys of what the author's sheet says of the people behind the game, the author first
    sample      a position to show; None for the start
    books       names of the files in the folder `books`, by the options as they stand in an id: "" for the defaults
    unforced    likewise, first moves, but for symmetry, after which nobody wins by force while pieces are placed
    """

    name: str
    package: str
    group: Group
    author: str
    year: int | None
    colours: tuple[Colour, ...]
    options: tuple[Option, ...]
    make_parts: Callable[[tuple[Colour, ...], Mapping[str, int]], GameParts]
    minutes: int | None = None
    ages: Ages | None = None
    credits: tuple[str, ...] = ("credit.by",)
    sample: Sample | None = None
    books: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    unforced: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def game(self, chosen: Mapping[str, int] | None = None) -> Game:
        """Return the game with some options changed."""
        chosen = chosen or {}
        known = {option.name: option for option in self.options}
        for name, value in chosen.items():
            if name not in known:
                if near := nearest(name, known):
                    raise BadOption(message("option.unknown_near", option=name, game=self.name, near=", ".join(near)))
                raise BadOption(message("option.unknown", option=name, game=self.name, known=_ranges(self.options)))
            option = known[name]
            if not option.low <= value <= option.high:
                raise BadOption(message("option.range", option=name, value=value, low=option.low, high=option.high))
        values = {option.name: chosen.get(option.name, option.default) for option in self.options}
        game = Game(self, tuple(values.items()))
        _ = game.rules  # raises BadOption where options do not fit each other
        return game


def _ranges(options: tuple[Option, ...]) -> str:
    return ", ".join(f"{option.name}={option.low}..{option.high}" for option in options)


@dataclass(frozen=True)
class Game:
    """A game with its options chosen. Two are equal when they have the same id."""

    spec: GameSpec
    values: tuple[tuple[str, int], ...]

    @cached_property
    def id(self) -> str:
        """The name with the options that differ from the defaults."""
        return self.name + (f"?{self.changed_options}" if self.changed_options else "")

    @cached_property
    def changed_options(self) -> str:
        """The options that differ from the defaults, as they stand in the id: "a=4&b=4&d=2"."""
        defaults = {option.name: option.default for option in self.spec.options}
        return "&".join(f"{name}={value}" for name, value in self.values if value != defaults[name])

    @property
    def name(self) -> str:
        """The id without options."""
        return self.spec.name

    @property
    def title(self) -> str:
        """The title in English."""
        return str(self.text("title"))

    @property
    def author(self) -> str:
        """The name of its inventor."""
        return self.spec.author

    @property
    def year(self) -> int | None:
        """The year of publication, if it is known."""
        return self.spec.year

    @property
    def minutes(self) -> int | None:
        """How long a game takes, if the author's sheet says it."""
        return self.spec.minutes

    @property
    def ages(self) -> str | None:
        """Whom the game is for in years, such as "12+", if the author's sheet says it."""
        return str(self.spec.ages) if self.spec.ages else None

    @property
    def credits(self) -> tuple[Message, ...]:
        """The people behind the game, as the author's sheet names them."""
        return tuple(message(key, author=self.author) for key in self.spec.credits)

    @property
    def length(self) -> Message | None:
        """How long a game takes, as a message."""
        return message("facts.minutes", count=self.minutes) if self.minutes else None

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.spec.colours)

    @property
    def colours(self) -> tuple[Colour, ...]:
        """The seats' colours in turn."""
        return self.spec.colours

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
        """What the author's sheet leaves open, unless an option decides it: a chosen number settles its whole topic."""
        topics = dict.fromkeys(option.assumed for option in self.spec.options if option.assumed)
        chosen = {option.assumed for option in self.spec.options if self.options[option.name] != option.default}
        each = sum(self.pieces.values())
        facts = {**self.options, "each": each, "all": each * self.players}
        return tuple(message(f"assumed.{topic}", **facts) for topic in topics if topic not in chosen)

    # What it is made of.

    @cached_property
    def rules(self) -> Rules:
        """The rules of this variant."""
        return self._parts.rules

    @cached_property
    def notation(self) -> Notation:
        """How moves and boards are written."""
        return self._parts.notation

    @cached_property
    def drawing(self) -> Drawing:
        """How positions look."""
        return self._parts.drawing

    @cached_property
    def patterns(self) -> Patterns:
        """What players look for on the board."""
        return self._parts.patterns or Patterns(self.rules)

    @cached_property
    def evaluation(self) -> Evaluation:
        """Evaluation, move ordering and rollouts, and the levels of its computer players."""
        return self._parts.evaluation or plain_evaluation(self.rules)

    @property
    def threat_support(self) -> ThreatSupport | None:
        """What threat search needs; None where it does not apply."""
        return self._parts.threat_support

    @property
    def encoding(self) -> Encoding:
        """The game as arrays: actions and planes; raises VeierError where its family does not offer them."""
        if self._parts.encoding is None:
            raise VeierError(message("encoding.none", game=self.id))
        return self._parts.encoding

    @property
    def has_encoding(self) -> bool:
        """Whether the game can be shown as arrays."""
        return self._parts.encoding is not None

    @cached_property
    def _parts(self) -> GameParts:
        return self.spec.make_parts(self.spec.colours, dict(self.values))

    # As arrays.

    @property
    def action_count(self) -> int:
        """The number of actions: dense numbers of all moves that some position allows, the last one the pass."""
        return self.encoding.action_count

    def action(self, move: AnyMove) -> int:
        """Return the action of a move, legal or not; raise BadNotation, or IllegalMove for what no position allows."""
        number = LegalMoves(self, self.rules.start_state(), ()).number_of(move)
        action = int(self.encoding.tables.actions[number])
        if action < 0:
            raise IllegalMove(message("encoding.never", move=self.notation.move_text(number)))
        return action

    def action_text(self, action: int) -> str:
        """Return the notation of an action's move."""
        check_whole_number("action", action, 0)
        if action >= self.action_count:
            raise VeierError(message("encoding.action", action=action, last=self.action_count - 1))
        return self.notation.move_text(int(self.encoding.tables.numbers[action]))

    @property
    def plane_names(self) -> tuple[str, ...]:
        """What each of a position's planes shows, as the seat sees it that looks at them."""
        return tuple(plane.name for plane in self.encoding.planes)

    @property
    def symmetries(self) -> tuple[ArraySymmetry, ...]:
        """What each symmetry of the board makes of actions and planes, in the order of `Position.symmetries`."""
        return self.encoding.symmetries

    def start(self) -> Position:
        """Return the starting position."""
        return Position(self, self.rules.start_state().tobytes())

    def sample(self) -> Position:
        """Return a position to show on a card. Only for drawing: what kernels derive from the stones is not set."""
        state = self.rules.start_state()
        if self.spec.sample and not self.changed_options:
            self.notation.parse_board(self.spec.sample.board, state)
            state[MOVER] = self.spec.sample.mover
        return Position(self, state.tobytes())

    def sample_view(self) -> View:
        """Return what a card shows of the game: the sample with its square."""
        view, sample = self.sample().view(), self.spec.sample
        return (
            replace(view, squares=(sample.square,)) if sample and sample.square and not self.changed_options else view
        )

    @property
    def group_title(self) -> Message:
        """The title of the group of variants that the game belongs to."""
        return message(self.spec.group.title)

    @property
    def books(self) -> tuple[str, ...]:
        """The names of its books in the folder `books` of its package."""
        return self.spec.books.get(self.changed_options, ())

    @property
    def unforced(self) -> tuple[str, ...]:
        """First moves, but for symmetry, after which a search has shown that nobody wins by force."""
        return self.spec.unforced.get(self.changed_options, ())

    def text(self, part: str) -> Message:
        """Return one of the catalogues' texts about this game: its "title"."""
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
        return Game, (self.spec, self.values)
