from typing import Annotated
from uuid import UUID

from chassis.app import Rt
from chassis.auth import SIGNED_IN, Principal, requires
from chassis.database import Db, ReadDb, after_commit
from chassis.errors import NotFound, StaleVersion, documented
from fastapi import APIRouter, Query, Request, Response

from status.incidents.schemas import Done
from status.maintenance import service
from status.maintenance.schemas import (
    MaintenanceAnswer,
    MaintenanceChange,
    MaintenanceCreate,
    MaintenanceList,
    MaintenancePage,
    MaintenanceQuery,
)
from status.outlook import service as outlook

router = APIRouter(prefix="/api/status", tags=["maintenance"])
Operator = Annotated[Principal, requires("status:administer")]


@router.get("/maintenance", response_model=MaintenanceList)
async def list_maintenance(request: Request, runtime: Rt) -> Response:
    """Upcoming and running planned work."""

    async def produce() -> MaintenanceList:
        return (await outlook.current(runtime)).maintenance

    return await outlook.kept.answer(request, "maintenance", produce)


@router.get("/admin/maintenance", responses=documented(*SIGNED_IN))
async def list_all_maintenance(
    asked: Annotated[MaintenanceQuery, Query()], _: Operator, db: ReadDb, runtime: Rt
) -> MaintenancePage:
    """All planned work, what is over too."""
    works, total = await service.page(db, asked)
    return MaintenancePage(items=[service.read(work, runtime.clock()) for work in works], total=total)


@router.get("/admin/maintenance/{id}", responses=documented(*SIGNED_IN, NotFound))
async def read_maintenance(id: UUID, _: Operator, db: ReadDb, runtime: Rt) -> MaintenanceAnswer:
    """One planned work."""
    return MaintenanceAnswer(item=service.read(await service.found(db, id), runtime.clock()))


@router.post("/admin/maintenance", status_code=201, responses=documented(*SIGNED_IN))
async def schedule_maintenance(body: MaintenanceCreate, _: Operator, db: Db, runtime: Rt) -> MaintenanceAnswer:
    """Plan work and tell everybody."""
    work = await service.schedule(db, body, now=runtime.clock())
    after_commit(db, outlook.drop)
    return MaintenanceAnswer(item=service.read(work, runtime.clock()))


@router.patch("/admin/maintenance/{id}", responses=documented(*SIGNED_IN, NotFound, StaleVersion))
async def change_maintenance(id: UUID, body: MaintenanceChange, _: Operator, db: Db, runtime: Rt) -> MaintenanceAnswer:
    """Move, extend or finish planned work."""
    work = await service.change(db, id, body, now=runtime.clock())
    after_commit(db, outlook.drop)
    return MaintenanceAnswer(item=service.read(work, runtime.clock()))


@router.delete("/admin/maintenance/{id}", responses=documented(*SIGNED_IN, NotFound))
async def delete_maintenance(id: UUID, _: Operator, db: Db, runtime: Rt) -> Done:
    """Take back planned work."""
    await service.cancel(db, id, now=runtime.clock())
    after_commit(db, outlook.drop)
    return Done()
