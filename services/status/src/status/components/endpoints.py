from chassis.app import Rt
from chassis.http import CachedRoute
from fastapi import APIRouter, Request, Response

from status.components.schemas import ServicesRead, SummaryRead
from status.summary import service as summary

router = APIRouter(prefix="/api/status", tags=["components"], route_class=CachedRoute)


@router.get("/services", response_model=ServicesRead)
async def list_services(request: Request, runtime: Rt) -> Response:
    """The six services as the probes see them, with 90 days of history."""

    async def produce() -> ServicesRead:
        return (await summary.get_snapshot(runtime)).services

    return await summary.cache.answer(request, "services", produce)


@router.get("/summary", response_model=SummaryRead)
async def summarize(request: Request, runtime: Rt) -> Response:
    """One word and one sentence about everything."""

    async def produce() -> SummaryRead:
        return (await summary.get_snapshot(runtime)).summary

    return await summary.cache.answer(request, "summary", produce)
