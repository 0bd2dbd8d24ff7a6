from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal
from uuid import UUID

import orjson
from chassis.events.registry import EventContext, Handlers
from contracts.calculator import CalculationCopied, CalculationSaved
from sqlalchemy import text
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from content.orders import service
from content.orders.tables import SavedCalculation
from content.runtime import Session
from content.users import service as users

on = Handlers()
# Fills in the orders that were created before the event of their calculation arrived.
FILL_IN_CALCULATION = text("""
UPDATE orders SET calculation = saved.calculation
FROM json_to_recordset(CAST(:saved AS json)) AS saved(id uuid, calculation jsonb)
WHERE orders.calculation_id = saved.id AND orders.calculation IS NULL
""")


@on(CalculationSaved, CalculationCopied)
async def save_calculation(event: CalculationSaved, db: Session, context: EventContext) -> None:
    """Save a copy of the calculation, and fill in an order that waits for it.

    An existing copy changes only when a visitor's calculation comes into an account: the copy then gets the user.
    """
    copy = SavedCalculation(
        id=event.calculation_id,
        user_id=event.user_id,
        edition=event.edition,
        total_customs=event.total_customs,
        total=int(event.total.quantize(Decimal(1), ROUND_HALF_UP)),
        saved_at=context.time,
    )
    db.before_commit(save_copies, copy)


async def save_copies(db: Session, copies: Sequence[SavedCalculation]) -> None:
    """Save the missing copies, without the user ids of erased accounts, and fill in orders that wait for them."""
    # The first copy of an id stays, but a later one may have the user.
    copies_by_id: dict[UUID, SavedCalculation] = {}
    for copy in copies:
        first_copy = copies_by_id.setdefault(copy.id, copy)
        first_copy.user_id = first_copy.user_id or copy.user_id
    erased_ids = await users.lock_and_find_erased_ids(
        db, {copy.user_id for copy in copies_by_id.values() if copy.user_id}
    )
    await service.lock_calculations(db, copies_by_id)
    rows = []
    for copy in copies_by_id.values():
        row = copy.model_dump()
        if copy.user_id in erased_ids:
            row["user_id"] = None
        rows.append(row)
    insertion = insert(SavedCalculation).values(rows)
    await db.execute(
        insertion.on_conflict_do_update(
            index_elements=["id"],
            set_={"user_id": insertion.excluded.user_id},
            where=col(SavedCalculation.user_id).is_(None) & insertion.excluded.user_id.is_not(None),
        )
    )
    calculations = [
        {"id": id, "calculation": copy.model_dump(mode="json", exclude={"user_id"})}
        for id, copy in copies_by_id.items()
    ]
    await db.execute(FILL_IN_CALCULATION, {"saved": orjson.dumps(calculations).decode()})
