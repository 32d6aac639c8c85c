"""Openings for matches: short random beginnings after which nobody can win at once, all of them different."""

from __future__ import annotations

from random import Random

from veier.core.game import Game
from veier.core.position import Position
from veier.kernels.state import MOVER
from veier.search.limits import Stop
from veier.search.pn.numbers import plies_of_proof
from veier.search.pn.threat_search import ThreatSearch

# So many nodes of threat search, at the root and after each move, decide that an opening is not balanced; so many in
# a proof for either player that it does not last, and so many who wins it.
_LOOK, _TRIAL, _PROOF, _LONG_PROOF = 3000, 500, 200_000, 500_000
_MEGABYTES = 16
_PLIES = (2, 4)
# How many tries in a row may bring nothing new. On 7x7 boards one in about fifty openings lasts for eight plies, one in
# a thousand or two for ten.
_PATIENCE = 20_000


def make_openings(
    game: Game, count: int, seed: int, *, plies: int | None = None, balanced: bool = False, lasting: int = 0
) -> list[Position]:
    """Make different openings of so many moves, or of two to four.

    `balanced` leaves out what threats alone decide, `lasting` also what somebody wins by force within so many plies.
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
            raise ValueError(f"{game.id} has too few such openings: {len(found)} of {count} found")
    return found


def _is_fit(position: Position, balanced: bool, lasting: int) -> bool:
    """Tell whether an opening is as it should be, as far as threat search can tell."""
    if not position.game.rules.threat_kernels or position.phase != 1:
        return True
    if (balanced or lasting) and is_decided(position):
        return False
    return not lasting or not is_won_within(position, lasting)


def wander(position: Position, plies: int, random: Random) -> Position | None:
    """Play random moves that leave nobody a win at once; None where there is none before the plies are made."""
    for _ in range(plies):
        numbers = list(position.legal_numbers)
        random.shuffle(numbers)
        tried = (position.play(position.game.rules.move_text(number)) for number in numbers)
        calm = next((after for after in tried if not after.is_over and is_calm(after)), None)
        if calm is None:
            return None
        position = calm
    return position


def is_calm(position: Position) -> bool:
    """Tell whether no seat could win at once if it were its turn."""
    return not any(_can_win(position, seat) for seat in range(position.game.players))


def _can_win(position: Position, seat: int) -> bool:
    rules, row = position.game.rules, position.state
    row[MOVER] = seat
    return any(rules.kernels.push(rules.tables, row.copy(), move) % 8 == seat + 1 for move in rules.legal_numbers(row))


def is_decided(position: Position) -> bool:
    """Tell whether threats alone are seen to win, for the player to move or for the other whatever the move is."""
    search = ThreatSearch(position, megabytes=2)
    with search.until(Stop(), None, None):
        return bool(plies_of_proof(search.attack(0, _LOOK))) or search.refute(0, _TRIAL) == 0


def is_won_within(position: Position, plies: int) -> bool:
    """Tell whether a short proof shows that somebody wins by force within so many plies."""
    return _find_winner(position, _PROOF, plies) is not None


def winner_by_force(position: Position) -> int | None:
    """Give who wins an opening if nobody errs, as far as a proof shows."""
    if not position.game.rules.threat_kernels or position.phase != 1:
        return None
    return _find_winner(position, _LONG_PROOF)


def _find_winner(position: Position, nodes: int, plies: int = 0) -> int | None:
    """Ask for each player in turn, with so many nodes, whether it wins by force, within so many plies if not 0."""
    search = ThreatSearch(position, _MEGABYTES)
    for seat in range(2):
        with search.until(Stop(), None, search.nodes + nodes):
            if plies_of_proof(search.prove(seat, plies)):
                return seat
    return None
