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


def reconciliation(runtime: Runtime) -> Worker:
    """Compares the buckets with the database every few seconds, and at once after a reconnection to NATS."""
    worker = Worker("revocation", lambda: service.reconcile(runtime), every=RECONCILE_SECONDS)
    runtime.bus.on_reconnect(worker.notify)
    return worker
