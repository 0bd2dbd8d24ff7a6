from typing import Annotated
from uuid import UUID

from chassis.auth import SIGNED_IN, Principal, requires
from chassis.errors import NotFound, StaleVersion, documented
from chassis.http import ClientAddress
from contracts.envelopes import Done
from fastapi import APIRouter, Query
from pydantic import BaseModel

from status.audit.service import record_audit
from status.incidents import queries, service
from status.incidents.errors import IncidentClosed
from status.incidents.schemas import (
    IncidentAnswer,
    IncidentChange,
    IncidentCreate,
    IncidentPage,
    IncidentQuery,
    UpdateCreate,
)
from status.incidents.tables import Incident
from status.response_cache import cache
from status.runtime import Db, ReadDb, Rt

router = APIRouter(prefix="/api/status/admin/incidents", tags=["incidents"])
Operator = Annotated[Principal, requires("status:administer")]


@router.get("", responses=documented(*SIGNED_IN))
async def list_all_incidents(query: Annotated[IncidentQuery, Query()], _: Operator, db: ReadDb) -> IncidentPage:
    """All incidents, however old."""
    rows, total = await queries.list_page(db, query)
    return IncidentPage(items=await service.serialize_incidents(db, rows), total=total)


@router.get("/{id}", responses=documented(*SIGNED_IN, NotFound))
async def read_incident(id: UUID, _: Operator, db: ReadDb) -> IncidentAnswer:
    """One incident with its updates."""
    incident = await service.get_incident(db, id)
    return IncidentAnswer(item=(await service.serialize_incidents(db, [incident]))[0])


@router.post("", status_code=201, responses=documented(*SIGNED_IN))
async def open_incident(
    body: IncidentCreate, caller: Operator, address: ClientAddress, db: Db, runtime: Rt
) -> IncidentAnswer:
    """Open an incident and notify everybody."""
    incident = await service.open_incident(db, body, now=runtime.now())
    _record_audit(db, caller, address, "opened", incident.id, body)
    return await _answer(db, incident)


@router.patch("/{id}", responses=documented(*SIGNED_IN, NotFound, StaleVersion, IncidentClosed))
async def change_incident(
    id: UUID, body: IncidentChange, caller: Operator, address: ClientAddress, db: Db, runtime: Rt
) -> IncidentAnswer:
    """Correct an incident or move it on."""
    incident = await service.change_incident(db, id, body, now=runtime.now())
    _record_audit(db, caller, address, "changed", id, body)
    return await _answer(db, incident)


@router.post(
    "/{id}/updates",
    status_code=201,
    responses=documented(*SIGNED_IN, NotFound, IncidentClosed),
)
async def add_incident_update(
    id: UUID, body: UpdateCreate, caller: Operator, address: ClientAddress, db: Db, runtime: Rt
) -> IncidentAnswer:
    """Add an update to an incident."""
    incident = await service.lock_incident(db, id)
    await service.add_update(db, incident, status=body.status, message=body.message, now=runtime.now())
    _record_audit(db, caller, address, "updated", id, body)
    return await _answer(db, incident)


@router.delete("/{id}", responses=documented(*SIGNED_IN, NotFound))
async def delete_incident(id: UUID, caller: Operator, address: ClientAddress, db: Db) -> Done:
    """Withdraw an incident opened by mistake."""
    await service.withdraw_incident(db, id)
    _record_audit(db, caller, address, "withdrawn", id)
    cache.drop_after_commit(db)
    return Done()


def _record_audit(
    db: Db, caller: Principal, address: str, action: str, id: UUID, body: BaseModel | None = None
) -> None:
    action = f"incident.{action}"
    record_audit(db, caller=caller, address=address, action=action, entity="incident", entity_id=id, changes=body)


async def _answer(db: Db, incident: Incident) -> IncidentAnswer:
    await db.flush()
    cache.drop_after_commit(db)
    return IncidentAnswer(item=(await service.serialize_incidents(db, [incident]))[0])
