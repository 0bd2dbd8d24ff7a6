from typing import Annotated
from uuid import UUID

from chassis.features.lists import fetch_list
from chassis.web.errors import document_errors
from contracts.envelopes import Done, Item, Items
from fastapi import APIRouter, Query
from sqlmodel import col

from status.audit.service import Operator, record_audit
from status.incidents import queries, service
from status.incidents.schemas import (
    IncidentChange,
    IncidentCreate,
    IncidentQuery,
    IncidentRead,
    PostmortemWrite,
    UpdateCreate,
)
from status.incidents.tables import Incident
from status.runtime import Db, ReadDb

router = APIRouter(prefix="/api/status/admin/incidents", tags=["incidents"])


@router.get("")
async def list_all_incidents(query: Annotated[IncidentQuery, Query()], _: Operator, db: ReadDb) -> Items[IncidentRead]:
    """List all incidents, however old."""
    latest_first = col(Incident.id).desc()
    state_conditions = queries.match_state(query.open)
    rows, total = await fetch_list(
        db, Incident, query, "status", "severity", filters=state_conditions, tie_breaker=latest_first
    )
    return Items[IncidentRead](items=await service.serialize_incidents(db, rows), total=total)


@router.get("/{id}", responses=document_errors(service.get_incident))
async def read_incident(id: UUID, _: Operator, db: ReadDb) -> Item[IncidentRead]:
    """Return one incident with its updates."""
    return await _answer(db, await service.get_incident(db, id))


@router.post("", status_code=201)
async def open_incident(body: IncidentCreate, caller: Operator, db: Db) -> Item[IncidentRead]:
    """Open an incident and notify everybody, at once or after `undo_seconds`."""
    incident = await service.open_incident(db, body, now=db.now())
    record_audit(db, "incident.opened", incident.id, body, caller=caller, title=incident.title)
    return await _answer(db, incident)


@router.patch("/{id}", responses=document_errors(service.change_incident))
async def change_incident(id: UUID, body: IncidentChange, caller: Operator, db: Db) -> Item[IncidentRead]:
    """Correct an incident or change its status."""
    incident = await service.change_incident(db, id, body, now=db.now())
    record_audit(db, "incident.changed", id, body, caller=caller, title=incident.title)
    return await _answer(db, incident)


@router.post("/{id}/updates", status_code=201, responses=document_errors(service.get_incident, service.add_update))
async def add_incident_update(id: UUID, body: UpdateCreate, caller: Operator, db: Db) -> Item[IncidentRead]:
    """Add an update to an incident."""
    incident = await service.get_incident(db, id, lock=True)
    await service.add_update(db, incident, status=body.status, message=body.message, now=db.now())
    record_audit(db, "incident.updated", id, body, caller=caller, title=incident.title)
    return await _answer(db, incident)


@router.put("/{id}/postmortem", responses=document_errors(service.write_postmortem))
async def write_incident_postmortem(id: UUID, body: PostmortemWrite, caller: Operator, db: Db) -> Item[IncidentRead]:
    """Publish the postmortem of a resolved incident; an empty text removes it."""
    incident = await service.write_postmortem(db, id, body)
    record_audit(db, "incident.postmortem", id, body, caller=caller, title=incident.title)
    return await _answer(db, incident)


@router.post("/{id}/cancel", responses=document_errors(service.cancel_incident))
async def cancel_incident(id: UUID, caller: Operator, db: Db) -> Done:
    """Remove an incident before it is published; nobody is notified."""
    incident = await service.get_incident(db, id)
    await service.cancel_incident(db, id)
    record_audit(db, "incident.cancelled", id, caller=caller, title=incident.title)
    return Done()


@router.delete("/{id}", responses=document_errors(service.withdraw_incident))
async def delete_incident(id: UUID, caller: Operator, db: Db) -> Done:
    """Withdraw an incident opened by mistake."""
    incident = await service.get_incident(db, id)
    await service.withdraw_incident(db, id)
    record_audit(db, "incident.withdrawn", id, caller=caller, title=incident.title)
    return Done()


async def _answer(db: Db, incident: Incident) -> Item[IncidentRead]:
    await db.flush()
    return Item[IncidentRead](item=(await service.serialize_incidents(db, [incident]))[0])
