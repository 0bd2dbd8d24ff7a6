from chassis.web.auth import Caller
from chassis.web.caches import CachedRoute
from fastapi import APIRouter, Request, Response

from content.runtime import Db, ReadDb
from content.team import service
from content.team.schemas import Activity, TeamList

router = APIRouter(prefix="/api/team", tags=["team"], route_class=CachedRoute)


@router.get("", response_model=TeamList)
async def list_team(request: Request, db: ReadDb) -> Response:
    """List the members of the team, each with their presence."""
    return await service.cache.answer(request, "team", lambda: service.list_team(db))


@router.get("/members", response_model=TeamList)
async def list_team_members(request: Request, db: ReadDb) -> Response:
    """List the members of the team, at the second address of the same list."""
    return await list_team(request, db)


@router.post("/activity", status_code=204)
async def record_activity(body: Activity, db: Db, caller: Caller) -> None:
    """Record that the caller is online."""
    await service.record_activity(db, body.userId, caller=caller)
