"""The report as users see it: the page in a browser without network, the PDF, and its words."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pypdfium2
import pytest
from playwright.sync_api import Browser
from sharing import made_once
from web.visiting import AXE

from benchmarks.browsers import HEADLESS, open_browser
from veier.games import game as find_game
from veier.lab.report.answers import advantages, advice
from veier.lab.report.comparison import compare, fairest
from veier.lab.report.estimates import Estimate
from veier.lab.report.page import html_page
from veier.lab.report.pdf import pdf_of
from veier.lab.report.plan import Request
from veier.lab.report.play import play_chunk
from veier.lab.report.story import tell
from veier.lab.report.study import Study, make_study
from veier.lab.report.swap import Swap
from veier.lab.report.wording import Wording
from veier.messages import LANGUAGES

GAMES = ("4eyes-beginners", "4eyes-pencil-3p-7x7", "hexrows?side=4&stones=9")
# A level that searches; for the beginners' board the first that does, because there are 26 first moves.
STRONGEST = {GAMES[0]: "5", GAMES[1]: "strong", GAMES[2]: "strong"}
OPTIONS = {GAMES[0]: ("a=3&b=3&d=1",), GAMES[1]: ("side=6",), GAMES[2]: ()}


Studies = Callable[[str], Study]


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Studies:
    """A study of a few games, by the name of the game; what is played is shared by all processes of the run."""

    @cache
    def find(name: str) -> Study:
        plan = Request(find_game(name), 4, ("random", "1", STRONGEST[name]), OPTIONS[name]).plan()

        def play(place: Path) -> None:
            chunks = [play_chunk(number, plan.to_data()) for number in range(len(plan.chunks))]
            place.write_bytes(pickle.dumps(chunks))

        place = made_once(tmp_path_factory, f"report-{GAMES.index(name)}", play)
        return make_study(plan, list(enumerate(pickle.loads(place.read_bytes()))))

    return find


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if HEADLESS is None:
        pytest.skip("there is no Chromium on this machine")
    with open_browser(HEADLESS) as opened:
        yield opened


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", GAMES)
def test_the_page_needs_no_network_and_fits(
    study: Studies, browser: Browser, tmp_path: Path, name: str, theme: str, width: int
) -> None:
    file = tmp_path / "report.html"
    file.write_text(html_page(tell(study(name), "lb")), encoding="utf-8")
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=theme, offline=True)  # type: ignore[arg-type]
    page = context.new_page()
    told: list[str] = []
    page.on("console", lambda message: told.append(message.text))
    page.on("pageerror", lambda error: told.append(str(error)))
    page.on("request", lambda request: told.append(request.url) if request.url != file.as_uri() else None)
    page.goto(file.as_uri())
    assert told == []
    assert page.evaluate("document.documentElement.scrollWidth") == width
    # The ground is dark at night, and letters in charts follow.
    assert (
        page.evaluate("getComputedStyle(document.body).backgroundColor")
        == {
            "light": "rgb(228, 232, 228)",
            "dark": "rgb(20, 25, 27)",
        }[theme]
    )
    ink = page.evaluate("getComputedStyle(document.querySelector('figure text')).fill")
    assert ink == {"light": "rgb(70, 84, 90)", "dark": "rgb(169, 181, 179)"}[theme]
    # Nothing is smaller than 12 pixels.
    scale = page.evaluate("document.querySelector('figure svg').getScreenCTM().a")
    assert scale * 12 >= 11
    context.close()


def test_the_page_can_be_heard(study: Studies, browser: Browser, tmp_path: Path) -> None:
    """Headings in order, a name for every figure, table and language."""
    file = tmp_path / "report.html"
    file.write_text(html_page(tell(study(GAMES[0]), "de")), encoding="utf-8")
    # The page allows no script, so that the checker's own must be let in.
    page = browser.new_context(bypass_csp=True).new_page()
    page.goto(file.as_uri())
    assert page.locator("html").get_attribute("lang") == "de"
    levels = page.eval_on_selector_all("h1, h2", "all => all.map(each => each.tagName)")
    assert levels[0] == "H1"
    assert set(levels[1:]) == {"H2"}
    pictures = page.locator("figure svg")
    assert pictures.count() == 7
    names = [pictures.nth(place).get_attribute("aria-label") or "" for place in range(7)]
    assert all(len(name) > 30 for name in names)
    assert any(re.search(r"Stufe 1: \d,\d\d", name) for name in names)
    page.evaluate(AXE)
    assert page.evaluate("axe.run().then(found => found.violations.map(each => each.id))") == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_pages_are_small_and_answer_first(study: Studies, name: str, language: str) -> None:
    page = html_page(tell(study(name), language))
    assert len(page.encode()) < 300_000
    assert "<script" not in page
    assert page.index('class="answers"') < page.index("<section")
    assert "None" not in page
    assert "nan" not in page


def test_answers_say_what_is_proved_and_what_the_figures_are(study: Studies) -> None:
    found = study(GAMES[0])
    answers = tell(found, "en").answers
    points = found.strong.seats[0]
    assert answers[0] == (
        "Between strong players of equal strength the first, Red, scores "
        f"{points.mean:.2f}\u00a0±\u00a0{points.margin:.2f}."
    )
    assert "Proved: with best play Red wins, with move 15 of the game at the latest." in answers
    assert any(answer.startswith("With the swap rule") for answer in answers)
    # Four games cannot show who has an advantage, unless all are won.
    assert bool(advantages(found.strong)) == any(answer.endswith("has an advantage.") for answer in answers)


def test_every_estimate_of_the_page_has_its_interval(study: Studies) -> None:
    """Boards, the swap rule's first move and the legal moves by ply, too, not the tables alone."""
    page = html_page(tell(study(GAMES[0]), "en"))
    for sentence in (
        r"the largest disc, on \w+, is \d+\s?% \(\d+–\d+\)\.",
        r"Most on \w+: \d+\s?% \(\d+–\d+\), least on \w+: \d+\s?% \(\d+–\d+\)\.",
        r"the fairest first move is [\w@]+: after it Red scores \d\.\d\d \(\d\.\d\d–\d\.\d\d\)",
        r"Legal moves by ply: \d+ \(\d+–\d+\) at first, \d+ \(\d+–\d+\) at ply \d+",
    ):
        assert re.search(sentence, page), sentence


