"""Keeps the policy in the memory of every replica: read at the start and after every change event.

If the central bank is the source, its rate is fetched once a day and published.
"""

from collections.abc import Sequence
from datetime import timedelta

from chassis.events import outbox
from chassis.web.errors import Unavailable, raises
from chassis.workers import Worker
from contracts.calculator import SettingsChanged
from nats.aio.msg import Msg

from calculator.euro.bank import fetch_history, fetch_if_missing
from calculator.euro.queries import list_rates, save_history, save_rate
from calculator.euro.rates import BankRate
from calculator.policy.policy import Policy, get_customs_day
from calculator.policy.queries import get_policy_row
from calculator.policy.tables import PolicyRow
from calculator.runtime import CalculatorRuntime, Session

SHOWN_HISTORY = timedelta(days=365)


@raises(Unavailable)
def get_policy(runtime: CalculatorRuntime) -> Policy:
    """Return the current policy. Raises Unavailable until it has been read: a default could apply the wrong law."""
    if runtime.policy is None:
        raise Unavailable
    return runtime.policy


def set_policy(runtime: CalculatorRuntime, policy: Policy) -> None:
    """Use a changed policy from now on, in this replica, unless a later change is in use already."""
    if runtime.policy is None or runtime.policy.version < policy.version:
        runtime.policy = policy


async def read_policy(db: Session) -> Policy:
    return make_policy(await get_policy_row(db), await list_rates(db))


def make_policy(row: PolicyRow | None, rates: Sequence[BankRate]) -> Policy:
    """Build the policy from its row, or the defaults if there is none."""
    if row is None:
        return Policy(bank_rates=rates)
    return Policy(**row.model_dump(exclude={"id", "updated_at"}), bank_rates=rates)


async def refresh_policy(runtime: CalculatorRuntime) -> bool:
    """Read the policy again: a worker step."""
    while True:
        policy_before = runtime.policy
        async with runtime.database.reading() as db:
            policy = await read_policy(db)
        # The policy that was read may be older than a change that this replica has committed meanwhile.
        if runtime.policy is policy_before:
            runtime.policy = policy
            return False


async def keep_policy_current(runtime: CalculatorRuntime) -> None:
    """Read the policy now, after every change event, and at intervals in case an event was missed."""
    await refresh_policy(runtime)
    reader = Worker("policy", lambda: refresh_policy(runtime), every=runtime.settings.policy_refresh_seconds)

    async def on_change(_: Msg) -> None:
        reader.notify()

    # A plain subscription without a queue group: every replica must receive each event.
    await runtime.bus.client.subscribe(f"events.{SettingsChanged.type}", cb=on_change)
    runtime.bus.on_reconnect(reader.notify)
    runtime.run_in_background(reader.run())


async def fetch_daily(db: Session, runtime: CalculatorRuntime) -> None:
    """Fetch today's rate if the bank is the source, and publish a new one. `db` is in no transaction."""
    row = await get_policy_row(db)
    if row is None or row.rate_source != "central_bank":
        return
    today = get_customs_day(runtime.now())
    fetched_rate = await fetch_if_missing(db, runtime, today)
    if fetched_rate is None:
        return
    async with runtime.database.transaction() as session:
        await save_rate(session, fetched_rate, fetched_at=runtime.now())
        # The policy is read again: it may have changed while the bank answered.
        policy = await read_policy(session)
        await outbox.record(session, policy.build_change_event(today, reason="rate"))


async def fetch_rate_history(db: Session, runtime: CalculatorRuntime) -> None:
    """Fetch the bank's rates of the last 12 months for the chart. `db` is in no transaction.

    While the bank is the source, today's rate is left to `fetch_daily`, which publishes it.
    """
    row = await get_policy_row(db)
    today = get_customs_day(runtime.now())
    is_source = row is not None and row.rate_source == "central_bank"
    last_day = today - timedelta(days=1) if is_source else today
    rates = await fetch_history(runtime, today - SHOWN_HISTORY, last_day)
    async with runtime.database.transaction() as session:
        await save_history(session, rates, fetched_at=runtime.now())
