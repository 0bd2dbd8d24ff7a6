"""Administration of the calculator: policy, preview, audit."""

from typing import Annotated

from chassis.features.audit import list_entries, requires_administrator
from chassis.features.lists import Page
from chassis.web.auth import Principal
from chassis.web.errors import StaleVersion, Unavailable, document_errors
from contracts.envelopes import Items
from fastapi import APIRouter

from calculator.administration import service
from calculator.administration.schemas import (
    ChangeRead,
    PolicyPreview,
    PolicyPreviewRead,
    PolicyRead,
    PolicyUpdate,
)
from calculator.administration.tables import AuditEntry
from calculator.editions.registry import require_edition
from calculator.policy.policy import get_customs_day
from calculator.policy.service import get_policy
from calculator.runtime import CurrentRuntime, Db, ReadDb

Administrator = Annotated[Principal, requires_administrator("calculator:administer")]
REFUSALS = document_errors(Unavailable)

router = APIRouter(prefix="/api/calculator/admin", tags=["calculator administration"])


@router.get("/settings", responses=REFUSALS)
async def calculator_settings(runtime: CurrentRuntime, caller: Administrator) -> PolicyRead:
    """Return the default edition and the source of the euro rate."""
    return service.serialize_policy(get_policy(runtime), get_customs_day(runtime.now()))


@router.put("/settings", responses=REFUSALS | document_errors(StaleVersion))
async def change_calculator_settings(
    body: PolicyUpdate, db: Db, runtime: CurrentRuntime, caller: Administrator
) -> PolicyRead:
    """Choose the default edition and where the euro rate comes from."""
    return await service.change_policy(db, runtime, body, caller=caller)


@router.post("/preview", responses=REFUSALS)
async def preview_calculator_settings(
    body: PolicyPreview, runtime: CurrentRuntime, caller: Administrator
) -> PolicyPreviewRead:
    """Calculate sample cars by another edition or rate, to see a change before it is saved."""
    edition = require_edition(body.defaultEdition, "defaultEdition")
    return service.preview_policy(get_policy(runtime), edition, body.euroRate, today=get_customs_day(runtime.now()))


@router.get("/audit", responses=REFUSALS)
async def calculator_audit(page: Page, db: ReadDb, caller: Administrator) -> Items[ChangeRead]:
    """List changes of the calculator's settings, with author, time, and the values before and after."""
    entries, total = await list_entries(db, AuditEntry, page)
    changes = [
        ChangeRead(
            id=str(entry.id),
            changed_at=entry.at,
            changed_by=str(entry.actor_id),
            changed_by_name=entry.actor_name,
            before=entry.changes["before"],
            after=entry.changes["after"],
        )
        for entry in entries
    ]
    return Items[ChangeRead].of(changes, total)
