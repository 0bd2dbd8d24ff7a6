"""Workers: background loops that process a queue."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

import structlog
from prometheus_client import Gauge

from chassis.events.outages import is_outage

log = structlog.get_logger()
# After a failed step. The pause doubles with each further failure.
FIRST_PAUSE_SECONDS = 0.2
MAX_PAUSE_SECONDS = 5.0
LAST_STEP = Gauge("worker_turn_timestamp_seconds", "When a worker last finished a step", ["worker"])


class Worker:
    """Calls `step` while it returns True, then waits for `notify()`, at most `every` seconds.

    The service starts its workers once NATS is connected. A worker that does not need NATS starts at once.
    """

    def __init__(
        self, name: str, step: Callable[[], Awaitable[bool]], *, every: float = 1.0, needs_nats: bool = True
    ) -> None:
        self.name = name
        self.needs_nats = needs_nats
        self._step = step
        self._every = every
        self._notification = asyncio.Event()

    def notify(self) -> None:
        """Run the next step now."""
        self._notification.set()

    async def run(self) -> None:
        """Run until cancelled. A failed step is logged and retried after a growing pause of up to five seconds."""
        pause = FIRST_PAUSE_SECONDS
        while True:
            self._notification.clear()
            try:
                has_more = await self._step()
                pause = FIRST_PAUSE_SECONDS
                LAST_STEP.labels(self.name).set_to_current_time()
            except Exception as error:
                log_worker_failure(error, self.name)
                await asyncio.sleep(pause)
                pause = min(pause * 2, MAX_PAUSE_SECONDS)
                continue
            if not has_more:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._notification.wait(), self._every)


def log_worker_failure(error: Exception, worker: str) -> None:
    """Log a failed step. An outage of a dependency gets one line without a traceback."""
    if is_outage(error):
        log.warning("worker_retried_after_outage", worker=worker, error=type(error).__name__)
    else:
        log.error("worker_failed", worker=worker, exc_info=error)
