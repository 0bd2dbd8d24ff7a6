"""The route of the stream. `live.protocol` opens the streams, so only HEAD and refused requests reach this route."""

from chassis.database.session import discards_changes
from chassis.web.errors import Forbidden, ServiceError, Unauthorized, Unavailable, document_errors
from fastapi import APIRouter, Request, Response

from notifications.live.request import PATH, authorize
from notifications.runtime import CurrentRuntime

router = APIRouter(tags=["live"])
HEADERS = {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
}


@router.get(
    PATH,
    response_class=Response,
    responses={200: {"content": {"text/event-stream": {}}}, **document_errors(Unauthorized, Forbidden, Unavailable)},
)
async def stream_notifications(
    request: Request,
    runtime: CurrentRuntime,
    userId: str | None = None,
    token: str | None = None,
    lastEventId: str | None = None,
) -> Response:
    """Stream the caller's notifications as server-sent events; resumes after Last-Event-ID."""
    hub = runtime.hub
    if not hub.settings.has_streams:
        raise Unavailable
    if discards_changes.get():
        # HEAD gets the headers of a stream but does not open one.
        authorize(hub, dict(request.scope["headers"]), request.scope["query_string"])
        return Response(headers=HEADERS)
    refusal: ServiceError = request.scope.get("refusal", Unauthorized())
    raise refusal
