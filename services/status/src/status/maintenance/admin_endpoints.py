from typing import Annotated
from uuid import UUID

from chassis.auth import SIGNED_IN, Principal, requires
from chassis.errors import NotFound, StaleVersion, documented
from chassis.http import ClientAddress
from contracts.envelopes import Done
from fastapi import APIRouter, Query
from pydantic import BaseModel

from status.audit.service import record_audit
from status.maintenance import queries, service
from status.maintenance.errors import WrongStage
from status.maintenance.schemas import (
    MaintenanceAnswer,
    MaintenanceChange,
    MaintenanceCreate,
    MaintenancePage,
    MaintenanceQuery,
)
from status.response_cache import cache
from status.runtime import Db, ReadDb, Rt

router = APIRouter(prefix="/api/status/admin/maintenance", tags=["maintenance"])
Operator = Annotated[Principal, requires("status:administer")]


@router.get("", responses=documented(*SIGNED_IN))
async def list_all_maintenance(
    query: Annotated[MaintenanceQuery, Query()], _: Operator, db: ReadDb, runtime: Rt
) -> MaintenancePage:
    """All maintenance, including what is over."""
    works, total = await queries.list_page(db, query)
    return MaintenancePage(items=[service.serialize_maintenance(work, runtime.now()) for work in works], total=total)


@router.get("/{id}", responses=documented(*SIGNED_IN, NotFound))
async def read_maintenance(id: UUID, _: Operator, db: ReadDb, runtime: Rt) -> MaintenanceAnswer:
    """One maintenance."""
    work = await service.get_maintenance(db, id)
    return MaintenanceAnswer(item=service.serialize_maintenance(work, runtime.now()))


@router.post("", status_code=201, responses=documented(*SIGNED_IN))
async def schedule_maintenance(
    body: MaintenanceCreate, caller: Operator, address: ClientAddress, db: Db, runtime: Rt
) -> MaintenanceAnswer:
    """Schedule maintenance and notify everybody."""
    work = await service.schedule_maintenance(db, body, now=runtime.now())
    _record_audit(db, caller, address, "scheduled", work.id, body)
    cache.drop_after_commit(db)
    return MaintenanceAnswer(item=service.serialize_maintenance(work, runtime.now()))


@router.patch("/{id}", responses=documented(*SIGNED_IN, NotFound, StaleVersion, WrongStage))
async def change_maintenance(
    id: UUID, body: MaintenanceChange, caller: Operator, address: ClientAddress, db: Db, runtime: Rt
) -> MaintenanceAnswer:
    """Move, extend, correct or finish maintenance."""
    work = await service.change_maintenance(db, id, body, now=runtime.now())
    _record_audit(db, caller, address, "changed", id, body)
    cache.drop_after_commit(db)
    return MaintenanceAnswer(item=service.serialize_maintenance(work, runtime.now()))


@router.delete("/{id}", responses=documented(*SIGNED_IN, NotFound))
async def delete_maintenance(id: UUID, caller: Operator, address: ClientAddress, db: Db, runtime: Rt) -> Done:
    """Cancel maintenance."""
    await service.cancel_maintenance(db, id, now=runtime.now())
    _record_audit(db, caller, address, "cancelled", id)
    cache.drop_after_commit(db)
    return Done()


def _record_audit(
    db: Db, caller: Principal, address: str, action: str, id: UUID, body: BaseModel | None = None
) -> None:
    action = f"maintenance.{action}"
    record_audit(db, caller=caller, address=address, action=action, entity="maintenance", entity_id=id, changes=body)
