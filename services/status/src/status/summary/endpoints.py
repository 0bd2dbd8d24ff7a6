"""What the public status page shows. While the database is down these answer from memory."""

from chassis.caches import CachedRoute
from fastapi import APIRouter, Request, Response

from status.components.schemas import ServicesRead, SummaryRead
from status.incidents.schemas import IncidentsRead
from status.maintenance.schemas import MaintenanceList
from status.response_cache import cache
from status.runtime import Rt
from status.summary.service import get_snapshot

router = APIRouter(prefix="/api/status", route_class=CachedRoute)


@router.get("/services", response_model=ServicesRead, tags=["components"])
async def list_services(request: Request, runtime: Rt) -> Response:
    """The six services as the probes see them, with 90 days of history."""

    async def produce() -> ServicesRead:
        return (await get_snapshot(runtime)).services

    return await cache.answer(request, "services", produce)


@router.get("/summary", response_model=SummaryRead, tags=["components"])
async def summarize(request: Request, runtime: Rt) -> Response:
    """One word and one sentence about everything."""

    async def produce() -> SummaryRead:
        return (await get_snapshot(runtime)).summary

    return await cache.answer(request, "summary", produce)


@router.get("/incidents", response_model=IncidentsRead, tags=["incidents"])
async def list_incidents(request: Request, runtime: Rt) -> Response:
    """Open incidents first, then the last 90 days."""

    async def produce() -> IncidentsRead:
        return (await get_snapshot(runtime)).incidents

    return await cache.answer(request, "incidents", produce)


@router.get("/maintenance", response_model=MaintenanceList, tags=["maintenance"])
async def list_maintenance(request: Request, runtime: Rt) -> Response:
    """Upcoming and running maintenance."""

    async def produce() -> MaintenanceList:
        return (await get_snapshot(runtime)).maintenance

    return await cache.answer(request, "maintenance", produce)
