"""The part of calculator in a data export and an erasure: the calculations that a user has saved."""

from typing import Any

import orjson
from contracts.auth import ExportPart, ExportRequested, UserErased, UserErasedDone
from contracts.export_payload import fit_lists
from messaging import outbox
from messaging.events import EventContext, Handlers

from calculator.calculations import queries
from calculator.calculations.tables import Calculation
from calculator.policy.queries import erase_changed_by_name
from calculator.runtime import Session

on = Handlers()


@on(UserErased)
async def erase_user(event: UserErased, db: Session, context: EventContext) -> None:
    """Erase the user's calculations and their name in the audit entries of the policy, and report it."""
    await queries.erase_user(db, event.user_id)
    await erase_changed_by_name(db, event.user_id)
    done = UserErasedDone(
        user_id=event.user_id,
        erasure_id=event.erasure_id,
        service="calculator",
        kept="Расчёты, приложенные к заказам, без имени владельца",
    )
    await outbox.record(db, done)


@on(ExportRequested)
async def export_user(event: ExportRequested, db: Session, context: EventContext) -> None:
    """Publish the user's calculations as a part of the data export."""
    rows = await queries.list_by_user(db, event.user_id)
    data = fit_lists({"calculations": [_serialize_for_export(row, orjson.loads(row.answer)) for row in rows]})
    part = ExportPart(user_id=event.user_id, export_id=event.export_id, service="calculator", data=data)
    await outbox.record(db, part)


def _serialize_for_export(row: Calculation, answer: dict[str, Any]) -> dict[str, Any]:
    """The user's input and the totals; the formulas follow from the edition and are no personal data."""
    return {
        "id": str(row.id),
        "title": row.title,
        "created_at": row.created_at.isoformat(),
        "request": row.request,
        "edition": row.edition,
        "totalCustoms": answer["totalCustoms"],
        "total": answer["total"],
    }
