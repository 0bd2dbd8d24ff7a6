from fastapi import APIRouter, Response

from status.feeds import documents
from status.runtime import Rt
from status.summary import service as summary

router = APIRouter(prefix="/api/status", tags=["feeds"])
CACHE_HEADERS = {"Cache-Control": "public, max-age=30"}


@router.get("/feed.atom", response_class=Response, responses={200: {"content": {"application/atom+xml": {}}}})
async def read_feed(runtime: Rt) -> Response:
    """Incidents for feed readers."""
    incidents = (await summary.get_snapshot(runtime)).incidents.data
    body = documents.build_atom(incidents, page=f"{runtime.settings.public_url}/status")
    return Response(body, media_type="application/atom+xml; charset=utf-8", headers=CACHE_HEADERS)


@router.get("/badge.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def read_badge(runtime: Rt) -> Response:
    """The overall state as a small picture."""
    status = (await summary.get_snapshot(runtime)).summary.status
    return Response(documents.build_badge(status), media_type="image/svg+xml", headers=CACHE_HEADERS)


@router.get("/maintenance.ics", response_class=Response, responses={200: {"content": {"text/calendar": {}}}})
async def read_calendar(runtime: Rt) -> Response:
    """Maintenance for calendars."""
    planned = (await summary.get_snapshot(runtime)).maintenance.data
    body = documents.build_calendar(planned, now=runtime.now())
    return Response(body, media_type="text/calendar; charset=utf-8", headers=CACHE_HEADERS)
