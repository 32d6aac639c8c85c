"""Opening a socket again and again, until the server is reached or says why it does not open it."""

from __future__ import annotations

import asyncio

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from veier.client.problem import Problem, reconnect_pauses, unreachable
from veier.client.protocol import read_denial
from veier.messages import message

_TIMEOUT = 20.0
# The close code of a socket whose seat was moved to another session, and of a client that sends too much.
_SEAT_MOVED, _POLICY = 4001, 1008


async def open_socket(address: str, url: str, token: str, patience: float) -> ClientConnection:
    """Open a socket; raise Problem if the server refuses it, or cannot be reached for `patience` seconds."""
    problem: Problem = unreachable(url)
    for pause in (*reconnect_pauses(patience), None):
        try:
            return await connect(
                address,
                additional_headers={"Authorization": f"Bearer {token}"},
                max_size=None,
                compression=None,
                open_timeout=_TIMEOUT,
            )
        except InvalidStatus as error:
            problem = read_denial(error)
            if not problem.is_passing:
                raise problem from error
        except (OSError, InvalidHandshake, ConnectionClosed):
            problem = unreachable(url)
        if pause is not None:
            await asyncio.sleep(pause)
    raise problem


def raise_if_final(closed: ConnectionClosed) -> None:
    """Raise Problem if a socket was closed for a reason that another one would be closed for as well."""
    code = closed.rcvd.code if closed.rcvd else None
    if code == _SEAT_MOVED:
        raise Problem(message("client.seat_moved")) from closed
    if code == _POLICY:
        raise Problem(message("client.too_much"), 429) from closed
