"""Depth-first proof-number search (df-pn; Nagai 2002): which child is searched next, and how far.

Both levels of search share this: threat search and the outer proof search differ in how they list and value children.
A list of children has four columns: placement, key, proof number, disproof number. The attacker needs one proof among
them, the defender one disproof.
"""

from __future__ import annotations

from veier.kernels.decorators import inner
from veier.kernels.state import Words
from veier.search.pn.numbers import INFINITE, REFUTED, disproof_of, pack, plies_of, proof_of, proved_in


@inner
def sum_up(children: Words, n: int, attacks: bool) -> tuple[int, int, int, int]:
    """Return of n children the most promising one, its number, the second best number, and the sum of the other kind.

    The child is -1 if all are decided for the opponent.
    """
    mine, others = (2, 3) if attacks else (3, 2)
    best, least, second, total = -1, INFINITE, INFINITE, 0
    for i in range(n):
        if children[i, others]:
            total += children[i, others]
            if children[i, mine] < least:
                best, least, second = i, children[i, mine], least
            elif children[i, mine] < second:
                second = children[i, mine]
    return best, least, second, min(total, INFINITE - 1)


@inner
def decided_numbers(attacks: bool, decides: bool, found: int, longest: int) -> int:
    """Return the numbers of a decided position.

    Either a child with the numbers `found` decides for the mover, or all decide against it; then the defence that puts
    the win off longest takes `longest` plies.
    """
    if attacks:
        return proved_in(1 + plies_of(found)) if decides else REFUTED
    return REFUTED if decides else proved_in(1 + longest)


@inner
def select_child(children: Words, n: int, attacks: bool, limits: int, found: int, longest: int) -> tuple[int, int, int]:
    """Return the child to search next, the limits of its search, and the numbers of the position so far.

    The child is -1 where the position is decided or a limit is reached. `found` are the numbers of the child that was
    searched last; for `longest` see `decided_numbers`.
    """
    best, least, second, total = sum_up(children, n, attacks)
    if best < 0 or least == 0:
        return -1, 0, decided_numbers(attacks, best >= 0, found, longest)
    numbers = pack(least, total) if attacks else pack(total, least)
    proof_limit, disproof_limit = proof_of(limits), disproof_of(limits)
    mine_limit, others_limit = (proof_limit, disproof_limit) if attacks else (disproof_limit, proof_limit)
    if total >= others_limit or least >= mine_limit:
        return -1, 0, numbers
    # A child is searched until it is a quarter worse than the second best, so that the search does not jump to and fro.
    next_mine = min(mine_limit, second + 1 + second // 4)
    next_others = min(INFINITE, others_limit - (total - children[best, 3 if attacks else 2]))
    return best, pack(next_mine, next_others) if attacks else pack(next_others, next_mine), numbers


@inner
def update_child(children: Words, child: int, found: int, longest: int) -> int:
    """Write the numbers that a child's search has found; return the new `longest`."""
    children[child, 2], children[child, 3] = proof_of(found), disproof_of(found)
    return max(longest, plies_of(found)) if proof_of(found) == 0 else longest
