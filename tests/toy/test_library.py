"""A game of another package, neither of squares nor of rows, in the library: rules, texts, search, table, records."""

from __future__ import annotations

import json
from random import Random

import pytest

import veier
from toy.notakto import GAMES
from veier.environments.vector import VectorGames
from veier.learn import Bullets, lesson_page, read_page
from veier.learn.puzzle_store import puzzles_of
from veier.messages import LANGUAGES
from veier.search.levels import level_count, think_at_level
from veier.search.limits import Limits
from veier.search.simple_players import greedy_move, random_move
from veier.sheets import PrintSettings, parts_of, set_pages, set_pdf
from veier.table import Move, Refusal, SeatPlan, Setup, Table, apply, board_data, decide, fold, table_record

# Red completes the column b1-b2-b3, so Blue wins.
LOST = ["b2", "a1", "b1", "c2", "b3"]


def start() -> veier.Position:
    return veier.game("notakto").start()


def test_it_is_found_beside_the_others() -> None:
    assert [game.name for game in veier.all_games()][-1] == "notakto"
    assert len(veier.all_games()) == 12
    game = veier.game("notakto?side=4")
    assert (game.id, game.title, game.author, game.year) == ("notakto?side=4", "Notakto", "Bob Koca", 2010)
    assert game.spec is GAMES[0]
    with pytest.raises(veier.BadOption):
        veier.game("notakto?side=6")


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_texts_come_with_it(language: str) -> None:
    game = veier.game("notakto")
    assert game.text("title").text(language) == "Notakto"
    told = [game.text("what"), game.group_title, game.rules.board, game.rules.pieces, game.notation.explain_move(0)]
    assert all(message.text(language) for message in told)
    page = read_page(game, language)
    assert page.title == "Notakto"
    assert any(isinstance(block, Bullets) for block in page.blocks)


def test_its_rules() -> None:
    position = start().play(*LOST)
    assert position.outcome == veier.Outcome(1, "goal")
    assert position.legal_moves == ()
    assert str(start().play("b2").why_illegal("b2")) == "b2 is taken"
    assert "a1 to c3" in str(start().why_illegal("d4"))
    assert veier.perft(start(), 3) == 9 * 8 * 7
    assert veier.perft(start(), 4) == 9 * 8 * 7 * 6 - 8 * 6 * 6
    played = veier.play_randomly(start(), 200, 1)
    assert sum(played.wins) == 200
    assert (played.draws, played.unfinished) == (0, 0)


def test_it_has_no_patterns_lessons_or_puzzles() -> None:
    position = start().play("b2", "a1")
    assert (position.squares(), position.rows(), position.threats(0)) == ((), (), ())
    assert lesson_page(position.game) is None
    assert puzzles_of("notakto") == ()
    with pytest.raises(veier.VeierError):
        veier.solve(position)


def test_records_and_position_strings_come_back() -> None:
    for length in range(len(LOST) + 1):
        position = start().play(*LOST[:length])
        assert veier.parse_position(veier.format_position(position)) == position
    assert veier.format_position(start().play("b2", "a1")) == "notakto .../.r./b.. r - 0 -"
    with pytest.raises(veier.BadPosition):
        veier.parse_position("notakto ..../.r./b.. r - 0 -")
    record = veier.parse_record('[Game "notakto"]\n\n' + " ".join(LOST))
    assert record.moves == tuple(LOST)
    assert veier.parse_record(veier.format_record(record)) == record
    assert veier.record_from_data(json.loads(json.dumps(veier.record_to_data(record)))) == record


def test_it_is_shown_as_arrays_and_played_on_many_boards() -> None:
    position = start().play("b2", "a1")
    assert position.game.action_count == 10
    assert position.planes().tolist() == [[[1, 0, 0], [0, 1, 0], [0, 0, 0]]]
    assert {position.game.action_text(k) for k in range(10) if position.action_mask()[k]} == {
        move.text for move in position.legal_moves
    }
    games = VectorGames("notakto", 50, seed=1)
    ended = sum(int(games.step(games.random_actions()).terminated.sum()) for _ in range(30))
    assert ended > 100


