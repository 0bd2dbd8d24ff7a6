"""The public status page. While the database is down, it is answered from memory."""

from collections.abc import Callable
from typing import Annotated

from chassis.web.caches import CachedRoute
from chassis.web.errors import document_errors
from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel

from status.components.errors import UnknownComponent
from status.components.latencies import list_latencies
from status.components.schemas import LatenciesRead, LatencyQuery, ServicesRead, SummaryRead
from status.incidents.schemas import IncidentsRead
from status.maintenance.schemas import MaintenanceList
from status.response_cache import cache
from status.runtime import CurrentRuntime
from status.summary.schemas import ComponentRead, Snapshot
from status.summary.service import build_component, get_snapshot

router = APIRouter(prefix="/api/status", route_class=CachedRoute)
# Each replica answers with its own time. A client with the same rows still gets 304.
TIME_OF_ANSWER = {"generatedAt"}


@router.get("/services", response_model=ServicesRead, tags=["components"])
async def list_services(request: Request, runtime: CurrentRuntime) -> Response:
    """List the six components as the probes see them, with 90 days of history."""
    return await _answer(request, runtime, "services", lambda snapshot: snapshot.services)


@router.get(
    "/services/{component}",
    response_model=ComponentRead,
    tags=["components"],
    responses=document_errors(UnknownComponent),
)
async def read_service(component: str, request: Request, runtime: CurrentRuntime) -> Response:
    """Return one component with its history, its incidents of 90 days, and its maintenance."""

    async def produce() -> object:
        return build_component(await get_snapshot(runtime), component)

    return await cache.answer(request, f"service {component}", produce, unversioned_fields=TIME_OF_ANSWER)


@router.get("/summary", response_model=SummaryRead, tags=["components"])
async def summarize(request: Request, runtime: CurrentRuntime) -> Response:
    """Summarize the state of all components in one word and one sentence."""
    return await _answer(request, runtime, "summary", lambda snapshot: snapshot.summary)


@router.get("/incidents", response_model=IncidentsRead, tags=["incidents"])
async def list_incidents(request: Request, runtime: CurrentRuntime) -> Response:
    """List the open incidents, then the resolved incidents of the last 90 days."""
    return await _answer(request, runtime, "incidents", lambda snapshot: snapshot.incidents)


@router.get("/maintenance", response_model=MaintenanceList, tags=["maintenance"])
async def list_maintenance(request: Request, runtime: CurrentRuntime) -> Response:
    """List the upcoming and running maintenance windows."""
    return await _answer(request, runtime, "maintenance", lambda snapshot: snapshot.maintenance)


@router.get("/latency", response_model=LatenciesRead, tags=["components"])
async def list_response_times(
    request: Request, runtime: CurrentRuntime, query: Annotated[LatencyQuery, Query()]
) -> Response:
    """List the components' response times: 24 hours by five minutes, 7 days by the hour, or 90 days by the day."""

    async def produce() -> object:
        async with runtime.database.reading() as db:
            return await list_latencies(db, query.period)

    return await cache.answer(request, f"latency {query.period}", produce, unversioned_fields=TIME_OF_ANSWER)


async def _answer(
    request: Request, runtime: CurrentRuntime, name: str, get_part: Callable[[Snapshot], BaseModel]
) -> Response:
    """Return one part of the snapshot. `name` is its key in the cache."""

    async def produce() -> object:
        return get_part(await get_snapshot(runtime))

    return await cache.answer(request, name, produce, unversioned_fields=TIME_OF_ANSWER)
