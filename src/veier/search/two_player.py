"""The search for games of two that are won by a square: prove what can be proved, weigh what is left.

While pieces are placed, threats decide. So the mover's own win by threats comes first, the quickest that there is; then
a proof that it wins in any way, and one that the opponent does. Each move is tried against the opponent's wins by
threats; what is lost is kept only for its length. Among the moves that survive, the position after each decides, as the
game judges it. Alpha-beta does so only where nobody wins while pieces are placed, and when they are moved.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np

from veier.core.position import Position
from veier.kernels.scores import ALLOWS, WINS
from veier.kernels.state import PASS
from veier.search.alphabeta.search import JUDGED, NODE_LIMIT, NODES, make_notebook, weigh, write_variations
from veier.search.analysis import Analysis
from veier.search.limits import UNLIMITED, Limits, Stop
from veier.search.pn.numbers import is_refuted, plies_of_proof
from veier.search.pn.root import EFFORT, LOST, MOVE, PLIES, PROOFS_OF
from veier.search.pn.threat_search import ThreatSearch
from veier.search.root_move import Fate, make_lines
from veier.search.solve.book import book_move

# By these shares of the time or the nodes the own attack, the own proof, the opponent's and the trial of moves are
# over; then the own proof goes on.
_ATTACKED, _PROVED, _DISPROVED, _TRIED = 0.2, 0.75, 0.82, 0.88
# So much of the limits may go into searching to the end, where there are so few moves that all of them are looked at.
_SETTLED, _FEW = 0.25, 20
# Horizons of threat searches in plies, 0 for none, and the nodes that each search may take: quick wins are found first.
_ATTACKS = ((3, 500), (5, 2_000), (7, 5_000), (9, 10_000), (0, 10**9))
_TRIALS = ((4, 50), (6, 100), (8, 200), (0, 500), (10, 1_000), (0, 2_000), (12, 5_000), (0, 50_000), (0, 10**9))
_DEEPEST = 40
# After so many moves the proof tells how the game may go on.
_LINES = 5
# Moves that are worse than the best by so many thousandths of a logit get a bound instead of a value.
_MARGIN = 1500
# Alpha-beta looks at so many positions in the time of one node of threat search, so they count as one.
_LIGHTER = 5


def duel(position: Position, limits: Limits, stop: Stop) -> Analysis:
    """Look for the best move of a running game of two that threat search understands."""
    search = Duel(position, limits, stop)
    with stop.after(limits.seconds):
        search.run()
    return search.analysis()


def settle(position: Position, limits: Limits, stop: Stop) -> Duel | None:
    """Try to search a game of two to its last ply with a share of the limits; None where that is far away."""
    if position.game.players != 2 or not _is_near_its_end(position):
        return None
    stage = Stop()
    stop.tie(stage.word)
    nodes = None if limits.nodes is None else max(int(_SETTLED * limits.nodes), 1)
    search = Duel(position, replace(limits, nodes=nodes), stage)
    with stage.after(limits.seconds and _SETTLED * limits.seconds):
        search.run()
    return search


def _is_near_its_end(position: Position) -> bool:
    """Tell whether there are few moves, now and after any of them: a rule may allow few for once."""
    numbers = position.legal_numbers
    if len(numbers) > _FEW:
        return False
    after = position.play(position.describe(numbers[0]))
    return after.is_over or len(after.legal_numbers) <= _FEW


def answer_from_book(position: Position) -> Analysis | None:
    """Give the winning move of a position that one of the package's proofs comes to."""
    begun = time.monotonic()
    found = book_move(position)
    if found is None:
        return None
    fate = Fate(found.move.number, won=found.plies, nodes=1)
    return Analysis(position, make_lines(position, [fate]), 1, time.monotonic() - begun)


