"""Fetch the central bank's rate once a day while it is the chosen source, and publish a new rate."""

from messaging import outbox

from calculator.euro.queries import save_rate
from calculator.euro.service import fetch_if_missing
from calculator.policy.current import customs_day
from calculator.policy.local_copy import read_policy
from calculator.policy.queries import get_policy_row
from calculator.runtime import Runtime, Session


async def fetch_daily(db: Session, runtime: Runtime) -> None:
    """Fetch today's rate if the bank is the chosen source, and publish it if it is new; `db` only reads."""
    row = await get_policy_row(db)
    if row is None or row.rate_source != "central_bank":
        return
    today = customs_day(runtime.now())
    fetched = await fetch_if_missing(db, runtime, today)
    if fetched is None:
        return
    async with runtime.database.transaction() as saving:
        await save_rate(saving, fetched, fetched_at=runtime.now())
        # The policy is read again: it may have changed while the bank answered.
        policy = await read_policy(saving)
        await outbox.record(saving, policy.changed(today, reason="rate"))
