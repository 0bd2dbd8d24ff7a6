"""Code that the queues of push and Telegram share: the messages that are being sent, and the end of a delivery."""

import asyncio
from collections.abc import Coroutine
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from chassis.tasks import end_tasks

from notifications.channels import metrics
from notifications.channels.tables import Delivery
from notifications.runtime import Session

# After this time another replica may take over a message that a replica has claimed.
LEASE = timedelta(seconds=60)
CLOSE_SECONDS = 2.0


class MessagesInFlight:
    """The messages that a replica sends at a time, at most `slots`."""

    def __init__(self, slots: int) -> None:
        self._slots = slots
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def free_slots(self) -> int:
        """The number of further messages that may be sent now."""
        return max(0, self._slots - len(self._tasks))

    def start(self, sending: Coroutine[Any, Any, None]) -> None:
        """Send a message in the background."""
        task = asyncio.create_task(sending)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def wait_for_one(self) -> None:
        """Wait until a message is sent."""
        await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)

    async def wait_for_all(self) -> None:
        """Wait until every message is sent."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def close(self) -> None:
        """Wait up to CLOSE_SECONDS, then cancel. Another replica sends the cancelled messages when their lease ends."""
        if self._tasks:
            _, unfinished_tasks = await asyncio.wait(self._tasks, timeout=CLOSE_SECONDS)
            await end_tasks(unfinished_tasks)


async def lock_queued(db: Session, id: UUID) -> Delivery | None:
    """Lock a delivery and return it, or None if it has ended or was deleted meanwhile."""
    delivery = await db.get(Delivery, id, with_for_update=True)
    return delivery if delivery is not None and delivery.state == "queued" else None


def finish(delivery: Delivery, state: str, reason: str | None, now: datetime) -> None:
    """End a delivery and delete its text. The title of an email is kept for the customer's card."""
    delivery.state = state
    delivery.reason = reason
    delivery.finished_at = now
    if delivery.channel != "email":
        delivery.title = ""
    delivery.message = ""
    metrics.RESULTS.labels(delivery.channel, state).inc()
