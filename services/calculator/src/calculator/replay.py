"""Publish all saved calculations once more for a service that keeps copies: `python -m calculator.replay content`."""

import asyncio
from uuid import UUID

import orjson
from chassis.events import outbox
from chassis.events.replay import PAGE_SIZE, read_requested_service, replay
from contracts.calculator import CalculationCopied
from sqlalchemy import select
from sqlmodel import col

from calculator.calculations.service import build_saved_event
from calculator.calculations.tables import Calculation
from calculator.runtime import CalculatorRuntime, Session
from calculator.runtime_factory import make_runtime
from calculator.settings import Settings


async def replay_calculations(runtime: CalculatorRuntime, audience: str) -> None:
    """Publish every calculation that is still kept, with the time at which it was saved."""

    async def publish_page(db: Session, after_id: UUID | None) -> UUID | None:
        statement = select(Calculation).order_by(col(Calculation.id)).limit(PAGE_SIZE)
        if after_id is not None:
            statement = statement.where(col(Calculation.id) > after_id)
        rows = (await db.scalars(statement)).all()
        for calculation in rows:
            values = build_saved_event(calculation, orjson.loads(calculation.answer)).model_dump()
            await outbox.record(db, CalculationCopied(**values, saved_at=calculation.created_at, audience=audience))
        return rows[-1].id if rows else None

    await replay(runtime, publish_page)


if __name__ == "__main__":
    asyncio.run(replay_calculations(make_runtime(Settings()), read_requested_service("calculator")))
