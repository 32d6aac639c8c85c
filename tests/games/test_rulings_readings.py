"""Other readings of the rules, which are options of the games: what changes with each, and that nothing else does."""

from __future__ import annotations

from random import Random

import pytest
from learn.page_text import sentences

import veier
from games.playing import after, both_phases, sample, texts
from veier import Position
from veier.core.descriptions import describe_outcome, describe_task
from veier.core.game import Game
from veier.kernels.state import PASS, read_result
from veier.learn import read_page
from veier.messages import LANGUAGES
from veier.search.levels import level_count, think_at_level
from veier.search.one_ply import winning_numbers
from veier.search.solve.book import read_books
from veier.search.solve.knowledge import known_moves
from veier.table.board_state import choices_data

READINGS = [(game, option) for game in veier.all_games() for option in game.spec.options if option.reading]
CHOSEN = [f"{game.id}?{option.name}={option.high}" for game, option in READINGS]


def readings_of(game: Game) -> set[str]:
    return {option.name for option in game.spec.options if option.reading}


def test_every_reading_is_off_and_comes_last_in_an_id() -> None:
    for game in veier.all_games():
        names = list(game.options)
        assert {game.options[name] for name in readings_of(game)} <= {0}
        assert set(names[len(names) - len(readings_of(game)) :]) == readings_of(game)


@pytest.mark.parametrize("id_", CHOSEN)
def test_a_book_is_never_used_under_another_reading(id_: str) -> None:
    """Not even where the proof would hold: it was checked by other rules."""
    usual, other = veier.game(id_.split("?")[0]), veier.game(id_)
    assert other.id == id_
    assert read_books(other) == ()
    assert known_moves(other.start()) == {}
    if read_books(usual):
        assert known_moves(usual.start())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("id_", CHOSEN)
def test_the_rules_pages_say_what_can_be_chosen_and_what_is(id_: str, language: str) -> None:
    usual, other = (read_page(veier.game(name), language) for name in (id_.split("?")[0], id_))
    texts_of = {text.replace("\N{NO-BREAK SPACE}", " ") for text in sentences(usual)}
    for option in veier.game(id_).spec.options:
        if option.text:
            told = option.text.text(language).replace("\N{NO-BREAK SPACE}", " ")
            assert any(f"{option.name}=" in text and told in text for text in texts_of)
    assert usual != other


# A lifted domino goes elsewhere

ONE_EACH = "4eyes-plus-2p?side=3&tiles=1"


def test_a_lifted_domino_must_go_onto_cells_that_were_free_before() -> None:
    usual, elsewhere = (after(game, "a1a2 c3c2") for game in (ONE_EACH, f"{ONE_EACH}&elsewhere=1"))
    own = {"a1-a2a1", "a1-a1b1", "a1-b1a1", "a1-a2b2", "a1-b2a2", "a1-a2a3", "a1-a3a2"}
    assert texts(usual) - texts(elsewhere) == own
    assert texts(elsewhere) < texts(usual)


def test_where_no_two_cells_were_free_before_the_mover_passes() -> None:
    position = after("4eyes-plus-2p?side=3&tiles=2&elsewhere=1", "a1b1 c1c2 a3a2 c3b3")
    assert position.phase == 2
    assert texts(position) == {"pass"}
    assert len(texts(after("4eyes-plus-2p?side=3&tiles=2", "a1b1 c1c2 a3a2 c3b3"))) > 1


# The last round of hex rows is finished

FIVE_STONES = "hexrows?side=4&stones=5"
RED_FIRST = "d4 d5 e4 e5 f4 f5 g4"  # Red has four in a row, and with the scoring stone none left; Blue has three


def test_red_without_a_stone_leaves_blue_a_last_turn() -> None:
    usual, finished = after(FIVE_STONES, RED_FIRST), after(f"{FIVE_STONES}&round=1", RED_FIRST)
    assert usual.outcome == veier.Outcome(0, "score")
    assert not finished.is_over
    assert finished.mover == 1
    assert [held["stone"] for held in finished.reserves] == [0, 2]
    assert "last turn" in str(describe_task(finished))
    assert finished.threats(0) == ()
    assert finished.play("g5").outcome == veier.Outcome(None, "score")
    # Whatever Blue has left, that was the last turn.
    assert finished.play("a1").outcome == veier.Outcome(0, "score")
    assert finished.play("a1").reserves[1]["stone"] == 1


