"""Fetch the central bank's rate once a day while it is the chosen source, and publish a new rate."""

from datetime import date

import structlog
from chassis import outbox
from chassis.app import Runtime
from contracts.calculator import SettingsChanged
from sqlalchemy.ext.asyncio import AsyncSession

from calculator.euro.bank import BankUnreachable, fetch_rate
from calculator.euro.queries import list_rates, save_rate
from calculator.http_client import http_client_of
from calculator.policy.current import customs_day
from calculator.policy.local_copy import make_policy
from calculator.policy.queries import get_policy_row
from calculator.settings import settings_of

log = structlog.get_logger()


async def fetch_if_missing(db: AsyncSession, runtime: Runtime, day: date) -> bool:
    """Fetch the rate of `day` unless it is saved already; true when it is new. An unreachable bank is only logged."""
    if any(rate.day == day for rate in await list_rates(db)):
        return False
    try:
        rate = await fetch_rate(http_client_of(runtime), settings_of(runtime).cbr_url, day)
    except BankUnreachable as error:
        log.warning("bank_unreachable", reason=str(error))
        return False
    await save_rate(db, rate, fetched_at=runtime.clock())
    return True


async def fetch_daily(db: AsyncSession, runtime: Runtime) -> None:
    """Fetch today's rate if the bank is the chosen source, and publish it if it is new."""
    row = await get_policy_row(db)
    if row is None or row.rate_source != "central_bank":
        return
    today = customs_day(runtime.clock())
    if not await fetch_if_missing(db, runtime, today):
        return
    policy = make_policy(row, await list_rates(db))
    rate = policy.rate_on(today)
    await outbox.record(
        db,
        SettingsChanged(
            default_edition=policy.default_edition,
            rate_source=rate.source,
            rate_value=rate.value,
            rate_date=rate.date,
            reason="rate",
        ),
    )