class Duel:
    """One search: what is known of each move grows step by step."""

    def __init__(self, position: Position, limits: Limits, stop: Stop) -> None:
        self._position, self._limits, self._stop = position, limits, stop
        self._rules = position.game.rules
        self.begun = time.monotonic()
        self.nodes = 0
        self.fates: list[Fate] = []
        # Who may win by force while pieces are placed, as far as somebody has asked.
        self._hopeful: set[int] = set()

    def run(self) -> None:
        """Search until the limits are reached or the best move is certain."""
        self._glance()
        if not self.is_open:
            return
        self._begin_weighing()
        must_pass = self._position.legal_numbers == (PASS,)
        if self._position.phase == 1 and self._position.game.threat_support and not must_pass and self.is_open:
            self._use_threats()
        # Where somebody may win early, looking a few plies ahead says less than judging the position after each move.
        if self.is_open and not self._stop.is_set and not self._hopeful:
            self._weigh()
        self.nodes += -(-int(self._notebook.control[NODES]) // _LIGHTER)

    def analysis(self) -> Analysis:
        """Say what was found."""
        lines = make_lines(self._position, self.fates)
        return Analysis(self._position, lines, self.nodes, time.monotonic() - self.begun)

    @property
    def is_open(self) -> bool:
        """Whether there is something to find out: no win is known, and not all is lost."""
        return any(fate.is_open for fate in self.fates) and not any(fate.won for fate in self.fates)

    # 1. What a glance shows.

    def _glance(self) -> None:
        """List the moves as the family judges them: a win, the safe ones, and what loses at once."""
        rules, evaluation = self._rules, self._position.game.evaluation
        moves, scores = np.empty(rules.move_limit, np.int64), np.empty(rules.move_limit)
        n = int(evaluation.kernels.candidates(rules.tables, evaluation.tables, self._position.state, moves, scores))
        self.nodes += n
        candidates = dict(zip(moves[:n].tolist(), scores[:n].tolist(), strict=True))
        for number, score in candidates.items():
            lost = 0 if score > ALLOWS else 2 if score == ALLOWS else 1
            self.fates.append(Fate(number, won=int(score == WINS), lost=lost, nodes=1))
        # The moves are described now: when the search is stopped, its answer must not wait for that.
        legal = [move.number for move in self._position.legal_moves]
        if not self.fates[0].won:
            self.fates += [Fate(number, lost=2, nodes=1) for number in legal if number not in candidates]

    # 2. Threats and proofs, while pieces are placed.

    def _use_threats(self) -> None:
        self._by_number = {fate.number: fate for fate in self.fates}
        if self._limits.threads > 1 and self._limits.depth is None:
            self._use_two_threads()
            return
        threats, mover = ThreatSearch(self._position, max(self._limits.megabytes // 2, 1)), self._position.mover
        if not self._attack(threats):
            self._prove(threats, mover, _PROVED)
            self._prove(threats, 1 - mover, _DISPROVED)
            self._try_moves(threats)
            self._prove(threats, mover, 1.0)
            self._prove(threats, 1 - mover, 1.0)
            self._read_proof_lines(threats)
        self.nodes += threats.nodes

    def _use_two_threads(self) -> None:
        """Ask from the beginning, beside everything else, whether the mover wins by force."""
        megabytes, mover, ended = max(self._limits.megabytes // 4, 1), self._position.mover, Stop()
        threats, beside = ThreatSearch(self._position, megabytes), ThreatSearch(self._position, megabytes)
        with ThreadPoolExecutor(1) as pool:
            asked = pool.submit(self._ask, beside, mover, 1.0, ended)
            if not self._attack(threats):
                self._prove(threats, 1 - mover, _DISPROVED)
                self._try_moves(threats)
            if not self.is_open:
                ended.set()
            self._note_proofs(beside, mover, asked.result())
            self._read_proof_lines(beside)
        self.nodes += threats.nodes + beside.nodes

    def _attack(self, threats: ThreatSearch) -> bool:
        """Look for the quickest win by threats; tell whether there is one."""
        with threats.until(self._stop, self._moment(_ATTACKED), self._node_limit(_ATTACKED)):
            for horizon, limit in self._within_depth(_ATTACKS):
                if plies := plies_of_proof(threats.attack(horizon, limit)):
                    self._note_win(threats, plies)
                    return True
                if threats.is_stopped:
                    break
        return False

    def _note_win(self, threats: ThreatSearch, plies: int) -> None:
        line = threats.line(self._position.mover)
        fate = self._by_number[line[0]]
        fate.won, fate.line, fate.nodes = plies, line, threats.nodes

    def _try_moves(self, threats: ThreatSearch) -> None:
        """Try each safe move against the opponent's wins by threats, the shortest first, unless one wins."""
        if any(fate.won for fate in self.fates):
            return
        share = _TRIED if self.is_open else 1.0
        with threats.until(self._stop, self._moment(share), self._node_limit(share)):
            for horizon, limit in self._within_depth(_TRIALS):
                only_one_left = threats.refute(horizon, limit) == 1 and self.is_open
                if only_one_left or threats.is_stopped:
                    break
        self._note_losses(threats)
        for row in threats.fates.tolist():
            self._by_number[row[MOVE]].nodes += row[EFFORT]

    def _note_losses(self, threats: ThreatSearch) -> None:
        """Note after which moves the opponent wins by threats."""
        for row in threats.fates.tolist():
            fate = self._by_number[row[MOVE]]
            if row[LOST]:
                fate.lost = min(fate.lost or row[PLIES], row[PLIES])

    def _prove(self, threats: ThreatSearch, attacker: int, share: float) -> None:
        """Ask whether a player wins by force, unless it is known what to play, and note what becomes certain.

        Nobody asks where only so many plies are to be looked at.
        """
        if self._limits.depth is not None or self._stop.is_set:
            return
        if self.is_open and sum(fate.is_open for fate in self.fates) > 1:
            self._note_proofs(threats, attacker, self._ask(threats, attacker, share))

    def _ask(self, threats: ThreatSearch, attacker: int, share: float, *stops: Stop) -> int:
        """Ask whether a player wins by force; give the numbers."""
        with threats.until(self._stop, self._moment(share), self._node_limit(share), *stops):
            return threats.prove(attacker)

    def _note_proofs(self, threats: ThreatSearch, attacker: int, numbers: int) -> None:
        self._note_losses(threats)
        if is_refuted(numbers):
            self._hopeful.discard(attacker)
        else:
            self._hopeful.add(attacker)
        wins, plies = attacker == self._position.mover, plies_of_proof(numbers)
        for row in threats.fates.tolist():
            known = row[PROOFS_OF + attacker]
            fate = self._by_number[row[MOVE]]
            fate.safe |= bool(known) and not wins and is_refuted(known)
            if known and (rest := plies_of_proof(known)):
                if wins:
                    fate.won = fate.won or 1 + rest
                else:
                    fate.lost = fate.lost or 1 + rest
        if wins and plies and not any(fate.won for fate in self.fates):
            self._note_win(threats, plies)

    def _read_proof_lines(self, threats: ThreatSearch) -> None:
        """Note how the game may go on after the best moves, as the own proof sees it."""
        for fate in sorted(self.fates, key=lambda fate: fate.rank)[:_LINES]:
            if not fate.lost and len(fate.line) < 2:
                fate.line = threats.proof_line(self._position.mover, fate.number)

    # 3. Alpha-beta among the moves that are left.

    def _begin_weighing(self) -> None:
        """Give every move a value, one ply deep: when the search is stopped, its answer must not wait for that."""
        self._depth = self._limits.depth or _DEEPEST
        megabytes = max(self._limits.megabytes // 4, 1)
        self._notebook = make_notebook(self._position, self._depth, megabytes, self._stop.word)
        self._notebook.control[NODE_LIMIT] = UNLIMITED
        self._weigh_within(1, [fate for fate in self.fates if fate.is_open])

    def _weigh(self) -> None:
        control, fates = self._notebook.control, [fate for fate in self.fates if fate.is_open]
        fates = [fate for fate in fates if fate.safe] or fates
        if self._limits.nodes is not None:
            control[NODE_LIMIT] = control[NODES] + self._nodes_left()
        for plies in range(2, self._depth + 1):
            fates.sort(key=lambda fate: fate.rank)
            if not self._weigh_within(plies, fates):
                break
        self._read_lines(fates)

    def _weigh_within(self, plies: int, fates: list[Fate]) -> bool:
        """Look so many plies ahead after each of some moves; tell whether there is more to see."""
        rules, evaluation, control = self._rules, self._position.game.evaluation, self._notebook.control
        doors = (
            evaluation.kernels.candidates,
            rules.kernels.push,
            evaluation.kernels.evaluate,
            rules.tables,
            evaluation.tables,
            self._notebook,
        )
        moves = np.array([fate.number for fate in fates], np.int64)
        values = np.zeros_like(moves)
        control[JUDGED] = 0
        begun = int(control[NODES])
        done = weigh(*doors, len(self._position.seen), plies, moves, values, _MARGIN)
        for fate, value in zip(fates[:done], values[:done].tolist(), strict=True):
            fate.note(value, exact=control[JUDGED] == 0 and done == len(fates))
            fate.nodes += (int(control[NODES]) - begun) // max(done, 1)
        return done == len(fates) and control[JUDGED] > 0 and self.is_open

    def _read_lines(self, fates: list[Fate]) -> None:
        """Note how the game may go on after each of some moves."""
        depth, rules = self._depth, self._rules
        moves = np.array([fate.number for fate in fates], np.int64)
        lengths = np.array([min(fate.won or fate.lost or depth, depth) for fate in fates], np.int64)
        out = np.empty((len(fates), depth), np.int64)
        write_variations(rules.kernels.push, rules.tables, self._notebook, moves, lengths, out)
        for fate, line, length in zip(fates, out, lengths, strict=True):
            fate.line = line[:length].tolist()

    # Limits.

    def _moment(self, share: float) -> float | None:
        """Give when a share of the time is over; None: never, or with the search itself."""
        seconds = self._limits.seconds
        return None if seconds is None or share == 1 else self.begun + share * seconds

    def _node_limit(self, share: float) -> int | None:
        return None if self._limits.nodes is None else int(share * self._limits.nodes)

    def _nodes_left(self) -> int:
        assert self._limits.nodes is not None
        return _LIGHTER * max(self._limits.nodes - self.nodes, 0)

    def _within_depth(self, looks: tuple[tuple[int, int], ...]) -> Iterator[tuple[int, int]]:
        for horizon, limit in looks:
            if self._limits.depth is None or 0 < horizon <= self._limits.depth:
                yield horizon, limit
