"""What an operator sees of the channels."""

from chassis.app import Runtime
from prometheus_client import Counter, Gauge
from sqlalchemy.ext.asyncio import AsyncSession

from notifications.channels import queries

RESULTS = Counter("channel_deliveries_total", "Deliveries by what became of them", ["channel", "result"])
WAITING = Gauge("channel_waiting", "Deliveries that are due and wait", ["channel"])


async def note_waiting(db: AsyncSession, runtime: Runtime) -> None:
    """Say how much waits in each channel."""
    found = await queries.waiting(db, runtime.clock())
    for channel in ("email", "push"):
        WAITING.labels(channel).set(found.get(channel, 0))
