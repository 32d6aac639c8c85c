"""Remarks on moves of the games that are won by a square: 4EYES, 4EYES+ and pencils, both phases.

Every statement is checked by the plain rules (`tactics`), and forced wins by a proof (`forced_wins`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product

from veier.core.descriptions import describe_outcome
from veier.core.move import Move
from veier.core.patterns import Square, Threat
from veier.core.position import Position
from veier.explain.forced_wins import forced_win
from veier.explain.remark import Remark
from veier.explain.replies import natural_reply
from veier.explain.square_forks import explain_fork
from veier.explain.square_words import (
    completion_remark,
    completions,
    group_threats,
    laid_cells,
    line_remark,
    missing_cells,
    name_square,
    name_threats,
    threat_remark,
)
from veier.explain.tactics import (
    MoveOutcomes,
    can_move,
    find_threats,
    move_outcomes,
    to_square,
    turned,
)
from veier.messages import Message, message
from veier.search.analysis import Proven
from veier.search.one_ply import wins_after_replies
from veier.search.solve.knowledge import known_result

# A choice of so few moves is worth telling.
_FEW = 4


@dataclass(frozen=True)
class _Change:
    """A move with the positions before and after it, and what can be seen in them."""

    before: Position
    move: Move
    after: Position
    nodes: int

    @property
    def mover(self) -> int:
        return self.before.mover

    @cached_property
    def others(self) -> list[int]:
        """The other seats, in the order of their turns."""
        players = self.before.game.players
        return [(self.mover + k) % players for k in range(1, players)]

    @cached_property
    def earlier(self) -> list[tuple[Threat, ...]]:
        """Each seat's threats before the move."""
        return [find_threats(self.before, seat) for seat in range(self.before.game.players)]

    @cached_property
    def later(self) -> list[tuple[Threat, ...]]:
        """Each seat's threats after the move."""
        return [find_threats(self.after, seat) for seat in range(self.before.game.players)]

    def was_there(self, threat: Threat) -> bool:
        """Return whether a threat of the position after the move stood before it."""
        return threat.cells in {earlier.cells for earlier in self.earlier[threat.seat]}

    @cached_property
    def choice(self) -> MoveOutcomes:
        """What all the mover's moves come to."""
        return move_outcomes(self.before)

    @cached_property
    def answers(self) -> MoveOutcomes:
        """What the answers come to."""
        return move_outcomes(self.after)

    @cached_property
    def forced(self) -> tuple[str, ...] | None:
        """How the mover wins by force after the move, if that is found."""
        return forced_win(self.after, self.nodes, self.mover)

    @cached_property
    def proven(self) -> Proven | None:
        """What the books prove of the position after the move."""
        return known_result(self.after)

    @property
    def still_wins(self) -> bool:
        """Whether the mover is known to win by force after the move."""
        return bool(self.forced or (self.proven and self.proven.winner == self.mover))

    @cached_property
    def words(self) -> dict[str, Message]:
        """Who moves, and who moves next."""
        name = self.before.game.rules.seat_message
        return {"colour": name(self.mover), "other": name(self.others[0])}

    def colour(self, seat: int) -> Message:
        return self.before.game.rules.seat_message(seat)


def explain_square_move(before: Position, move: Move, nodes: int) -> Iterator[Remark]:
    """Explain a legal move, the most important first."""
    change = _Change(before, move, before.play(move), nodes)
    if change.after.is_over:
        yield from _explain_end(change)
        return
    if move.kind == "pass":
        yield Remark(message("explain.pass", **change.words))
    remarks = [*_explain_proven(change), *_explain_third(change), *_explain_blocks(change), *_explain_threats(change)]
    if not remarks and move.kind != "pass" and not change.later[change.mover]:
        yield _explain_quiet(change)
    yield from remarks
    yield from _explain_missed(change)


