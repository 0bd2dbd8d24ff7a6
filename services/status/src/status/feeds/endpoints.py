from fastapi import APIRouter, Request, Response

from status.feeds import documents
from status.response_cache import cache
from status.runtime import Rt
from status.summary import service as summary

router = APIRouter(prefix="/api/status", tags=["feeds"])
CONTROL = "public, max-age=30"


@router.get("/feed.atom", response_class=Response, responses={200: {"content": {"application/atom+xml": {}}}})
async def read_feed(request: Request, runtime: Rt) -> Response:
    """Incidents for feed readers."""

    async def produce() -> bytes:
        incidents = (await summary.get_snapshot(runtime)).incidents.data
        return documents.build_atom(incidents, page=f"{runtime.settings.public_url}/status")

    media_type = "application/atom+xml; charset=utf-8"
    return await cache.answer(request, "feed", produce, media_type=media_type, cache_control=CONTROL)


@router.get("/badge.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def read_badge(request: Request, runtime: Rt) -> Response:
    """The overall state as a small picture."""

    async def produce() -> bytes:
        return documents.build_badge((await summary.get_snapshot(runtime)).summary.status)

    return await cache.answer(request, "badge", produce, media_type="image/svg+xml", cache_control=CONTROL)


@router.get("/maintenance.ics", response_class=Response, responses={200: {"content": {"text/calendar": {}}}})
async def read_calendar(request: Request, runtime: Rt) -> Response:
    """Maintenance for calendars."""

    async def produce() -> bytes:
        planned = (await summary.get_snapshot(runtime)).maintenance.data
        return documents.build_calendar(planned, now=runtime.now())

    media_type = "text/calendar; charset=utf-8"
    return await cache.answer(request, "calendar", produce, media_type=media_type, cache_control=CONTROL)
