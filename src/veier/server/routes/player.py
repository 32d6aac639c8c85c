"""The player behind a session: what is stored of it can be deleted."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from veier.server.deletion import forget_player
from veier.server.http.problems import problem_responses
from veier.server.http.sessions import WITH_SESSION, OptionalSession, cookie_name
from veier.server.http.strict_json import StrictRoute
from veier.server.schemas.player import DeletedPlayer
from veier.server.services import ServicesDep, check_rate, client_address
from veier.server.tournaments.deletion import concerned

router = APIRouter(
    prefix="/api/v1",
    tags=["tables"],
    route_class=StrictRoute,
    responses=problem_responses(400, 403, 413, 415, 422, 429, 503),
    dependencies=WITH_SESSION,
)


@router.delete("/player")
async def delete_player(
    request: Request, response: Response, services: ServicesDep, session: OptionalSession
) -> DeletedPlayer:
    """Delete what is stored of the session, for ever.

    Games that only this session played are deleted. Those with other players stay with them, without the name; running
    ones are resigned. Studies that it began are deleted, for everybody, and tournaments that it organises with their
    games; in others it loses its name. So are push subscriptions and the cookie.
    """
    check_rate(services.limits.lists, client_address(request))
    if session is None:
        return DeletedPlayer(deleted=0, kept=0)
    names = await services.store.deletion.tables_of(session)
    studies = await services.store.studies.owned_by(session)
    tournaments, tables = await concerned(services.store, session)
    try:
        done = await forget_player(services.store, session)
    finally:
        services.registry.catching_up.look_at([*names, *tables])
        services.tournaments.look_at(tournaments)
        for study in studies:
            services.studies.tell_everybody(study)
    response.delete_cookie(
        cookie_name(services.settings), secure=services.settings.secure, httponly=True, samesite="strict"
    )
    return DeletedPlayer(deleted=done.deleted, kept=done.kept)
