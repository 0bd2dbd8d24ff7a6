from chassis.app import Rt
from fastapi import APIRouter, Response

from status.following import documents
from status.outlook import service as outlook

router = APIRouter(prefix="/api/status", tags=["following"])
BRIEFLY = {"Cache-Control": "public, max-age=30"}


@router.get("/feed.atom", response_class=Response, responses={200: {"content": {"application/atom+xml": {}}}})
async def read_feed(runtime: Rt) -> Response:
    """Incidents for feed readers."""
    found = (await outlook.current(runtime)).incidents.data
    body = documents.atom(found, page=f"{runtime.settings.public_url}/status")
    return Response(body, media_type="application/atom+xml; charset=utf-8", headers=BRIEFLY)


@router.get("/badge.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def read_badge(runtime: Rt) -> Response:
    """The overall state as a small picture."""
    summary = (await outlook.current(runtime)).summary
    return Response(documents.badge(summary.status), media_type="image/svg+xml", headers=BRIEFLY)


@router.get("/maintenance.ics", response_class=Response, responses={200: {"content": {"text/calendar": {}}}})
async def read_calendar(runtime: Rt) -> Response:
    """Planned work for calendars."""
    planned = (await outlook.current(runtime)).maintenance.data
    body = documents.calendar(planned, now=runtime.clock())
    return Response(body, media_type="text/calendar; charset=utf-8", headers=BRIEFLY)
