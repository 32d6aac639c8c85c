"""A small client of the server, for programs and for `veier play --server`.

    from veier.client import Client

    client = Client("http://127.0.0.1:8484")
    table = client.open("4eyes", [{"kind": "me", "name": "Ada"}, {"kind": "computer", "level": 3}])
    with table.connect(choices=True) as socket:
        for state in socket:
            if socket.is_my_turn:
                socket.play(state["board"]["view"]["choices"][0]["text"])

Each client has a session of its own, whose secret `token` owns its seats.
"""

from __future__ import annotations

from veier.client.client import Client, RemoteTable
from veier.client.problem import Problem
from veier.client.socket import TableSocket

__all__ = ["Client", "Problem", "RemoteTable", "TableSocket"]
