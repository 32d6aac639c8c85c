"""A small client of the server, for programs and for `veier play --server`.

    from veier.client import Client

    client = Client("http://127.0.0.1:8484")
    table = client.open("4eyes", [{"kind": "me", "name": "Ada"}, {"kind": "computer", "level": 3}])
    with table.connect(choices=True) as socket:
        for state in socket:
            if socket.is_my_turn:
                socket.play(state["board"]["view"]["choices"][0]["text"])

Each client has a session of its own, whose secret `token` owns its seats. `AsyncClient` is for programs that do many
things at once, such as bots: its sockets connect again by themselves.
"""

from __future__ import annotations

from veier.client.async_client import AsyncClient, AsyncTable, TableEvent
from veier.client.async_socket import AsyncTableSocket
from veier.client.client import Client, RemoteTable
from veier.client.events import Registration
from veier.client.problem import Problem
from veier.client.socket import TableSocket
from veier.client.states import Clocks, Offer, Result, Seat, TableState

__all__ = [
    "AsyncClient",
    "AsyncTable",
    "AsyncTableSocket",
    "Client",
    "Clocks",
    "Offer",
    "Problem",
    "Registration",
    "RemoteTable",
    "Result",
    "Seat",
    "TableEvent",
    "TableSocket",
    "TableState",
]
