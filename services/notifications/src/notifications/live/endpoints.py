"""The route of the stream. `live.protocol` opens streams itself; here only its refusals become answers."""

from chassis.auth import SIGNED_IN
from chassis.errors import ServiceError, Unauthorized, Unavailable, documented
from fastapi import APIRouter, Request, Response

router = APIRouter(tags=["live"])


@router.get(
    "/api/sse/notifications",
    response_class=Response,
    responses={200: {"content": {"text/event-stream": {}}}, **documented(*SIGNED_IN, Unavailable)},
)
async def stream_notifications(
    request: Request, userId: str | None = None, token: str | None = None, lastEventId: str | None = None
) -> Response:
    """The live stream of the caller's notifications (server-sent events; resumes after Last-Event-ID)."""
    refusal: ServiceError = request.scope.get("refusal", Unauthorized())
    raise refusal
