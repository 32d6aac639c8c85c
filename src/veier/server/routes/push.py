"""Push: the key to subscribe with, and the session's subscriptions."""

from __future__ import annotations

from fastapi import APIRouter, Request

from veier.messages import message
from veier.server.http.problems import Problem, problem_responses
from veier.server.http.sessions import WITH_SESSION, OptionalSession, Session
from veier.server.http.strict_json import StrictRoute
from veier.server.push.endpoints import is_endpoint
from veier.server.schemas.push import PushKey, Subscribed, SubscriptionRequest
from veier.server.services import ServicesDep, check_rate, client_address
from veier.server.store.subscriptions import Subscription

router = APIRouter(
    prefix="/api/v1/push",
    tags=["push"],
    route_class=StrictRoute,
    responses=problem_responses(400, 403, 404, 409, 413, 415, 422, 429, 503),
    dependencies=WITH_SESSION,
)


@router.get("/key")
async def get_push_key(services: ServicesDep) -> PushKey:
    """Return the public key that a browser subscribes with at its push service."""
    return PushKey(key=services.notifier.public_key)


@router.post("/subscriptions", status_code=201)
async def subscribe(
    asked: SubscriptionRequest, request: Request, services: ServicesDep, session: Session
) -> Subscribed:
    """Send this browser a message when it is the session's turn in games with days a move, and for reminders."""
    check_rate(services.limits.subscriptions, client_address(request))
    if services.notifier.sender is None:
        raise Problem(404, message("server.no_push"))
    if not is_endpoint(asked.endpoint, loopback=bool(services.settings.push_loopback)):
        raise Problem(422, message("server.push_endpoint"))
    subscription = Subscription(asked.endpoint, asked.keys.p256dh.rstrip("="), asked.keys.auth.rstrip("="))
    await services.store.subscriptions.add(session, subscription)
    return Subscribed(subscribed=True)


@router.delete("/subscriptions")
async def unsubscribe(services: ServicesDep, session: OptionalSession) -> Subscribed:
    """Send this session no more messages."""
    if session is not None:
        await services.store.subscriptions.remove_all(session)
    return Subscribed(subscribed=False)