def test_blue_without_a_stone_ends_the_game_at_once() -> None:
    position = after(f"{FIVE_STONES}&round=1", "d4 d5 a1 e5 a3 f5 b1 g5")
    assert position.outcome == veier.Outcome(1, "score")
    assert [held["stone"] for held in position.reserves] == [1, 0]


def test_with_one_stone_each_both_place_it() -> None:
    assert after("hexrows?side=4&stones=1", "d4").is_over
    position = after("hexrows?side=4&stones=1&round=1", "d4")
    assert len(position.legal_moves) == 6
    assert position.play("d5").outcome == veier.Outcome(None, "score")


def test_the_last_turn_is_kept_in_a_position_string() -> None:
    position = after(f"{FIVE_STONES}&round=1", RED_FIRST)
    assert veier.parse_position(veier.format_position(position)) == position
    ended = position.play("g5")
    assert veier.parse_position(veier.format_position(ended)) == ended


# Pencils with a limit of turns


@pytest.mark.parametrize("players", ["2p", "3p", "2p-7x7", "3p-7x7"])
def test_the_usual_number_of_turns_is_that_of_the_dominoes(players: str) -> None:
    (turns,) = (option for option in veier.game(f"4eyes-pencil-{players}").spec.options if option.name == "turns")
    assert turns.usual == veier.game(f"4eyes-plus-{players}").options["tiles"]


@pytest.mark.parametrize(("game", "last"), [("4eyes-pencil-2p", 30), ("4eyes-pencil-3p-7x7", 20)])
def test_a_number_of_turns_out_of_range_is_refused_with_the_range(game: str, last: int) -> None:
    with pytest.raises(veier.BadOption, match=f"turns.*0.*{last}"):
        veier.game(f"{game}?turns={last + 1}")


def test_when_all_turns_are_used_up_the_game_is_drawn() -> None:
    position = after("4eyes-pencil-2p?side=4&turns=1", "a1b1")
    assert "1 turn left" in str(describe_task(position))
    assert position.reserves == ({"turn": 0}, {"turn": 1})
    ended = position.play("c3c4")
    assert ended.outcome == veier.Outcome(None, "turns")
    assert str(describe_outcome(ended)) == "Drawn: everybody has used up all turns."
    assert veier.parse_position(veier.format_position(ended)) == ended


@pytest.mark.parametrize("seed", range(20))
def test_limited_turns_are_dominoes_without_a_second_phase(seed: int) -> None:
    """The same moves are legal as long as the domino game is in its first phase, also for three and without gifts."""
    options = f"nogifts={seed % 2}"
    players = 2 + seed % 3 // 2
    turns = 4 if players == 2 else 2
    pencils = veier.game(f"4eyes-pencil-{players}p?side=4&turns={turns}&{options}").start()
    dominoes = veier.game(f"4eyes-plus-{players}p?side=4&tiles={turns}&{options}").start()
    random = Random(seed)
    while not pencils.is_over:
        assert texts(pencils) == texts(dominoes)
        held = [[*reserve.values()] for reserve in pencils.reserves]
        assert held == [[*reserve.values()] for reserve in dominoes.reserves]
        move = random.choice(sorted(texts(pencils)))
        pencils, dominoes = pencils.play(move), dominoes.play(move)
        if move == "pass":
            assert held == [[*reserve.values()] for reserve in pencils.reserves]
    assert pencils.outcome
    if pencils.outcome.why == "turns":
        assert dominoes.phase == 2


def test_a_win_that_takes_more_turns_than_are_left_is_not_claimed() -> None:
    """Red wins on 5x5 cells with its sixth turn, whatever Blue does, and not sooner."""
    enough, too_few = (veier.game(f"4eyes-pencil-2p?side=5&turns={turns}").start() for turns in (6, 5))
    six = veier.solve(enough, veier.Limits(movetime=120, depth=11))
    five = veier.solve(too_few, veier.Limits(movetime=120))
    assert (six.winner, six.plies) == (0, 11)
    assert (five.decided, five.winner) == (True, None)


# Gifts are forbidden

GIFTS = [
    ("4eyes", "43@E1 21@B4 43@C4 31@D4 13@E2 31@B2", "31@D2"),
    ("4eyes-plus-2p-7x7", "g1g2 b6a6 e2e1 e6d6 b1a1 b3c3", "e4e3"),
    ("4eyes-pencil-2p-7x7", "d1e1 b6b7 g6g5 e6e5 a5a4 b3b4", "d3e3"),
]


