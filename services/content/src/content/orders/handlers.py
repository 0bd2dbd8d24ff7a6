from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal

from contracts.calculator import CalculationCopied, CalculationSaved
from messaging.events import EventContext, Handlers
from sqlalchemy import update
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from content.orders import service
from content.orders.tables import Order, SavedCalculation
from content.runtime import Session
from content.users import service as users

on = Handlers()


@on(CalculationSaved)
async def save_calculation(event: CalculationSaved, db: Session, context: EventContext) -> None:
    """Save a copy of the calculation, also into an order that waits for it."""
    await _save(event, db, saved_at=context.time)


@on(CalculationCopied)
async def restore_calculation(event: CalculationCopied, db: Session, context: EventContext) -> None:
    """The same when this service has lost its copies; one that is here stays as it is."""
    if event.audience == db.runtime.name:
        await _save(event, db, saved_at=event.saved_at)


async def _save(event: CalculationSaved, db: Session, *, saved_at: datetime) -> None:
    saved = SavedCalculation(
        id=event.calculation_id,
        user_id=None if event.user_id and await users.is_erased(db, event.user_id) else event.user_id,
        edition=event.edition,
        total_customs=event.total_customs,
        total=int(event.total.quantize(Decimal(1), ROUND_HALF_UP)),
        saved_at=saved_at,
    )
    await service.lock_calculation(db, saved.id)
    await db.execute(insert(SavedCalculation).values(saved.model_dump()).on_conflict_do_nothing())
    waiting = update(Order).where(col(Order.calculation_id) == saved.id, col(Order.calculation).is_(None))
    await db.execute(waiting.values(calculation=saved.model_dump(mode="json", exclude={"user_id"})))
