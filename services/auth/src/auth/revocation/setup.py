"""Start-up: auth is ready once its signing key exists and is published."""

from chassis.workers import Worker

from auth.revocation import service
from auth.runtime import Runtime
from auth.sessions import keys

RECONCILE_SECONDS = 10.0


async def prepare(runtime: Runtime) -> None:
    """Create the first key and fill the buckets."""
    await keys.ensure_first_key(runtime)
    await service.reconcile(runtime)


def workers(runtime: Runtime) -> tuple[Worker, Worker]:
    """One publishes changes; one compares the buckets with the database, after a reconnection to NATS at once."""
    changes = Worker("access_changes", lambda: service.publish_changes(runtime), every=RECONCILE_SECONDS)
    comparison = Worker("revocation", lambda: service.reconcile(runtime), every=RECONCILE_SECONDS)
    runtime.bus.on_reconnect(comparison.notify)
    return changes, comparison