def test_advice_rests_on_the_figures(study: Studies) -> None:
    """The swap rule where it is fair by its games; an option that is fairer, unless it only leaves nobody a win."""
    found = study(GAMES[0])
    unfair, fair = Estimate(0.9, 0.85, 0.95, 99), Estimate(0.5, 0.45, 0.55, 99)
    strong = replace(found.strong, seats=(unfair, unfair.mirrored()), balance=Estimate(0.2, 0.1, 0.3, 99))
    better = replace(found.options[0], balance=Estimate(0.9, 0.8, 1.0, 99))
    drawn = replace(better, game=f"{GAMES[0]}?side=5", balance=Estimate(1.0, 0.9, 1.0, 99))
    drawn = replace(drawn, measures={**drawn.measures, "draws": Estimate(0.9, 0.8, 1.0, 99)})

    def advised(points: Estimate) -> str:
        changed = replace(found, levels=(strong,), options=(better, drawn), swap=Swap(points, "24@A1"))
        return " ".join(advice(changed, Wording("en", find_game(GAMES[0]))))

    assert "Agree on the swap rule, or play twice" in advised(fair)
    assert "Play twice" in advised(unfair)
    assert "swap rule" not in advised(unfair)
    assert "a=3, b=3, d=1 is the fairest" in advised(fair)
    assert "0.10 (0.00–0.20), and 0.80 (0.70–0.90) in the game as it is" in advised(fair)


def test_charts_are_told_with_the_signs_of_each_language(study: Studies) -> None:
    told = {language: html_page(tell(study(GAMES[0]), language)) for language in ("fr", "de")}
    assert re.search(r"Points selon la force\. au hasard\u00a0: \d,\d\d / \d,\d\d · ", told["fr"])
    assert re.search(r"Punkte nach Stärke\. zufällig: \d,\d\d / \d,\d\d · ", told["de"])


def test_first_moves_are_listed_once_with_what_is_proved(study: Studies) -> None:
    openings = study(GAMES[0]).openings
    assert len(openings) == 26
    assert sum(len(opening.moves) for opening in openings) == len(find_game(GAMES[0]).start().legal_moves)
    assert openings[0].moves[0] == "24@A1"
    assert openings[0].proven
    assert openings[0].proven.winner == 0
    lost = [opening for opening in openings if opening.proven and opening.proven.winner == 1]
    assert len(lost) == 21  # docs/solved.md


def test_three_players_have_no_swap_rule(study: Studies) -> None:
    found = study(GAMES[1])
    assert found.swap is None
    assert len(found.strong.seats) == 3
    assert sum(points.mean for points in found.strong.seats) == pytest.approx(1)
    assert tell(found, "en").answers[0].startswith("Among three strong players of equal strength, Red scores ")


def test_the_pdf_opens_and_has_the_words(study: Studies, tmp_path: Path) -> None:
    document = tell(study(GAMES[0]), "fr")
    pdf = pypdfium2.PdfDocument(pdf_of(document))
    assert 3 <= len(pdf) <= 12
    text = " ".join(page.get_textpage().get_text_range().replace("\r\n", " ") for page in pdf)
    assert document.title.split("\u00a0")[0] in text
    for section in document.sections:
        assert section.title.split("\u00a0")[0] in text, section.title
    assert "24@A1" in text
    pdf.close()


def test_the_comparison_names_the_fairest_and_those_that_may_be(study: Studies) -> None:
    studies = [study(name) for name in GAMES]
    two = [found for found in studies if len(found.strong.seats) == 2]
    best, near = fairest(two)
    assert best.strong.balance.mean == max(found.strong.balance.mean for found in two)
    assert {best.game, *(found.game for found in near)} <= {found.game for found in two}
    document = compare(studies, {found.game: f"{found.game}.html" for found in studies}, "en")
    assert document.answers[0].startswith("For two, ")
    assert html_page(document).count("<a href=") == 3
