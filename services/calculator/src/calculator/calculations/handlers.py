"""What other services tell: a person wants a copy, or to be forgotten; the company has a new name for its pages."""

from typing import Any

import orjson
from chassis import outbox
from chassis.events import EventContext, Handlers
from chassis.export_payload import fit_lists
from contracts.auth import ExportPart, ExportRequested, UserErased, UserErasedDone
from contracts.content import SettingsChanged
from sqlalchemy.ext.asyncio import AsyncSession

from calculator.calculations import queries
from calculator.calculations.tables import Calculation, Letterhead

on = Handlers()


@on(UserErased)
async def erase(event: UserErased, db: AsyncSession, context: EventContext) -> None:
    await queries.erase(db, event.user_id)
    done = UserErasedDone(
        user_id=event.user_id,
        erasure_id=event.erasure_id,
        service="calculator",
        kept="Расчёты, приложенные к заказам, без имени владельца",
    )
    await outbox.record(db, done)


@on(SettingsChanged)
async def remember_company(event: SettingsChanged, db: AsyncSession, context: EventContext) -> None:
    """A fact that was retried does not bring an older name back."""
    head = await db.get(Letterhead, 1, with_for_update=True) or Letterhead()
    if head.told_at and head.told_at > context.time:
        return
    head.company, head.told_at = event.site_name, context.time
    db.add(head)


@on(ExportRequested)
async def export(event: ExportRequested, db: AsyncSession, context: EventContext) -> None:
    rows = await queries.all_of(db, event.user_id)
    calculations = [_exported(row, orjson.loads(row.answer)) for row in rows]
    part = ExportPart(
        user_id=event.user_id,
        export_id=event.export_id,
        service="calculator",
        data=fit_lists({"calculations": calculations}),
    )
    await outbox.record(db, part)


def _exported(row: Calculation, answer: dict[str, Any]) -> dict[str, Any]:
    """What the person gave and was told; the formulas follow from the edition and are no personal data."""
    return {
        "id": str(row.id),
        "title": row.title,
        "created_at": row.created_at.isoformat(),
        "request": row.request,
        "edition": row.edition,
        "totalCustoms": answer["totalCustoms"],
        "total": answer["total"],
    }
