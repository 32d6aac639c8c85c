"""The search for two-player games that are won by a square: prove what can be proved, evaluate what is left.

What the package's books prove is known from the start. While pieces are placed, threats decide. So the mover's own win
by threats comes first, the quickest there is; then a proof that it wins in any way, and one that the opponent does.
Each move is tried against the opponent's wins by threats; what is lost is kept only for its length. Among the moves
that survive, the evaluation after each decides. Alpha-beta does so only where nobody wins while pieces are placed, and
when they are moved.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from veier.core.position import Position
from veier.kernels.scores import ALLOWS, WINS
from veier.kernels.state import PASS
from veier.search.alphabeta.root import AlphaBeta
from veier.search.analysis import Analysis, Proven
from veier.search.limits import Limits, Stop
from veier.search.one_ply import wins_after_replies
from veier.search.pn.numbers import is_refuted, plies_of_proof
from veier.search.pn.proof_search import ProofSearch
from veier.search.pn.root import EFFORT, LOST, MOVE, PLIES, PROOFS_OF
from veier.search.resistance import find_probability
from veier.search.root_move import RootMove, to_variations
from veier.search.solve.knowledge import known_line

# Cumulative share of the time or the nodes at which each stage stops: the own attack, the own proof, the opponent's
# proof, the trial of moves; then the own proof goes on.
_ATTACKED, _PROVED, _DISPROVED, _TRIED = 0.2, 0.75, 0.82, 0.88
# The share of the limits for solving an endgame, and the most moves that an endgame has.
_ENDGAME_SHARE, _ENDGAME_MOVES = 0.25, 20
# Horizons of threat searches in plies, 0 for none, and the node limit of each: quick wins are found first.
_ATTACKS = ((3, 500), (5, 2_000), (7, 5_000), (9, 10_000), (0, 10**9))
_TRIALS = ((4, 50), (6, 100), (8, 200), (0, 500), (10, 1_000), (0, 2_000), (12, 5_000), (0, 50_000), (0, 10**9))
_DEEPEST = 40
# The number of best moves whose variations are read from a proof.
_PROOF_VARIATIONS = 5
# Where all is lost: nodes of each threat search that looks for winning replies, nodes of all of them, and the number of
# moves for which it is compared how likely the win is found.
_REPLY, _RESISTANCE, _COMPARED = 200, 10_000, 12
# Nodes of alpha-beta in the time of one node of threat search: they count as one.
_LIGHTER = 5


def search_two_player(position: Position, limits: Limits, stop: Stop, known: Mapping[int, Proven]) -> Analysis:
    """Search for the best move of a running two-player game that has threat kernels; some moves may be known."""
    search = TwoPlayerSearch(position, limits, stop, known)
    with stop.after(limits.seconds):
        search.run()
    return search.analysis()


def solve_endgame(position: Position, limits: Limits, stop: Stop) -> TwoPlayerSearch | None:
    """Try to search a two-player game to its end with a share of the limits; None where that is far away."""
    if position.game.players != 2 or not _is_endgame(position):
        return None
    stage = Stop()
    stop.tie(stage.word)
    nodes = None if limits.nodes is None else max(int(_ENDGAME_SHARE * limits.nodes), 1)
    search = TwoPlayerSearch(position, replace(limits, nodes=nodes), stage)
    with stage.after(limits.seconds and _ENDGAME_SHARE * limits.seconds):
        search.run()
    return search


def _is_endgame(position: Position) -> bool:
    """Return whether there are few moves, now and after any of them: a rule may allow few for once."""
    numbers = position.legal_numbers
    if len(numbers) > _ENDGAME_MOVES:
        return False
    after = position.play(position.describe(numbers[0]))
    return after.is_over or len(after.legal_numbers) <= _ENDGAME_MOVES


class TwoPlayerSearch:
    """One search: what is known about each root move grows step by step."""

    def __init__(
        self, position: Position, limits: Limits, stop: Stop, known: Mapping[int, Proven] = MappingProxyType({})
    ) -> None:
        self._position, self._limits, self._stop, self._known = position, limits, stop, known
        self.begun = time.monotonic()
        self.nodes = 0
        self.root_moves: list[RootMove] = []
        # The seats that may still win by force while pieces are placed, of those that were asked for.
        self._may_win: set[int] = set()

    def run(self) -> None:
        """Search until the limits are reached or the best move is certain; where all is lost, choose how to resist."""
        self._search()
        if self._is_lost:
            self._resist()

    def _search(self) -> None:
        self._list_root_moves()
        self._read_known()
        if not self.is_open:
            return
        self._begin_alpha_beta()
        self._tell()
        must_pass = self._position.legal_numbers == (PASS,)
        if self._position.phase == 1 and self._position.game.threat_support and not must_pass and self.is_open:
            self._search_proofs()
            self._tell()
        # Where somebody may win early, a few plies of alpha-beta are worth less than the evaluation after each move.
        if self.is_open and not self._stop.is_set and not self._may_win:
            self._deepen()
        self.nodes += -(-self._alpha_beta.nodes // _LIGHTER)

    def analysis(self) -> Analysis:
        """Return what was found."""
        best = min(self.root_moves, key=lambda root_move: root_move.rank)
        if best.number in self._known and not best.pv:
            best.pv = known_line(self._position, best.number)
        variations = to_variations(self._position, self.root_moves)
        return Analysis(self._position, variations, self.nodes, time.monotonic() - self.begun)

    def _tell(self, search: ProofSearch | None = None) -> None:
        """Report what was found so far, with the nodes of a proof search that is not finished."""
        nodes = -(-self._alpha_beta.nodes // _LIGHTER) + (search.threat_nodes if search else 0)
        self._stop.tell(lambda: replace(self.analysis(), nodes=self.nodes + nodes))

    @property
    def is_open(self) -> bool:
        """Whether there is something to find out: no win is known, and not all is lost."""
        root_moves = self.root_moves
        return any(move.is_open for move in root_moves) and not any(move.won for move in root_moves)

    @property
    def _is_lost(self) -> bool:
        return all(root_move.lost for root_move in self.root_moves)

    # 1. What one ply shows.

    def _list_root_moves(self) -> None:
        """List the moves as the family's candidates tell them apart: a win, the safe ones, and what loses at once."""
        rules, evaluation = self._position.game.rules, self._position.game.evaluation
        moves, scores = np.empty(rules.move_limit, np.int64), np.empty(rules.move_limit)
        n = int(evaluation.kernels.candidates(rules.tables, evaluation.tables, self._position.state, moves, scores))
        self.nodes += n
        candidates = dict(zip(moves[:n].tolist(), scores[:n].tolist(), strict=True))
        for number, score in candidates.items():
            lost = 0 if score > ALLOWS else 2 if score == ALLOWS else 1
            self.root_moves.append(RootMove(number, won=int(score == WINS), lost=lost, score=score, nodes=1))
        # The moves are described now: when the search is stopped, its answer must not wait for that.
        legal = [move.number for move in self._position.legal_moves]
        if not self.root_moves[0].won:
            self.root_moves += [RootMove(number, lost=2, nodes=1) for number in legal if number not in candidates]
        self._by_number = {root_move.number: root_move for root_move in self.root_moves}

    # 2. What the books prove.

    def _read_known(self) -> None:
        """Take over what is known; a known win may yet be shorter by threats."""
        mover = self._position.mover
        for number, proven in self._known.items():
            root_move = self._by_number.get(number)
            if root_move is None or not root_move.is_open:
                continue
            if proven.winner == mover:
                root_move.won = proven.plies
            else:
                root_move.lost = proven.plies
        shortest = min((root_move.won for root_move in self.root_moves if root_move.won), default=0)
        if shortest > 1:
            search = self._make_proof_search()
            self._attack(search, shortest)
            self.nodes += search.threat_nodes

    # 3. Threats and proofs, while pieces are placed.

    def _search_proofs(self) -> None:
        if self._limits.threads > 1 and self._limits.depth is None:
            self._search_proofs_in_two_threads()
            return
        search, mover = self._make_proof_search(), self._position.mover
        if not self._attack(search):
            self._prove(search, mover, _PROVED)
            self._tell(search)
            self._prove(search, 1 - mover, _DISPROVED)
            self._tell(search)
            self._try_moves(search)
            self._tell(search)
            self._prove(search, mover, 1.0)
            self._prove(search, 1 - mover, 1.0)
            self._read_proof_variations(search)
        self.nodes += search.threat_nodes

    def _make_proof_search(self) -> ProofSearch:
        return ProofSearch(self._position, max(self._limits.megabytes // 2, 1))

    def _search_proofs_in_two_threads(self) -> None:
        """Search all the time, in a thread of its own, for a proof that the mover wins."""
        megabytes, mover, ended = max(self._limits.megabytes // 4, 1), self._position.mover, Stop()
        search, own = ProofSearch(self._position, megabytes), ProofSearch(self._position, megabytes)
        with ThreadPoolExecutor(1) as pool:
            future = pool.submit(self._search_proof, own, mover, 1.0, ended)
            if not self._attack(search):
                self._prove(search, 1 - mover, _DISPROVED)
                self._try_moves(search)
            if not self.is_open:
                ended.set()
            self._read_proof(own, mover, future.result())
            self._read_proof_variations(own)
        self.nodes += search.threat_nodes + own.threat_nodes

    def _attack(self, search: ProofSearch, known: int = 0) -> bool:
        """Search for the quickest win by threats, quicker than one that is known; return whether there is one."""
        with search.until(self._stop, self._moment(_ATTACKED), self._node_limit(_ATTACKED)):
            for horizon, nodes in self._within_depth(_ATTACKS):
                if known and not 0 < horizon < known:
                    break
                if plies := plies_of_proof(search.attack(horizon, nodes)):
                    self._set_win(search, plies)
                    return True
                if search.is_stopped:
                    break
        return False

    def _set_win(self, search: ProofSearch, plies: int) -> None:
        pv = search.attack_variation(self._position.mover)
        root_move = self._by_number[pv[0]]
        root_move.won, root_move.pv, root_move.nodes = plies, pv, search.threat_nodes

    def _try_moves(self, search: ProofSearch) -> None:
        """Try each safe move against the opponent's wins by threats, the shortest first, unless one wins."""
        if any(root_move.won for root_move in self.root_moves):
            return
        share = _TRIED if self.is_open else 1.0
        with search.until(self._stop, self._moment(share), self._node_limit(share)):
            for horizon, nodes in self._within_depth(_TRIALS):
                only_one_left = search.refute(horizon, nodes) == 1 and self.is_open
                if only_one_left or search.is_stopped:
                    break
        self._read_losses(search)
        for entry in search.placements.tolist():
            self._by_number[entry[MOVE]].nodes += entry[EFFORT]

    def _read_losses(self, search: ProofSearch) -> None:
        """Take over after which moves the opponent wins by threats."""
        for entry in search.placements.tolist():
            root_move = self._by_number[entry[MOVE]]
            if entry[LOST]:
                root_move.lost = min(root_move.lost or entry[PLIES], entry[PLIES])

    def _prove(self, search: ProofSearch, attacker: int, share: float) -> None:
        """Search for a proof that a player wins and take over what it knows, unless the move to play is certain.

        With a limit of depth there are no proofs.
        """
        if self._limits.depth is not None or self._stop.is_set:
            return
        if self.is_open and sum(root_move.is_open for root_move in self.root_moves) > 1:
            self._read_proof(search, attacker, self._search_proof(search, attacker, share))

    def _search_proof(self, search: ProofSearch, attacker: int, share: float, *stops: Stop) -> int:
        """Search for a proof that a player wins by force; return the numbers."""
        with search.until(self._stop, self._moment(share), self._node_limit(share), *stops):
            return search.prove(attacker)

    def _read_proof(self, search: ProofSearch, attacker: int, numbers: int) -> None:
        """Take over what a search for an attacker has proved."""
        self._read_losses(search)
        if is_refuted(numbers):
            self._may_win.discard(attacker)
        else:
            self._may_win.add(attacker)
        wins, plies = attacker == self._position.mover, plies_of_proof(numbers)
        for entry in search.placements.tolist():
            known = entry[PROOFS_OF + attacker]
            root_move = self._by_number[entry[MOVE]]
            root_move.not_lost |= bool(known) and not wins and is_refuted(known)
            if known and (rest := plies_of_proof(known)):
                if wins:
                    root_move.won = root_move.won or 1 + rest
                else:
                    root_move.lost = root_move.lost or 1 + rest
        if wins and plies and not any(root_move.won for root_move in self.root_moves):
            self._set_win(search, plies)

    def _read_proof_variations(self, search: ProofSearch) -> None:
        """Take over the expected moves after the best moves from the own proof."""
        for root_move in sorted(self.root_moves, key=lambda root_move: root_move.rank)[:_PROOF_VARIATIONS]:
            if not root_move.lost and len(root_move.pv) < 2:
                root_move.pv = search.proof_variation(self._position.mover, root_move.number)

    # 4. Alpha-beta among the moves that are left.

    def _begin_alpha_beta(self) -> None:
        """Evaluate every move one ply deep first, so that a stopped search can answer at once."""
        megabytes = max(self._limits.megabytes // 4, 1)
        self._alpha_beta = AlphaBeta(self._position, self._limits.depth or _DEEPEST, megabytes, self._stop.word)
        self._search_to(1, [root_move for root_move in self.root_moves if root_move.is_open])

    def _deepen(self) -> None:
        """Search the open moves, only those proved not to lose if there are any, deeper and deeper."""
        search, open_moves = self._alpha_beta, [root_move for root_move in self.root_moves if root_move.is_open]
        open_moves = [root_move for root_move in open_moves if root_move.not_lost] or open_moves
        if self._limits.nodes is not None:
            search.allow(_LIGHTER * max(self._limits.nodes - self.nodes, 0))
        for depth in range(2, search.depth + 1):
            open_moves.sort(key=lambda root_move: root_move.rank)
            if not self._search_to(depth, open_moves):
                break
            self._tell()
        numbers = [root_move.number for root_move in open_moves]
        longest = [root_move.won or root_move.lost or search.depth for root_move in open_moves]
        for root_move, pv in zip(open_moves, search.variations(numbers, longest), strict=True):
            root_move.pv = pv

    def _search_to(self, depth: int, root_moves: list[RootMove]) -> bool:
        """Search some moves to a depth; return whether there is more to find out."""
        search, begun = self._alpha_beta, self._alpha_beta.nodes
        values = search.search(depth, [root_move.number for root_move in root_moves])
        complete = len(values) == len(root_moves)
        for root_move, value in zip(root_moves, values, strict=False):
            root_move.set_value(value, exact=search.is_exact and complete)
            root_move.nodes += (search.nodes - begun) // len(values)
        return complete and not search.is_exact and self.is_open

    # 5. Where all is lost: the move after which the win is hardest to find.

    def _resist(self) -> None:
        """Find the replies that win after each move, and how likely they are found."""
        wins = wins_after_replies(self._position, 1 - self._position.mover) or {}
        for root_move in self.root_moves:
            if root_move.lost == 2 and root_move.number in wins:
                root_move.replies = len(wins[root_move.number])
        late = sorted((move for move in self.root_moves if move.lost > 2), key=lambda move: move.rank)
        has_threats = self._position.phase == 1 and self._position.game.threat_support
        if late and has_threats and self._limits.depth is None:
            self._find_winning_replies(late, wins)
        for root_move in sorted(self.root_moves, key=lambda move: move.rank)[:_COMPARED]:
            if self._stop.is_set:
                break
            if root_move.is_counted:
                root_move.found = find_probability(self._position, root_move.number, wins[root_move.number])

    def _find_winning_replies(self, late: list[RootMove], wins: dict[int, list[int]]) -> None:
        """Find the replies that win by threats after moves that do not lose at once."""
        search = self._make_proof_search()
        indices = {number: index for index, number in enumerate(search.placements[:, MOVE].tolist())}
        left = _RESISTANCE if self._limits.nodes is None else max(self._limits.nodes - self.nodes, 0)
        with search.until(self._stop, None, min(left, _RESISTANCE)):
            for root_move in late:
                if root_move.number in indices and not search.is_stopped:
                    replies = search.winning_replies(indices[root_move.number], _REPLY)
                    if search.is_stopped:
                        break
                    wins[root_move.number] = replies
                    root_move.replies = len(replies)
        self.nodes += search.threat_nodes

    # Limits.

    def _moment(self, share: float) -> float | None:
        """Return when a share of the time is over; None: never, or with the search itself."""
        seconds = self._limits.seconds
        return None if seconds is None or share == 1 else self.begun + share * seconds

    def _node_limit(self, share: float) -> int | None:
        return None if self._limits.nodes is None else int(share * self._limits.nodes)

    def _within_depth(self, stages: tuple[tuple[int, int], ...]) -> Iterator[tuple[int, int]]:
        for horizon, nodes in stages:
            if self._limits.depth is None or 0 < horizon <= self._limits.depth:
                yield horizon, nodes
