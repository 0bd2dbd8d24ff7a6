"""Ask the bank once a day, while the administrator has chosen it; tell the others when the rate moves."""

from datetime import date, timedelta

import structlog
from chassis import outbox
from chassis.app import Runtime
from chassis.jobs import Job
from contracts.calculator import SettingsChanged
from sqlalchemy.ext.asyncio import AsyncSession

from calculator.euro.bank import BankUnreachable, fetch_rate
from calculator.euro.queries import keep_rate, kept_rates
from calculator.policy.current import customs_day
from calculator.policy.memory import as_policy
from calculator.policy.queries import policy_row
from calculator.settings import settings_of

log = structlog.get_logger()


async def fetch_if_missing(db: AsyncSession, runtime: Runtime, day: date) -> bool:
    """Get the rate of `day` unless it is kept already; true when it is new. An unreachable bank is only logged."""
    if any(rate.day == day for rate in await kept_rates(db)):
        return False
    settings = settings_of(runtime)
    try:
        rate = await fetch_rate(settings.cbr_url, day, seconds=settings.cbr_timeout_seconds)
    except BankUnreachable as error:
        log.warning("bank_unreachable", reason=str(error))
        return False
    await keep_rate(db, rate, fetched_at=runtime.clock())
    return True


async def fetch_daily(db: AsyncSession, runtime: Runtime) -> None:
    row = await policy_row(db)
    if row is None or row.rate_source != "central_bank":
        return
    today = customs_day(runtime.clock())
    if not await fetch_if_missing(db, runtime, today):
        return
    policy = as_policy(row, await kept_rates(db))
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


FETCH_RATE = Job("calculator.bank_rate", timedelta(minutes=5), fetch_daily)
