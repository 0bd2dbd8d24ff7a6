"""Metrics of the channels."""

from chassis.app import Runtime
from prometheus_client import Counter, Gauge
from sqlalchemy.ext.asyncio import AsyncSession

from notifications.channels import queries

RESULTS = Counter("channel_deliveries_total", "Deliveries by result", ["channel", "result"])
WAITING = Gauge("channel_waiting", "Deliveries that are due and wait", ["channel"])


async def update_waiting_gauge(db: AsyncSession, runtime: Runtime) -> None:
    """Set the gauge of due deliveries, by channel."""
    counts = await queries.waiting(db, runtime.now())
    for channel in ("email", "push"):
        WAITING.labels(channel).set(counts.get(channel, 0))