@pytest.mark.parametrize(("game", "moves", "gift"), GIFTS)
def test_a_gift_is_illegal_and_the_square_is_named(game: str, moves: str, gift: str) -> None:
    usual, strict = after(game, moves), after(f"{game}?nogifts=1", moves)
    won = usual.play(gift)
    assert won.outcome == veier.Outcome(1, "square")
    (square,) = won.squares(made=True)
    reason = strict.why_illegal(gift)
    assert reason is not None
    assert str(reason) == f"it would finish a square of Blue: {'-'.join(square.cells)}"
    shown = choices_data(strict, choices=True, aids=True)
    assert choices_data(usual, choices=True, aids=True)["gives"]
    assert shown["gives"] == []
    assert gift in {refused["text"] for refused in shown["refused"] if refused["reason"]["key"] == "illegal.gift"}


@pytest.mark.parametrize(
    "game",
    [
        "4eyes?side=3&a=1&b=1&d=2",
        "4eyes-plus-2p?side=4&tiles=3",
        "4eyes-plus-3p?side=4&tiles=2",
        "4eyes-pencil-2p?side=4",
        "4eyes-pencil-3p?side=5",
    ],
)
def test_all_other_moves_stay_legal(game: str) -> None:
    gifts = 0
    for position in sample(both_phases(f"{game}&nogifts=1"), 40):
        usual = veier.game(game)
        twin = Position(usual, position.packed, position.seen)
        if position.is_over or twin.legal_numbers == (PASS,):
            continue
        given = {number for number in twin.legal_numbers if winner_of(twin, number) not in (None, twin.mover)}
        allowed = set(twin.legal_numbers) - given
        assert set(position.legal_numbers) == (allowed or {PASS})
        gifts += len(given)
    assert gifts


def winner_of(position: Position, number: int) -> int | None:
    """Return who wins at once by a move."""
    rules, state = position.game.rules, position.state
    result = int(rules.kernels.push(rules.tables, state, number))
    return read_result(result)[1] if result else None


def test_one_player_may_have_to_pass_while_the_other_goes_on() -> None:
    """What is forbidden for one is not forbidden for the other; who has passed has no placement ever after."""
    random, seen = Random(0), 0
    for _ in range(150):
        position, passed = veier.game("4eyes-pencil-2p?side=4&nogifts=1").start(), set[int]()
        while not position.is_over:
            moves = texts(position)
            assert moves == {"pass"} or position.mover not in passed
            if moves == {"pass"}:
                passed.add(position.mover)
            elif passed:
                seen += 1
            position = position.play(random.choice(sorted(moves)))
    assert seen


# All of them

COMBINED = [
    "4eyes?side=3&a=1&b=1&d=2&nogifts=1",
    "4eyes-plus-2p?side=4&tiles=3&elsewhere=1&nogifts=1",
    "4eyes-plus-3p?side=4&tiles=2&elsewhere=1&nogifts=1",
    "4eyes-pencil-2p?side=5&turns=4&nogifts=1",
    "4eyes-pencil-3p?side=5&turns=3",
    "hexrows?side=4&stones=6&round=1",
]


@pytest.mark.parametrize("game", COMBINED)
def test_ids_positions_and_records_keep_what_is_chosen(game: str) -> None:
    assert veier.game(game).id == game
    for position in sample(both_phases(game), 12):
        assert veier.parse_position(veier.format_position(position)) == position
    begun = both_phases(game)[:4]
    moves = " ".join(position.last_move.text for position in begun[1:] if position.last_move)
    record = veier.parse_record(f'[Game "{game}"]\n\n{moves}')
    assert record.final == begun[-1]
    for again in (
        veier.parse_record(veier.format_record(record)),
        veier.record_from_data(veier.record_to_data(record)),
    ):
        assert (again.game.id, again.final) == (game, begun[-1])


@pytest.mark.parametrize("game", COMBINED)
@pytest.mark.parametrize("level", [1, 5, 9])
def test_computers_play_to_the_end(game: str, level: int) -> None:
    position, plies = veier.game(game).start(), 0
    while not position.is_over and plies < 40:
        chosen = think_at_level(position, min(level, level_count(position.game)), veier.Limits(nodes=300), seed=plies)
        assert chosen.best.move.text in texts(position)
        wins = winning_numbers(position)
        assert not wins or level < 9 or chosen.best.move.number in wins
        position, plies = position.play(chosen.best.move), plies + 1
    assert position.is_over or position.phase == 2
