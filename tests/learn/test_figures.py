"""Figures show what they say: the rules are asked about each one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import veier
from veier.learn import Figure, FigureBlock, page_name, read_page

PAGES = {page_name(game): game for game in veier.all_games()}
# What a page shows where another reading of a rule is chosen.
READ_OTHERWISE = {
    "4eyes?nogifts=1": {"forbidden", "no-gift"},
    "4eyes-beginners?nogifts=1": {"forbidden", "no-gift"},
    "4eyes-plus-2p?nogifts=1": {"forbidden", "no-gift", "flip"},
    "4eyes-plus-2p?elsewhere=1": {"forbidden", "gift", "move"},
    "4eyes-pencil-2p?nogifts=1": {"forbidden", "no-gift"},
    "hexrows?round=1": {"opening", "run-8"},
}


def figures_of(page: str) -> list[Figure]:
    game = PAGES[page] if page in PAGES else veier.game(page)
    blocks = [block for block in read_page(game, "en").blocks if isinstance(block, FigureBlock)]
    return [one.figure for block in blocks for one in block.figures]


def is_won(figure: Figure, tilt: Callable[[int, int], bool]) -> bool:
    """Tell whether the mover won by one square that leans as it should, and the drawing marks it."""
    position, before = figure.position, before_last(figure)
    (square,) = position.squares(made=True)
    (mark,) = figure.view.squares
    assert (mark.kind, set(mark.corners)) == ("made", set(square.cells))
    assert position.outcome == veier.Outcome(before.mover, "square")
    return square.seat == before.mover and tilt(*sorted(square.step))


def before_last(figure: Figure) -> veier.Position:
    return figure.position.game.start().play(*figure.moves[:-1])


def shows_straight(figure: Figure) -> bool:
    return is_won(figure, lambda short, long: short == 0)


def shows_diamond(figure: Figure) -> bool:
    return is_won(figure, lambda short, long: short == long)


def shows_tilted(figure: Figure) -> bool:
    return is_won(figure, lambda short, long: 0 < short < long)


def shows_forbidden(figure: Figure) -> bool:
    assert figure.refused
    position, patterns = figure.position, figure.position.game.patterns
    made = {square.cells: square.seat for square in patterns.made_by(position.state, figure.refused.move)}
    assert {mark.corners for mark in figure.view.squares} == set(made)
    assert len(set(made.values())) == 2
    reason = position.why_illegal(figure.refused.move)
    return position.mover in made.values() and reason is not None and reason.key == "illegal.both"


def shows_no_gift(figure: Figure) -> bool:
    assert figure.refused
    position, patterns = figure.position, figure.position.game.patterns
    made = {square.cells: square.seat for square in patterns.made_by(position.state, figure.refused.move)}
    assert {mark.corners for mark in figure.view.squares} == set(made)
    reason = position.why_illegal(figure.refused.move)
    return position.mover not in made.values() and reason is not None and reason.key == "illegal.gift"


def shows_gift(figure: Figure) -> bool:
    outcome = figure.position.outcome
    return outcome is not None and outcome.why == "square" and outcome.winner != before_last(figure).mover


def shows_pieces(figure: Figure) -> bool:
    """One tile of each type lies there for each player."""
    position = figure.position
    laid = [position.game.start().reserves[seat] for seat in range(2)]
    return laid == [{"A": 1, "B": 1, "D": 1}] * 2 and position.reserves == ({"A": 0, "B": 0, "D": 0},) * 2


def shows_laid(figure: Figure) -> bool:
    """Every player has laid a stone of the own colour and one of the next player's."""
    players = figure.position.game.players
    assert len(figure.moves) == players
    line = [figure.position.game.start()]
    for move in figure.moves:
        line.append(line[-1].play(move))
    stones = [[seat for _, seat in after.last_move.stones] for after in line[1:] if after.last_move]
    return stones == [[seat, (seat + 1) % players] for seat in range(players)]


