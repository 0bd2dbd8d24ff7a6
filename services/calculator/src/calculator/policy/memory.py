"""The policy in the memory of every replica: read at the start, and again when a change is told on the bus."""

from collections.abc import Sequence

from chassis.app import Runtime
from chassis.errors import Unavailable
from chassis.jobs import Worker
from contracts.calculator import SettingsChanged
from nats.aio.msg import Msg
from sqlalchemy.ext.asyncio import AsyncSession

from calculator.euro.queries import kept_rates
from calculator.euro.rates import BankRate
from calculator.policy.current import Policy
from calculator.policy.queries import policy_row
from calculator.policy.tables import PolicyRow
from calculator.settings import settings_of


def policy_of(runtime: Runtime) -> Policy:
    """The choice in force. Raises Unavailable until it has been read once: a guess could be another law."""
    policy: Policy | None = runtime.state.get("policy")
    if policy is None:
        raise Unavailable
    return policy


async def read_policy(db: AsyncSession) -> Policy:
    row = await policy_row(db)
    return as_policy(row, await kept_rates(db))


def as_policy(row: PolicyRow | None, rates: Sequence[BankRate]) -> Policy:
    if row is None:
        return Policy(bank_rates=rates)
    return Policy(
        default_edition=row.default_edition,
        rate_source=row.rate_source,  # type: ignore[arg-type]
        manual_value=row.manual_value,
        manual_date=row.manual_date,
        bank_rates=rates,
        version=row.version,
    )


async def refresh(runtime: Runtime) -> None:
    async with runtime.database.reading() as db:
        policy = await read_policy(db)
    if policy != runtime.state.get("policy"):
        runtime.state["policy"] = policy


async def keep_current(runtime: Runtime) -> None:
    """Read the policy now; then again on every change told on the bus, and by the clock in case one was missed."""
    await refresh(runtime)

    async def step() -> bool:
        await refresh(runtime)
        return False

    seconds = settings_of(runtime).policy_refresh_seconds
    reader = Worker("policy", step, every=seconds)

    async def told(_: Msg) -> None:
        reader.notify()

    # Plain subscription, no queue: each replica must hear it, not one of them.
    await runtime.bus.client.subscribe(f"events.{SettingsChanged.type}", cb=told)
    runtime.bus.on_reconnect(reader.notify)
    runtime.background(reader.run())