# Search.


def test_the_search_proves_that_the_first_player_wins_in_the_middle() -> None:
    found = veier.think(start(), Limits(nodes=20_000))
    assert found.best.move.text == "b2"
    assert found.best.proven is not None
    assert found.best.proven.winner == 0


def test_every_level_plays_and_the_highest_beats_chance() -> None:
    levels = level_count(start().game)
    assert levels == 5
    for level in range(1, levels + 1):
        move = think_at_level(start(), level, Limits(nodes=100), seed=level).best.move
        assert start().is_legal(move)
    wins, random = 0, Random(4)
    for seed in range(20):
        position = veier.game("notakto?side=4").start()
        while not position.is_over:
            mine = position.mover == seed % 2
            best = think_at_level(position, levels, Limits(nodes=200), seed=seed).best.move if mine else None
            position = position.play(best or random_move(position, random))
        assert position.outcome
        wins += position.outcome.winner == seed % 2
    assert wins >= 18


def test_a_player_without_an_evaluation_sees_one_move_ahead() -> None:
    position = start().play("b2", "a1", "c2")
    losing = {"c3", "a2"}
    assert all(greedy_move(position, Random(seed)).text not in losing for seed in range(10))
    assert all(think_at_level(position, 1, seed=seed).best.move.text not in losing for seed in range(10))


@pytest.mark.parametrize("language", LANGUAGES)
def test_moves_and_positions_are_explained(language: str) -> None:
    before_last = start().play(*LOST[:4])
    keys = [remark.text.key for remark in veier.explain_move(before_last, "b3")]
    assert keys[0] == "explain.ends"
    remarks = [*veier.explain_position(start().play(*LOST)), *veier.explain_position(start())]
    for name in ("notakto", "notakto?wins=1"):
        for seed in range(5):
            position, random = veier.game(name).start(), Random(seed)
            while not position.is_over:
                remarks += veier.explain_position(position)
                move = random_move(position, random)
                remarks += veier.explain_move(position, move)
                position = position.play(move)
    plain = {f"explain.plain_{kind}" for kind in ("allows", "can_win", "missed")}
    assert plain <= {remark.text.key for remark in remarks}
    assert all(remark.text.text(language) and "{" not in remark.text.text(language) for remark in remarks)


# Tables, screens and sheets.


def test_a_table_is_played_decided_and_folded() -> None:
    setup = Setup("notakto", (SeatPlan("human"), SeatPlan("human")))
    table, events = Table.start(setup, 0), []
    for number, text in enumerate(LOST):
        for event in decide(table, number % 2, Move(text), 0):
            events.append(event)
            table = apply(table, event)
    assert table.result is not None
    assert (table.result.winner, table.result.why) == (1, "goal")
    assert fold(setup, events).position == table.position
    assert [move.text for move in table.moves] == LOST
    assert table_record(table).moves == tuple(LOST)
    with pytest.raises(Refusal):
        decide(table, 1, Move("a2"), 0)


def test_the_board_as_a_player_sees_it() -> None:
    board = board_data(start().play("b2", "a1"))
    assert [choice["text"] for choice in board["view"]["choices"]] == ["b1", "c1", "a2", "c2", "a3", "b3", "c3"]
    assert (board["refused"], board["gives"], board["threats"], board["squares"]) == ([], [], [], [])
    assert (board["reopened"], board["closed"], board["rows"]) == ([], None, [])
    assert board["view"]["surface"] == "grid"
    assert len(board["view"]["stones"]) == 2
    over = board_data(start().play(*LOST))
    assert over["over"]
    assert over["told"]["key"] == "outcome.goal"
    json.dumps([board, over])


@pytest.mark.parametrize("language", LANGUAGES)
def test_sheets_are_printed(language: str) -> None:
    game = veier.game("notakto")
    assert parts_of(game) == ("sheets", "rules")
    settings = PrintSettings(language)
    assert len(set_pages(game, settings)) >= 3
    assert set_pdf(game, settings).startswith(b"%PDF")
