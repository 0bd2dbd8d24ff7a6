"""Auth is ready once its key exists and every service can see it."""

from chassis.app import Runtime
from chassis.jobs import Worker

from auth.keys import service as keys
from auth.standing import service

RECONCILE_SECONDS = 10.0


async def prepare(runtime: Runtime) -> None:
    """Make the first key, show everything, and keep it shown."""
    await keys.make_first(runtime)
    await service.reconcile(runtime)


def keep_shown(runtime: Runtime) -> None:
    """Compare the buckets with the database now and then, and at once when NATS comes back."""
    worker = Worker("standing", lambda: service.reconcile(runtime), every=RECONCILE_SECONDS)
    runtime.workers.append(worker)
    runtime.bus.on_reconnect(worker.notify)