def shows_ready(figure: Figure) -> bool:
    position = figure.position
    return position.phase == 2 and position.mover == 0 and not position.is_over


def shows_move(figure: Figure, kind: str = "move") -> bool:
    last = figure.position.last_move
    assert last
    assert set(figure.view.last) == {cell for cell, _ in last.stones}
    return before_last(figure).phase == 2 and last.kind == kind and not figure.position.is_over


def shows_slide(figure: Figure) -> bool:
    """The caption says that the tile was slid diagonally."""
    start, end = figure.moves[-1][:2], figure.moves[-1][2:]
    assert abs(ord(start[0]) - ord(end[0])) == abs(int(start[1]) - int(end[1])) == 1
    return shows_move(figure, "slide")


def shows_turn(figure: Figure) -> bool:
    assert figure.moves[-1].endswith("r")
    return shows_move(figure, "turn")


def shows_opening(figure: Figure) -> bool:
    """Two stones that are neighbours, the first of them not on the edge."""
    rules = figure.position.game.rules
    one, two = (rules.cell_numbers[move] for move in figure.moves)
    around = rules.tables.steps[one, :6].tolist()
    return two in around and -1 not in around


def shows_run(figure: Figure) -> bool:
    """The id says how long the run is; its last stone has just been laid."""
    length = int(figure.id.removeprefix("run-"))
    (row,) = figure.position.rows()
    assert figure.moves[-1] in row.cells
    assert len(figure.view.rows) == row.points
    return (len(row.cells), row.points) == (length, length // 4) and figure.position.scores == (length // 4, 0)


def shows_crossing(figure: Figure) -> bool:
    one, two = figure.position.rows()
    return len(set(one.cells) & set(two.cells)) == 1 and figure.position.scores == (2, 0)


def shows_end(figure: Figure) -> bool:
    position = figure.position
    assert position.scores == (1, 0)
    return position.outcome == veier.Outcome(0, "score") and position.reserves[0]["stone"] == 0


SHOWS: dict[str, Callable[[Figure], bool]] = {
    name.removeprefix("shows_").replace("_", "-"): check
    for name, check in globals().items()
    if name.startswith("shows_")
}


@pytest.mark.parametrize("name", [*PAGES, *READ_OTHERWISE])
def test_figures_show_what_they_say(name: str) -> None:
    for figure in figures_of(name):
        assert SHOWS[figure.kind](figure), figure.id


@pytest.mark.parametrize("name", PAGES)
def test_every_rule_that_can_be_shown_is_shown(name: str) -> None:
    wanted = {
        "4eyes": {"straight", "diamond", "tilted", "forbidden", "gift", "slide", "turn"},
        "4eyes-beginners": {"straight", "diamond", "tilted", "forbidden", "gift", "slide", "turn"},
        "4eyes-plus": {"straight", "diamond", "tilted", "forbidden", "gift", "move", "flip", "laid-three"},
        "4eyes-pencil": {"straight", "diamond", "tilted", "forbidden", "gift", "laid-three"},
        "hexrows": {"run-4", "run-7", "run-8", "crossing", "opening", "end"},
    }
    assert wanted[name] <= {figure.id for figure in figures_of(name)}


@pytest.mark.parametrize(("game", "shown"), READ_OTHERWISE.items())
def test_a_page_shows_the_rules_as_they_are_read(game: str, shown: set[str]) -> None:
    ids = {figure.id for figure in figures_of(game)}
    assert shown <= ids
    hidden = {"gift"} if "nogifts" in game else {"flip"} if "elsewhere" in game else {"end"}
    assert not ids & hidden


@pytest.mark.parametrize("name", [*PAGES, *READ_OTHERWISE])
def test_figures_travel_with_all_that_a_playground_needs(name: str) -> None:
    for figure in figures_of(name):
        data = figure.to_data()
        assert veier.game(data["game"]).start().play(*data["moves"]) == figure.position
        assert (data["refused"] is None) == (figure.kind not in ("forbidden", "no-gift"))
