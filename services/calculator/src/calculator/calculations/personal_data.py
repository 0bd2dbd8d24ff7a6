from datetime import datetime
from typing import Any
from uuid import UUID

import orjson
from chassis.features.personal_data import PersonalData

from calculator.calculations import queries
from calculator.calculations.tables import Calculation, OrderCopy
from calculator.runtime import Session


async def _erase(db: Session, user_id: UUID, at: datetime) -> str:
    await queries.erase_user(db, user_id)
    return "Расчёты, приложенные к заказам, без имени владельца"


async def _export(db: Session, user_id: UUID) -> dict[str, Any]:
    rows = await queries.list_by_user(db, user_id)
    return {"calculations": [_serialize_for_export(row, orjson.loads(row.answer)) for row in rows]}


def _serialize_for_export(row: Calculation, answer: dict[str, Any]) -> dict[str, Any]:
    """Return the user's input and the totals; the formulas follow from the edition and are not personal data."""
    return {
        "id": str(row.id),
        "title": row.title,
        "created_at": row.created_at.isoformat(),
        "request": row.request,
        "edition": row.edition,
        "totalCustoms": answer["totalCustoms"],
        "total": answer["total"],
    }


PERSONAL_DATA = PersonalData(
    handled=(Calculation.owner_id, OrderCopy.user_id),
    # `saved_by` has the owner's id, which `erase` replaces, or a digest of a visitor's address, which stays.
    kept=(Calculation.saved_by,),
    erase=_erase,
    export=_export,
)
