from datetime import timedelta

from chassis.app import Rt
from chassis.database import ReadDb
from fastapi import APIRouter, Response

from status.board import service as board
from status.following import documents
from status.incidents import queries as incident_queries
from status.incidents import service as incidents
from status.maintenance import service as maintenance
from status.settings import Settings

router = APIRouter(prefix="/api/status", tags=["following"])
BRIEFLY = {"Cache-Control": "public, max-age=30"}


@router.get("/feed.atom", response_class=Response, responses={200: {"content": {"application/atom+xml": {}}}})
async def read_feed(db: ReadDb, runtime: Rt) -> Response:
    """Incidents for feed readers."""
    found = await incident_queries.visible(db, since=runtime.clock() - timedelta(days=90))
    body = documents.atom(await incidents.read(db, found), page=f"{runtime.settings.public_url}/status")
    return Response(body, media_type="application/atom+xml; charset=utf-8", headers=BRIEFLY)


@router.get("/badge.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def read_badge(db: ReadDb, runtime: Rt) -> Response:
    """The overall state as a small picture."""
    settings: Settings = runtime.settings  # type: ignore[assignment]
    now = runtime.clock()
    under_work = await maintenance.under_work(db, now)
    rows = (await board.board(db, now=now, under_work=under_work, settings=settings)).data
    worst, _ = board.overall([row.status for row in rows])
    return Response(documents.badge(worst), media_type="image/svg+xml", headers=BRIEFLY)


@router.get("/maintenance.ics", response_class=Response, responses={200: {"content": {"text/calendar": {}}}})
async def read_calendar(db: ReadDb, runtime: Rt) -> Response:
    """Planned work for calendars."""
    now = runtime.clock()
    body = documents.calendar(await maintenance.shown(db, now), now=now)
    return Response(body, media_type="text/calendar; charset=utf-8", headers=BRIEFLY)
