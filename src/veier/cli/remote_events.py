"""What happens at a server's table, in sentences of the chosen language: offers, answers, phrases, reminders."""

from __future__ import annotations

from typing import Any

from veier.cli.language import translate

State = dict[str, Any]


def colour_name(state: State, seat: int) -> str:
    """Return the name of a seat's colour."""
    return translate(f"colour.{state['game']['colours'][seat]}")


def player_name(state: State, seat: int) -> str:
    """Return what a player is called: by name, else by colour."""
    return state["seats"][seat]["name"] or colour_name(state, seat)


def questions(state: State) -> list[str]:
    """List what waits for an answer of this session: a swap of colours, or offers of other players."""
    if state["result"]:
        return []
    offers = [offer["what"] for offer in state["offers"] if set(_waiting_for(state, offer)) & set(state["mine"])]
    return ["swap"] * state["swapable"] + offers


def describe_changes(before: State, after: State) -> list[str]:
    """Say what has changed beside the board: offers that were made or declined, and what waits for an answer."""
    sentences = [_declined(before, offer) for offer in _gone(before, after)]
    sentences += [_describe_offer(after, offer) for offer in after["offers"] if offer not in before["offers"]]
    asked = questions(after)
    if "swap" in asked and not before["swapable"]:
        sentences.append(translate("web.swap.what", name=player_name(after, after["moves"][-1]["seat"])))
    if [each for each in asked if each not in questions(before)]:
        answers = {name: translate(f"cli.word.{name}") for name in ("yes", "no")}
        sentences.append(translate("cli.prompt.answer", **answers))
    return sentences


def describe_said(state: State, said: dict[str, Any]) -> str:
    """Say which phrase a player has said, or who reminds whom."""
    if said["type"] == "phrase":
        phrase = translate(f"web.phrase.{said['phrase']}")
        return translate("web.say.said", name=player_name(state, said["seat"]), phrase=phrase)
    return translate("web.nudge.yours", name=player_name(state, said["by"]))


def _waiting_for(state: State, offer: dict[str, Any]) -> list[int]:
    """List the people who have not answered an offer yet."""
    people = [seat for seat, each in enumerate(state["seats"]) if each["kind"] == "human"]
    return [seat for seat in people if seat != offer["by"] and seat not in offer["answers"]]


def _gone(before: State, after: State) -> list[dict[str, Any]]:
    """List the own offers that are gone without effect."""
    done = bool(after["result"]) != bool(before["result"]) or after["rematch"] != before["rematch"]
    if done or len(after["moves"]) < len(before["moves"]):
        return []
    kept = [offer["what"] for offer in after["offers"]]
    return [offer for offer in before["offers"] if offer["what"] not in kept and offer["by"] in before["mine"]]


def _declined(state: State, offer: dict[str, Any]) -> str:
    asked = _waiting_for(state, offer)
    name = player_name(state, asked[0]) if len(asked) == 1 else translate("web.offer.somebody")
    return translate(f"web.offer.no_{offer['what']}", name=name)


def _describe_offer(state: State, offer: dict[str, Any]) -> str:
    what, by = offer["what"], offer["by"]
    if by not in state["mine"]:
        return f"{translate(f'web.offer.{what}', name=player_name(state, by))}."
    names = tuple(player_name(state, seat) for seat in _waiting_for(state, offer))
    waiting = f" {translate('web.offer.waiting', names=names)}" if names else ""
    return f"{translate(f'web.offer.my_{what}')}.{waiting}"
