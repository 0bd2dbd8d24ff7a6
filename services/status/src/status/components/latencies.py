"""Response times of the components, as the probes measured them."""

from datetime import datetime, timedelta

from sqlalchemy.dialects.postgresql import insert

from status.components import queries
from status.components.health_state import ProbeResult
from status.components.names import NAMES, ServiceId
from status.components.schemas import LatenciesRead, LatencyPoint, LatencyRead
from status.components.tables import ServiceLatency
from status.runtime import Session

STEP = timedelta(minutes=5)
SHOWN = timedelta(hours=24)
KEPT = timedelta(days=2)


async def count_latency(db: Session, service: ServiceId, result: ProbeResult, *, at: datetime) -> None:
    """Add a check to its five minutes. A failed check is left out: it has no response."""
    if result.status == "down":
        return
    begins = at - timedelta(seconds=at.timestamp() % STEP.total_seconds())
    row = insert(ServiceLatency).values(service=service, at=begins, checks=1, total_ms=result.latency_ms)
    added = {name: getattr(ServiceLatency, name) + row.excluded[name] for name in ("checks", "total_ms")}
    await db.execute(row.on_conflict_do_update(index_elements=["service", "at"], set_=added))


async def list_latencies(db: Session) -> LatenciesRead:
    """Return the last 24 hours of each component, the oldest point first."""
    rows = await queries.list_latencies(db, since=db.now() - SHOWN)
    points: dict[str, list[LatencyPoint]] = {service: [] for service in NAMES}
    for row in rows:
        points.setdefault(row.service, []).append(LatencyPoint(at=row.at, ms=round(row.total_ms / row.checks)))
    return LatenciesRead(
        data=[LatencyRead(id=service, name=name, points=points[service]) for service, name in NAMES.items()]
    )
