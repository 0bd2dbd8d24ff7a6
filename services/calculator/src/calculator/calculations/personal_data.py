"""The part of calculator in a data export and an erasure: the calculations that a user has saved."""

from typing import Any
from uuid import UUID

import orjson
from contracts.export_payload import fit_lists
from messaging.events import EventContext
from records.personal_data import answer_requests

from calculator.calculations import queries
from calculator.calculations.tables import Calculation
from calculator.policy.queries import erase_changed_by_name
from calculator.runtime import Session


async def erase_user(db: Session, user_id: UUID, context: EventContext) -> str:
    """Erase the user's calculations and their name in the audit entries of the policy."""
    await queries.erase_user(db, user_id)
    await erase_changed_by_name(db, user_id)
    return "Расчёты, приложенные к заказам, без имени владельца"


async def export_user(db: Session, user_id: UUID) -> dict[str, Any]:
    """The calculations of the user."""
    rows = await queries.list_by_user(db, user_id)
    return fit_lists({"calculations": [_serialize_for_export(row, orjson.loads(row.answer)) for row in rows]})


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


on = answer_requests(erase=erase_user, export=export_user)
