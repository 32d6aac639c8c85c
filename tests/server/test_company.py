"""What players say to each other: phrases of a closed list, and reminders, both rarely enough."""

from __future__ import annotations

import pytest

from server.serving import Data, Visitor

GAME = "hexrows?side=4&stones=9"


@pytest.fixture
def table(ada: Visitor, bob: Visitor) -> str:
    """A table where Ada begins, and Bob sits down by invite."""
    opened = ada.open(GAME, "me", "friend")
    name: str = opened["id"]
    assert bob.post(f"/tables/{name}/claim", {"token": opened["invites"][0]["token"]}).status_code == 200
    return name


def test_a_phrase_is_heard_by_everybody_and_not_kept(table: str, ada: Visitor, bob: Visitor) -> None:
    with ada.socket(table) as here, bob.socket(table) as there:
        assert bob.post(f"/tables/{table}/phrases", {"phrase": "good_luck"}).json() == {
            "seat": 1,
            "phrase": "good_luck",
        }
        for socket in (here, there):
            assert socket.hear("phrase") == {"type": "phrase", "seat": 1, "phrase": "good_luck"}
    assert ada.state(table)["version"] == 1


@pytest.mark.parametrize("said", ["", "hello", "Good luck!", None, 1])
def test_only_phrases_of_the_list_are_said(table: str, ada: Visitor, said: object) -> None:
    assert ada.post(f"/tables/{table}/phrases", {"phrase": said}).status_code == 422


def test_only_players_speak(table: str, server: object, ada: Visitor) -> None:
    with Visitor(ada.url) as stranger:
        assert stranger.post(f"/tables/{table}/phrases", {"phrase": "thanks"}).status_code == 403
        assert stranger.post(f"/tables/{table}/nudge").status_code == 403


def test_whoever_says_too_much_is_told_to_wait(table: str, ada: Visitor) -> None:
    statuses = [ada.post(f"/tables/{table}/phrases", {"phrase": "oops"}).status_code for _ in range(7)]
    assert statuses == [200] * 6 + [429]


def test_a_reminder_reaches_the_table_once_in_a_while(table: str, ada: Visitor, bob: Visitor) -> None:
    with ada.socket(table) as here:
        assert bob.post(f"/tables/{table}/nudge").json() == {"seat": 0, "by": 1}
        assert here.hear("nudge") == {"type": "nudge", "seat": 0, "by": 1}
    again = bob.post(f"/tables/{table}/nudge")
    assert again.status_code == 429
    problem: Data = again.json()
    assert problem["reason"]["key"] == "table.nudged"
    assert 0 < problem["retry"] <= 60


def test_nobody_reminds_themselves_or_the_computer(table: str, ada: Visitor) -> None:
    assert ada.post(f"/tables/{table}/nudge").json()["reason"]["key"] == "table.no_nudge"
    alone = ada.open(GAME, "me", "device")["id"]
    assert ada.post(f"/tables/{alone}/nudge").status_code == 409
    waiting = ada.open(GAME, "friend", "me")["id"]
    assert ada.post(f"/tables/{waiting}/nudge").status_code == 409
