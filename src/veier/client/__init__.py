"""A small client of a veier server, for programs and for `veier play --server`.

    from veier.client import Client

    client = Client("http://127.0.0.1:8484")
    table = client.open("4eyes", [{"kind": "me", "name": "Ada"}, {"kind": "computer", "level": 3}])
    with table.connect() as line:
        for state in line:
            if line.is_my_turn:
                line.play(state["board"]["view"]["choices"][0]["text"])

A client's session is a secret of its own: whoever has its `token` has its seats.
"""

from __future__ import annotations

from veier.client.client import Client, RemoteTable
from veier.client.line import Line
from veier.client.problem import Problem

__all__ = ["Client", "Line", "Problem", "RemoteTable"]
