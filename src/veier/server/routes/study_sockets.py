"""The socket of a study: it tells that something has changed, and the client reads what that is."""

from __future__ import annotations

from fastapi import APIRouter, WebSocket

from veier.server.http.problems import Problem
from veier.server.routes.listeners import WatchListener, accept_socket, check_socket, deny_socket
from veier.server.services import Services, check_rate, client_address, get_services
from veier.server.store.errors import StoreError
from veier.server.tables.connection import Connection

router = APIRouter()


@router.websocket("/api/v1/studies/{name}/socket")
async def watch_study(websocket: WebSocket, name: str) -> None:
    """Send a reader of a study a message whenever it changes."""
    services = get_services(websocket)
    try:
        check_socket(websocket, services)
        check_rate(services.limits.streams, client_address(websocket))
        await services.studies.find(name)
    except (Problem, StoreError) as error:
        await deny_socket(websocket, error)
        return
    line, connection = await accept_socket(websocket, services)
    services.connections.count(connection)
    services.studies.watch(name, connection)
    line.hand_over(StudyListener(services, name, connection))


class StudyListener(WatchListener):
    """Hears that a reader is there, and when no longer."""

    __slots__ = ("_study",)

    def __init__(self, services: Services, study: str, connection: Connection) -> None:
        super().__init__(services, connection)
        self._study = study

    def closed(self) -> None:
        """Forget a reader who is gone."""
        self.services.studies.leave(self._study, self.connection)
        self.services.connections.discount(self.connection)
