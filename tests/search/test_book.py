"""Books: a player who follows one wins from the first move, against any play."""

from __future__ import annotations

from random import Random

import pytest

import veier
from veier.games import all_specs
from veier.search.limits import Limits
from veier.search.simple_players import greedy_move, random_move
from veier.search.solve.book import read_books
from veier.search.solve.check import check_strategy
from veier.search.solve.knowledge import book_move
from veier.search.think import think

BOOKS = [f"{spec.name}?{options}".rstrip("?") for spec in all_specs().values() for options in spec.books]
# Games in which some first moves lose, and the ply by which they are lost.
LOSING = {"4eyes-plus-2p": 10, "4eyes-pencil-2p-7x7": 10, "4eyes-beginners": 14, "4eyes-beginners?a=3&b=3&d=1": 14}


@pytest.mark.parametrize("game", BOOKS)
def test_the_book_wins_from_the_first_move(game: str) -> None:
    winner = read_books(veier.game(game))[0].winner
    for seed in range(6):
        random, position = Random(seed), veier.game(game).start()
        bound = 99
        while not position.is_over:
            if position.mover == winner:
                found = book_move(position)
                assert found is not None
                assert found.plies < bound
                bound = found.plies
                position = position.play(found.move)
            else:
                assert book_move(position) is None
                position = position.play(reply(position, seed, random))
        assert position.outcome is not None
        assert position.outcome.winner == winner


def reply(position: veier.Position, seed: int, random: Random) -> veier.Move:
    if seed == 0:
        return random_move(position, random)
    if seed == 1:
        return think(position, Limits(nodes=2000)).best.move
    return greedy_move(position, random)


@pytest.mark.parametrize("game", ["4eyes-plus-2p-7x7", "4eyes-pencil-2p-7x7"])
def test_shipped_books_hold(game: str) -> None:
    books = read_books(veier.game(game))
    assert [book.winner for book in books] == [0, 1]
    for book in books:
        checked = check_strategy(book, veier.game(game).start())
        assert checked.holds
        assert checked.positions == book.keys.size


@pytest.mark.parametrize("game", LOSING)
def test_who_begins_badly_loses_to_the_book(game: str) -> None:
    book, start = read_books(veier.game(game))[1], veier.game(game).start()
    for number, (first,) in enumerate(book.lines):
        random, position = Random(number), start.play(first)
        while not position.is_over:
            if position.mover == book.winner:
                found = book_move(position)
                assert found is not None
                assert len(position.stones) // 2 + found.plies <= LOSING[game]
                position = position.play(found.move)
            else:
                position = position.play(greedy_move(position, random))
        assert position.outcome is not None
        assert position.outcome.winner == book.winner


def test_other_moves_are_compared_with_the_book_s() -> None:
    position = veier.game("4eyes-plus-2p-7x7").start()
    alone = think(position, Limits(nodes=2000))
    assert len(alone.variations) == 8
    widely = think(position, Limits(nodes=2000), widely=True)
    assert widely.best == alone.best
    assert {line.move for line in widely.variations} == set(position.legal_moves)
    assert len(widely.variations) == len(position.legal_moves)


def test_elsewhere_there_is_no_book_move() -> None:
    assert book_move(veier.game("hexrows").start()) is None
    assert book_move(veier.game("4eyes-plus-2p?side=8").start()) is None
    # Another first move than the book's, and a reply that is not the other book's.
    assert book_move(veier.game("4eyes-plus-2p").start().play("e5e6", "d4d5")) is None


def test_mirrored_lines_get_mirrored_moves() -> None:
    start = veier.game("4eyes-plus-2p-7x7").start()
    one, other = (book_move(start.play(*line)) for line in (("b1a1", "d4e4"), ("f1g1", "d4c4")))
    assert one is not None
    assert other is not None
    assert one.plies == other.plies
    mirrored = [(chr(200 - ord(name[0])) + name[1], seat) for name, seat in one.move.stones]
    assert mirrored == list(other.move.stones)
