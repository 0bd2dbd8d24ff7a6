from collections.abc import Callable
from typing import Any

from chassis.web.errors import document_errors
from fastapi import APIRouter, Request, Response

from status.components.errors import UnknownComponent
from status.components.names import NAMES
from status.feeds import documents
from status.response_cache import cache
from status.runtime import CurrentRuntime
from status.summary.schemas import Snapshot
from status.summary.service import get_snapshot

router = APIRouter(prefix="/api/status", tags=["feeds"])

SVG: dict[int | str, dict[str, Any]] = {200: {"content": {"image/svg+xml": {}}}}
# Left text of each badge; `all` is the badge of the worst state.
BADGE_NAMES: dict[str, str] = {"all": "статус"} | {str(component): name for component, name in NAMES.items()}


@router.get("/feed.atom", response_class=Response, responses={200: {"content": {"application/atom+xml": {}}}})
async def read_feed(request: Request, runtime: CurrentRuntime) -> Response:
    """Show the incidents to feed readers."""
    page = f"{runtime.settings.public_url}/status"
    media_type = "application/atom+xml; charset=utf-8"
    return await _answer(
        request, runtime, media_type, lambda snapshot: documents.build_atom(snapshot.incidents.data, page=page)
    )


@router.get("/badge.svg", response_class=Response, responses=SVG)
async def read_badge(request: Request, runtime: CurrentRuntime) -> Response:
    """Show the overall state as a small picture."""
    return await _answer_badge(request, runtime, "all")


@router.get("/badge/{component}.svg", response_class=Response, responses=SVG | document_errors(UnknownComponent))
async def read_component_badge(component: str, request: Request, runtime: CurrentRuntime) -> Response:
    """Show the state of one component as a small picture; `all` is the overall state."""
    if component not in BADGE_NAMES:
        raise UnknownComponent
    return await _answer_badge(request, runtime, component)


@router.get("/maintenance.ics", response_class=Response, responses={200: {"content": {"text/calendar": {}}}})
async def read_calendar(request: Request, runtime: CurrentRuntime) -> Response:
    """Show the maintenance windows to calendars."""
    now = runtime.now()
    media_type = "text/calendar; charset=utf-8"
    return await _answer(
        request, runtime, media_type, lambda snapshot: documents.build_calendar(snapshot.maintenance.data, now=now)
    )


async def _answer_badge(request: Request, runtime: CurrentRuntime, component: str) -> Response:
    """Return the badge of one component, or of all. Clients keep it for a minute."""

    async def produce() -> bytes:
        summary = (await get_snapshot(runtime)).summary
        status = summary.services.get(component, summary.status)
        return documents.build_badge(BADGE_NAMES[component], status)

    return await cache.answer(
        request, f"badge {component}", produce, media_type="image/svg+xml", cache_control="public, max-age=60"
    )


async def _answer(
    request: Request, runtime: CurrentRuntime, media_type: str, build: Callable[[Snapshot], bytes]
) -> Response:
    """Return a document of the current snapshot, cached by media type."""

    async def produce() -> bytes:
        return build(await get_snapshot(runtime))

    return await cache.answer(request, media_type, produce, media_type=media_type, cache_control="public, max-age=30")
