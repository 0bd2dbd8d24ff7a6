from prometheus_client import Counter, Gauge

from notifications.channels import queries
from notifications.runtime import NotificationsRuntime, Session

RESULTS = Counter("channel_deliveries_total", "Deliveries by result", ["channel", "result"])
WAITING_DELIVERIES = Gauge("channel_waiting", "Deliveries that are due and wait", ["channel"])


async def update_waiting_gauge(db: Session, runtime: NotificationsRuntime) -> None:
    counts = await queries.count_due_deliveries(db, runtime.now())
    for channel in ("email", "push", "telegram"):
        WAITING_DELIVERIES.labels(channel).set(counts.get(channel, 0))