def _explain_quiet(change: _Change) -> Remark:
    """Say that a move does nothing that can be seen."""
    if all(can_move(change.after, seat) for seat in range(change.before.game.players)):
        return Remark(message("explain.quiet", **change.words), laid_cells(change.move))
    # A seat that waits for phase 2 may threaten something there, so that only the next move is certain.
    return Remark(message("explain.no_win", colour=change.words["other"]), laid_cells(change.move))


def _explain_end(change: _Change) -> Iterator[Remark]:
    """Say how the game ends, and what was missed if the mover does not win."""
    outcome = change.after.outcome
    assert outcome is not None
    if outcome.winner is None:
        yield Remark(message("explain.ends", outcome=describe_outcome(change.after)), laid_cells(change.move))
    else:
        made = change.after.squares(made=True, seat=outcome.winner)
        words = change.words | {"other": change.colour(outcome.winner)}
        key = "explain.wins" if outcome.winner == change.mover else "explain.gives"
        yield Remark(message(key, squares=tuple(map(name_square, made)), **words), laid_cells(change.move), made)
    if outcome.winner != change.mover:
        yield from _explain_missed(change)


def _explain_missed(change: _Change) -> Iterator[Remark]:
    """Say how the mover could have won instead."""
    for completion in completions(change.earlier[change.mover])[:1]:
        yield completion_remark("explain.missed_win", completion, **change.words)
        return
    line = forced_win(change.before, change.nodes)
    if line and line[0] != change.move.text and (change.after.is_over or not change.still_wins):
        yield line_remark("explain.missed_force", line, (len(line) + 1) // 2, **change.words)


def _explain_proven(change: _Change) -> Iterator[Remark]:
    """Say whether the move loses or wins, at once or by force, and whether there was a choice."""
    if change.answers.wins:
        threats = sorted(change.later[change.others[0]], key=lambda threat: not change.was_there(threat))
        for completion in completions(threats)[:1]:
            key = "explain.ignores" if change.was_there(completion.threats[0]) else "explain.allows"
            yield completion_remark(key, completion, **change.words)
        if change.choice.is_lost and len(change.before.legal_numbers) > 1:
            yield Remark(message("explain.hopeless", **change.words))
        return
    safe = change.choice.safe
    if not change.choice.wins and len(safe) <= _FEW and len(safe) < len(change.before.legal_numbers):
        yield Remark(message("explain.only", count=len(safe), **change.words), laid_cells(change.move))
    if len(change.others) > 1 or change.answers.is_lost:
        return
    if change.forced:
        yield line_remark("explain.force", change.forced, len(change.forced) // 2, **change.words)
    elif line := forced_win(change.after, change.nodes):
        yield line_remark("explain.allows_force", line, (len(line) + 1) // 2, **change.words)
    elif change.proven:
        key = "explain.book_win" if change.proven.winner == change.mover else "explain.book_loss"
        yield Remark(message(key, count=(change.proven.plies + 1) // 2, **change.words), laid_cells(change.move))


# What it does to the others' threats.


def _explain_blocks(change: _Change) -> Iterator[Remark]:
    """Say which threats of the others are gone, and why."""
    laid = dict(change.move.stones)
    for seat in change.others:
        standing = {threat.cells for threat in change.later[seat]}
        gone = [threat for threat in change.earlier[seat] if threat.cells not in standing]
        for group in group_threats(gone):
            words = change.words | {"other": change.colour(seat)}
            # A move may also lay the other's own stone there, but take away another one.
            if laid.get(group[0].missing, seat) != seat:
                yield threat_remark("explain.blocks", group, **words)
            else:
                yield from (_explain_spoiling(change, threat, words) for threat in group)


def _explain_spoiling(change: _Change, threat: Threat, words: dict[str, Message]) -> Remark:
    """Say why a threat is gone although its missing cell is free."""
    corners = [cell for cell in threat.cells if cell != threat.missing]
    broken = [cell for cell in corners if change.after.stones.get(cell) != threat.seat]
    if broken:
        return threat_remark("explain.breaks", [threat], stone=broken[0], **words)
    found = _find_ban(turned(change.after, threat.seat), threat.moves)
    if found:
        move, square = found
        params = words | {"third": change.colour(square.seat), "banned": name_square(square)}
        return threat_remark("explain.spoils", [threat], square, **params | {"move": move})
    return threat_remark("explain.leaves_no_room", [threat], **words)


def _find_ban(position: Position, moves: Iterable[str]) -> tuple[str, Square] | None:
    """Find a move that is forbidden because it would make two squares: the move, and the square of another seat."""
    game = position.game
    for text in moves:
        reason = position.why_illegal(text)
        if reason and reason.key == "illegal.both":
            move = game.rules.describe_move(position.state, game.notation.parse_move(text))
            made = game.patterns.made_by(position.state, move)
            return text, next(square for square in made if square.seat != position.mover)
    return None


# What it threatens.


def _explain_threats(change: _Change) -> Iterator[Remark]:
    """Say what the mover newly threatens, and whether that can be stopped; nothing if another player wins first."""
    if change.answers.wins or (change.answers.is_lost and len(change.others) > 1):
        return
    # New ones first: so a group begins with a new one if it holds any.
    threats = sorted(change.later[change.mover], key=change.was_there)
    groups = group_threats(threats)
    fresh = [group for group in groups if not change.was_there(group[0])]
    pairs = [*combinations(fresh, 2), *product(fresh, groups[len(fresh) :])]
    unstoppable = len(change.others) == 1 and change.answers.is_lost
    fork = None
    if pairs and unstoppable:
        fork = explain_fork(change.after, change.mover, pairs, change.words)
    elif pairs and len(change.others) > 1:
        fork = _explain_fork_of_three(change, [group[0] for group in groups])
    if fork:
        yield fork
        return
    for completion in completions(threats):
        if not all(map(change.was_there, completion.threats)):
            yield completion_remark("explain.threatens", completion, **change.words)
    if unstoppable:
        yield _explain_no_answer(change)


def _explain_no_answer(change: _Change) -> Remark:
    """Say that every answer loses at once, with the one that people would try first."""
    replies = list(change.answers.allows)
    if not replies:
        return Remark(message("explain.gives_all", **change.words))
    text = change.after.game.notation.move_text
    reply = natural_reply(change.after, replies, missing_cells(change.later[change.mover]))
    line = text(reply), text(change.answers.allows[reply])
    return Remark(message("explain.no_answer", reply=line[0], move=line[1], **change.words), line=line)


def _explain_fork_of_three(change: _Change, threats: list[Threat]) -> Remark | None:
    """Say that the next of three players cannot stop several threats alone; None if that is not certain."""
    # The next player's stones never help the mover, so what is left are these threats; lifting pieces might.
    wins = wins_after_replies(change.after, change.mover) if change.after.phase == 1 else None
    if wins is None or not all(wins.values()):
        return None
    text = message("explain.fork_of_three", count=len(threats), squares=name_threats(threats), **change.words)
    return Remark(text, missing_cells(threats), tuple(map(to_square, threats)))


def _explain_third(change: _Change) -> Iterator[Remark]:
    """Say what the move means for the threats of the player after the next one."""
    if change.answers.wins:
        return
    for seat in change.others[1:]:
        words = change.words | {"other": change.colour(seat), "following": change.colour(change.others[0])}
        threats = change.later[seat]
        if change.answers.is_lost:
            squares = tuple(map(to_square, threats))
            yield Remark(message("explain.third_wins", **words), missing_cells(threats), squares, _example(change))
            return
        for completion in completions(threats):
            key = "explain.leaves" if any(map(change.was_there, completion.threats)) else "explain.helps"
            yield completion_remark(key, completion, **words)


def _example(change: _Change) -> tuple[str, ...]:
    """Return a reply and the win after it."""
    text = change.after.game.notation.move_text
    return next(((text(reply), text(win)) for reply, win in change.answers.allows.items()), ())
