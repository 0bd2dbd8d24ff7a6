from collections.abc import Callable

from fastapi import APIRouter, Request, Response

from status.feeds import documents
from status.response_cache import cache
from status.runtime import Rt
from status.summary.schemas import Snapshot
from status.summary.service import get_snapshot

router = APIRouter(prefix="/api/status", tags=["feeds"])


@router.get("/feed.atom", response_class=Response, responses={200: {"content": {"application/atom+xml": {}}}})
async def read_feed(request: Request, runtime: Rt) -> Response:
    """Incidents for feed readers."""
    page = f"{runtime.settings.public_url}/status"
    media_type = "application/atom+xml; charset=utf-8"
    return await _answer(request, runtime, media_type, lambda now: documents.build_atom(now.incidents.data, page=page))


@router.get("/badge.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def read_badge(request: Request, runtime: Rt) -> Response:
    """The overall state as a small picture."""
    return await _answer(request, runtime, "image/svg+xml", lambda now: documents.build_badge(now.summary.status))


@router.get("/maintenance.ics", response_class=Response, responses={200: {"content": {"text/calendar": {}}}})
async def read_calendar(request: Request, runtime: Rt) -> Response:
    """Maintenance for calendars."""
    at = runtime.now()
    media_type = "text/calendar; charset=utf-8"
    return await _answer(
        request, runtime, media_type, lambda now: documents.build_calendar(now.maintenance.data, now=at)
    )


async def _answer(request: Request, runtime: Rt, media_type: str, build: Callable[[Snapshot], bytes]) -> Response:
    """A document of the current snapshot, cached by media type."""

    async def produce() -> bytes:
        return build(await get_snapshot(runtime))

    return await cache.answer(request, media_type, produce, media_type=media_type, cache_control="public, max-age=30")
