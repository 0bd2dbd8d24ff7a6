"""The route of the stream. If `live.protocol` opens the streams, only refused requests reach this route."""

from chassis.database.session import discards_changes
from chassis.web.errors import Forbidden, ServiceError, Unauthorized, Unavailable, documented
from fastapi import APIRouter, Request, Response

from notifications.live.request import PATH
from notifications.live.response import answer_head, open_response
from notifications.runtime import Rt

router = APIRouter(tags=["live"])


@router.get(
    PATH,
    response_class=Response,
    responses={200: {"content": {"text/event-stream": {}}}, **documented(Unauthorized, Forbidden, Unavailable)},
)
async def stream_notifications(
    request: Request, runtime: Rt, userId: str | None = None, token: str | None = None, lastEventId: str | None = None
) -> Response:
    """The live stream of the caller's notifications (server-sent events; resumes after Last-Event-ID)."""
    hub = runtime.hub
    if not hub.settings.has_streams:
        raise Unavailable
    if discards_changes.get():
        return answer_head(hub, request)
    if hub.settings.stream_transport == "asgi":
        return open_response(hub, request)
    refusal: ServiceError = request.scope.get("refusal", Unauthorized())
    raise refusal
