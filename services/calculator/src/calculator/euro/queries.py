"""Every read and write of the bank's rates."""

import datetime as dt
from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from calculator.euro.rates import BankRate
from calculator.euro.tables import EuroRate
from calculator.runtime import Session

# More than the days of a year. A declaration may be dated back this far, and the chart shows 12 months; for older days
# the fixed rate is used, with a warning.
MAX_RATES = 400


async def list_rates(db: Session) -> list[BankRate]:
    """Return the latest rates, newest first."""
    rows = await db.scalars(select(EuroRate).order_by(col(EuroRate.day).desc()).limit(MAX_RATES))
    return [BankRate(row.day, row.quoted_on, row.value) for row in rows]


async def save_rate(db: Session, rate: BankRate, *, fetched_at: dt.datetime) -> None:
    """Save a rate unless its day is saved already."""
    insertion = insert(EuroRate).values(day=rate.day, quoted_on=rate.quoted_on, value=rate.value, fetched_at=fetched_at)
    await db.execute(insertion.on_conflict_do_nothing())


async def save_history(db: Session, rates: Sequence[BankRate], *, fetched_at: dt.datetime) -> None:
    """Save the rates of days that are not saved already."""
    if not rates:
        return
    rows = [
        {"day": rate.day, "quoted_on": rate.quoted_on, "value": rate.value, "fetched_at": fetched_at} for rate in rates
    ]
    await db.execute(insert(EuroRate).values(rows).on_conflict_do_nothing())
