"""A service of the tests: vehicles, their audit log and their personal data."""

from typing import Annotated
from uuid import UUID

from chassis.app import create_app
from chassis.features.audit import AuditRead, add_entry, list_entries, requires_administrator
from chassis.features.lists import PageQuery
from chassis.features.personal_data import answer_requests
from chassis.web.auth import Principal
from chassis.web.errors import Conflict
from fastapi import APIRouter, FastAPI, Query
from pydantic import BaseModel

from features_sample.personal_data import PERSONAL_DATA
from features_sample.runtime import Db, FeaturesRuntime, ReadDb
from features_sample.settings import Settings
from features_sample.tables import AuditEntry, Vehicle

router = APIRouter(prefix="/api/sample/admin")
Admin = Annotated[Principal, requires_administrator("content:administer")]


class VehicleCreate(BaseModel):
    title: str
    owner_phone: str | None = None
    is_refused: bool = False


class EntriesQuery(PageQuery):
    entity: str = ""
    entity_id: UUID | None = None
    actor_id: UUID | None = None


class Entries(BaseModel):
    items: list[AuditRead]
    total: int


@router.post("/vehicles", status_code=201)
async def add_vehicle(body: VehicleCreate, caller: Admin, db: Db) -> str:
    """Add a vehicle. A refused one is added and audited first, and then rolled back."""
    vehicle = Vehicle(user_id=caller.id, title=body.title)
    db.add(vehicle)
    add_entry(
        db,
        AuditEntry,
        caller=caller,
        action="create",
        entity="vehicle",
        entity_id=vehicle.id,
        changes=body.model_dump(),
        withheld_fields={"owner_phone"},
        title=body.title,
    )
    await db.flush()
    if body.is_refused:
        raise Conflict
    return str(vehicle.id)


@router.get("/audit")
async def list_audit(query: Annotated[EntriesQuery, Query()], _: Admin, db: ReadDb) -> Entries:
    rows, total = await list_entries(db, AuditEntry, query)
    return Entries(items=[AuditRead.model_validate(row, from_attributes=True) for row in rows], total=total)


def build(settings: Settings | None = None) -> FastAPI:
    runtime = FeaturesRuntime(settings or Settings())
    return create_app(runtime, routers=[router], handlers=[answer_requests(PERSONAL_DATA)])
