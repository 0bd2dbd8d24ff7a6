from chassis.app import Rt
from fastapi import APIRouter, Request, Response

from status.board.schemas import ServicesRead, SummaryRead
from status.outlook import service as outlook

router = APIRouter(prefix="/api/status", tags=["board"])


@router.get("/services", response_model=ServicesRead)
async def list_services(request: Request, runtime: Rt) -> Response:
    """The six services as the probes see them, with 90 days of history."""

    async def produce() -> ServicesRead:
        return (await outlook.current(runtime)).services

    return await outlook.kept.answer(request, "services", produce)


@router.get("/summary", response_model=SummaryRead)
async def summarize(request: Request, runtime: Rt) -> Response:
    """One word and one sentence about everything."""

    async def produce() -> SummaryRead:
        return (await outlook.current(runtime)).summary

    return await outlook.kept.answer(request, "summary", produce)
