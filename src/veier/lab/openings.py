"""Openings for matches: a few random moves after which nobody can win at once, all different."""

from __future__ import annotations

from random import Random

from veier.core.errors import VeierError
from veier.core.game import Game
from veier.core.position import Position
from veier.kernels.state import MOVER
from veier.messages import message
from veier.search.limits import Stop
from veier.search.pn.numbers import plies_of_proof
from veier.search.pn.proof_search import ProofSearch

# Nodes of threat search that decide whether an opening is balanced, at the root and after each move; nodes of a proof
# for each player that decide whether it lasts, and nodes that decide who wins it.
_LOOK, _TRIAL, _PROOF, _LONG_PROOF = 3000, 500, 200_000, 500_000
_MEGABYTES = 16
_PLIES = (2, 4)
# The largest number of tries in a row without a new opening. On 7x7 boards about one opening in 50 lasts for eight
# plies, one in 1,000 to 2,000 for ten.
_PATIENCE = 20_000


def make_openings(
    game: Game, count: int, seed: int, *, plies: int | None = None, balanced: bool = False, lasting: int = 0
) -> list[Position]:
    """Return different openings of `plies` moves, or of two to four.

    `balanced` leaves out openings that threats alone decide, `lasting` also those won by force within that many plies.
    """
    random = Random(seed)
    found: list[Position] = []
    looked_at: set[bytes] = set()
    tries = 0
    while len(found) < count:
        position = wander(game.start(), plies or random.randint(*_PLIES), random)
        tries += 1
        if position and position.packed not in looked_at:
            looked_at.add(position.packed)
            if _is_fit(position, balanced, lasting):
                found.append(position)
                tries = 0
        if tries == _PATIENCE:
            raise VeierError(message("lab.openings", game=game.id, found=len(found), count=count))
    return found


def _is_fit(position: Position, balanced: bool, lasting: int) -> bool:
    """Return whether an opening is balanced and lasting as asked, as far as threat search can tell."""
    if not position.game.threat_support or position.phase != 1:
        return True
    if (balanced or lasting) and is_decided(position):
        return False
    return not lasting or not is_won_within(position, lasting)


def wander(position: Position, plies: int, random: Random) -> Position | None:
    """Return the position after random moves that leave nobody a win at once; None if they run out before."""
    for _ in range(plies):
        numbers = list(position.legal_numbers)
        random.shuffle(numbers)
        tried = (position.play(position.game.notation.move_text(number)) for number in numbers)
        calm = next((after for after in tried if not after.is_over and is_calm(after)), None)
        if calm is None:
            return None
        position = calm
    return position


def is_calm(position: Position) -> bool:
    """Return whether no seat could win at once if it were its turn."""
    return not any(_can_win(position, seat) for seat in range(position.game.players))


def _can_win(position: Position, seat: int) -> bool:
    rules, state = position.game.rules, position.state
    state[MOVER] = seat
    return any(
        rules.kernels.push(rules.tables, state.copy(), move) % 8 == seat + 1 for move in rules.legal_numbers(state)
    )


def is_decided(position: Position) -> bool:
    """Return whether threats alone win, for the player to move or against every move."""
    search = ProofSearch(position, megabytes=2)
    with search.until(Stop(), None, None):
        return bool(plies_of_proof(search.attack(0, _LOOK))) or search.refute(0, _TRIAL) == 0


def is_won_within(position: Position, plies: int) -> bool:
    """Return whether a short proof shows a forced win within a number of plies."""
    return _find_winner(position, _PROOF, plies) is not None


def winner_by_force(position: Position) -> int | None:
    """Return who wins an opening by force, as far as a proof shows."""
    if not position.game.threat_support or position.phase != 1:
        return None
    return _find_winner(position, _LONG_PROOF)


def _find_winner(position: Position, nodes: int, plies: int = 0) -> int | None:
    """Return the player who wins by force, proved with at most `nodes` nodes each, and within `plies` if not 0."""
    search = ProofSearch(position, _MEGABYTES, plies)
    for seat in range(2):
        with search.until(Stop(), None, search.threat_nodes + nodes):
            if plies_of_proof(search.prove(seat)):
                return seat
    return None
