from chassis.app import Rt
from chassis.database import ReadDb
from chassis.http import CachedBytes
from fastapi import APIRouter, Request, Response

from status.board import service
from status.board.schemas import ServicesRead, SummaryRead
from status.incidents import queries as incidents
from status.maintenance import service as maintenance
from status.settings import Settings

router = APIRouter(prefix="/api/status", tags=["board"])
kept = CachedBytes(seconds=1)


@router.get("/services", response_model=ServicesRead)
async def list_services(request: Request, db: ReadDb, runtime: Rt) -> Response:
    """The six services as the probes see them, with 90 days of history."""
    settings: Settings = runtime.settings  # type: ignore[assignment]

    async def produce() -> ServicesRead:
        now = runtime.clock()
        under_work = await maintenance.under_work(db, now)
        return await service.board(db, now=now, under_work=under_work, settings=settings)

    return await kept.answer(request, "services", produce)


@router.get("/summary")
async def summarize(db: ReadDb, runtime: Rt) -> SummaryRead:
    """One word and one sentence about everything."""
    settings: Settings = runtime.settings  # type: ignore[assignment]
    now = runtime.clock()
    under_work = await maintenance.under_work(db, now)
    board = await service.board(db, now=now, under_work=under_work, settings=settings)
    worst, sentence = service.overall([row.status for row in board.data])
    return SummaryRead(
        status=worst,
        message=sentence,
        services={row.id: row.status for row in board.data},
        openIncidents=await incidents.count_open(db),
        generatedAt=now,
    )
