"""`veier trainer`: squares found, and not, at its prompt."""

from __future__ import annotations

from cli.conftest import Run
from veier.learn.trainer import exercises


def test_squares_are_found_and_grow(veier: Run) -> None:
    first, second = exercises(7, 1, 1)[0], exercises(8, 2, 1)[0]
    taken = first.view.stones[0].cell
    free = {cell.name for cell in second.view.cells} - {stone.cell for stone in second.view.stones}
    wrong = min(free - {second.answer})
    typed = ["z9", taken, first.answer, wrong]
    out = veier("trainer", "--count", "2", "--seed", "7", stdin="".join(f"{line}\n" for line in typed)).out
    assert "there is no cell z9" in out
    assert out.count("1 of 2: Which cell completes a square?") == 1
    assert "Right: " in out
    assert f"Not {wrong}. The square is " in out
    assert "1 square found of 2, in " in out
    assert "Highest difficulty reached: 1 of 10." in out


def test_the_trainer_is_left_in_its_own_words(veier: Run) -> None:
    out = veier("trainer", "--lang", "lb", "--ascii", "--seed", "1", stdin="enn\n").out
    assert "Wéi e Feld mécht e Quadrat komplett?" in out
    assert "◉" not in out
