"""Tactical positions with known answers: wins by force, and only moves.

    python -m benchmarks.tactics make GAME --count 500 --seed 1 > benchmarks/tactics/GAME.txt
    python -m benchmarks.tactics run GAME --movetime 1

A line of a file has the kind, the depth in plies, the right moves and the position. "win": these moves win by force
within the depth, nothing wins faster, no other move wins that fast. "only": the others all lose by force within the
depth, or among three players give the game away or let the next player win at once. In hex rows, which are searched to
the end, "win" moves win and the others do not, "only" moves draw and the others lose.

Another move may win too, only later. If a proof shows that, it is counted separately, neither as right nor as wrong.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import veier
from veier.core.history import History
from veier.core.position import Position
from veier.lab.players import make_player, parse_player

DIRECTORY = Path(__file__).parent / "tactics"
# The time limit of the proof that a move wins later.
_PROOF_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Tactic:
    """A position and its right moves."""

    position: Position
    kind: str
    depth: int
    right: tuple[str, ...]


def format_tactic(tactic: Tactic) -> str:
    """Format a line."""
    return f"{tactic.kind} {tactic.depth} {','.join(tactic.right)} {veier.format_position(tactic.position)}"


def parse_tactic(line: str) -> Tactic:
    """Parse a line."""
    kind, depth, right, position = line.split(maxsplit=3)
    return Tactic(veier.parse_position(position), kind, int(depth), tuple(right.split(",")))


def read_tactics(game: str) -> list[Tactic]:
    """Read the file of a game."""
    return [parse_tactic(line) for line in (DIRECTORY / f"{game}.txt").read_text(encoding="utf-8").splitlines()]


@dataclass(frozen=True, slots=True)
class Answer:
    """A player's move in a tactical position; `later` if it is not one of the right moves but still wins."""

    tactic: Tactic
    move: str
    later: bool

    @property
    def is_right(self) -> bool:
        """Whether the move is one of the right ones."""
        return self.move in self.tactic.right


def ask(player: str, movetime: float | None, tactics: Iterable[Tactic], seed: int) -> Iterator[Answer]:
    """Yield a player's answers."""
    import benchmarks.players  # noqa: F401 - registers further players

    parsed = parse_player(player, movetime)
    for tactic in tactics:
        choose = make_player(parsed, tactic.position.game)
        move = choose(History(tactic.position), seed).text
        later = tactic.kind == "win" and move not in tactic.right and _wins_later(tactic.position, move)
        yield Answer(tactic, move, later)


def _wins_later(position: Position, move: str) -> bool:
    """Return whether a proof shows that a move wins by force, where proofs apply."""
    after = position.play(move)
    if after.is_over or after.phase != 1 or not after.game.threat_support:
        return False
    return veier.solve(after, veier.Limits(movetime=_PROOF_SECONDS, megabytes=256, threads=2)).winner == position.mover


def report(answers: list[Answer]) -> str:
    """Describe how many answers were right, by kind and in total, and which were wrong."""
    lines = [
        f"wrong: {answer.move} instead of {' '.join(answer.tactic.right)}: {format_tactic(answer.tactic)}"
        for answer in answers
        if not answer.is_right and not answer.later
    ]
    kinds = Counter((answer.tactic.kind, answer.tactic.depth) for answer in answers)
    for kind, depth in sorted(kinds):
        of_kind = [answer for answer in answers if (answer.tactic.kind, answer.tactic.depth) == (kind, depth)]
        lines.append(f"{kind} {depth}: {_shares(of_kind)}")
    return "\n".join([*lines, f"all: {_shares(answers)}"])


def _shares(answers: list[Answer]) -> str:
    right, later = sum(answer.is_right for answer in answers), sum(answer.later for answer in answers)
    return f"{right} of {len(answers)} right, {right / len(answers):.1%}; {later} more win later"


def main() -> None:
    """Make a file, or let a player answer one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    make = commands.add_parser("make", help="print tactical positions")
    make.add_argument("game")
    make.add_argument("--count", type=int, default=500, help="how many (500)")
    run = commands.add_parser("run", help="let a player answer")
    run.add_argument("game")
    run.add_argument("--player", default="veier", help="as `python -m benchmarks.strength --help` names them (veier)")
    run.add_argument("--movetime", type=float, default=1.0, help="seconds a position (1)")
    run.add_argument("--nodes", type=int, help="nodes a position, instead of seconds")
    run.add_argument("--count", type=int, help="number of positions, spread over the file")
    for command in (make, run):
        command.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    if arguments.command == "make":
        from benchmarks.make_tactics import make_tactics

        for tactic in make_tactics(veier.game(arguments.game), arguments.count, arguments.seed):
            print(format_tactic(tactic), flush=True)
        return
    tactics = read_tactics(arguments.game)
    if arguments.count:
        tactics = tactics[:: max(1, len(tactics) // arguments.count)]
    player = arguments.player if arguments.nodes is None else f"{arguments.player}#{arguments.nodes}"
    answers = []
    for answer in ask(player, arguments.movetime, tactics, arguments.seed):
        answers.append(answer)
        print(f"\r{len(answers)}/{len(tactics)}: {sum(a.is_right for a in answers)} right", end="", file=sys.stderr)
    print(file=sys.stderr)
    print(f"{arguments.game}: {player}")
    print(report(answers))


if __name__ == "__main__":
    main()
