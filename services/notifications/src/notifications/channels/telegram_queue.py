"""A queue of messages of the bot in a table, sent in the slots of `telegram_pace`.

A message is claimed in one transaction and its result is stored in another: no connection is held while sending.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Generic, Protocol, TypeVar

import structlog

from notifications.channels import metrics, queries, telegram_links
from notifications.channels.sending import LEASE, MessagesInFlight
from notifications.channels.telegram_api import TelegramRefused, TelegramUnavailable
from notifications.channels.telegram_pace import PacedBot, compute_slot_length, sleep_until
from notifications.runtime import NotificationsRuntime, Session

log = structlog.get_logger()
# The number of messages that a replica sends at a time.
MAX_IN_FLIGHT = 10
# Rows of a busy chat are skipped, so more are read than can be sent.
READ_FACTOR = 5


class QueuedMessage(Protocol):
    """The columns by which a queue orders its messages and counts their attempts."""

    attempts: int
    due_at: datetime


Row = TypeVar("Row", bound=QueuedMessage)


@dataclass(frozen=True)
class DueMessage(Generic[Row]):
    """A due message, and the chat that it goes to."""

    row: Row
    chat_id: int


@dataclass(frozen=True)
class Claim(Generic[Row]):
    """A message that this replica will send to a chat at the time `at`."""

    row: Row
    chat_id: int
    at: datetime


class MessageQueue(ABC, Generic[Row]):
    """Sends the due messages of one table."""

    # The label of the queue in metrics.
    channel: str

    def __init__(self, runtime: NotificationsRuntime) -> None:
        self._runtime = runtime
        self._in_flight = MessagesInFlight(MAX_IN_FLIGHT)

    @property
    @abstractmethod
    def bot(self) -> PacedBot: ...

    @abstractmethod
    async def _lock_due(self, db: Session, now: datetime, *, limit: int) -> list[DueMessage[Row]]:
        """Return and lock the next messages to chats that may have one now."""

    @abstractmethod
    async def _lock(self, db: Session, row: Row) -> Row | None:
        """Lock a message and return it, or None if it has ended meanwhile."""

    @abstractmethod
    def _build_message(self, row: Row) -> dict[str, Any]:
        """Return the fields of `sendMessage`."""

    @abstractmethod
    async def _save_result(self, db: Session, row: Row, state: str, reason: str | None) -> None:
        """Store that a message was sent or has failed."""

    @abstractmethod
    def _get_log_fields(self, row: Row) -> dict[str, Any]:
        """Return the fields by which logs name a message."""

    async def _save_answer(self, db: Session, claim: Claim[Row], answer: Any) -> None:
        """Store values of Telegram's answer to a sent message, if the queue needs them."""

    def _postpone_failed(self, row: Row, until: datetime, reason: str) -> None:
        """Return a message to the queue after a failed attempt."""
        row.due_at = until

    async def step(self) -> bool:
        """Start sending the next due messages. Returns True if there were any."""
        if not self._in_flight.free_slots:
            await self._in_flight.wait_for_one()
            return True
        claims = await self._claim(self._in_flight.free_slots)
        for claim in claims:
            self._in_flight.start(self._send(claim))
        return bool(claims)

    async def wait(self) -> None:
        """Wait until every message whose sending has started is sent or has failed."""
        await self._in_flight.wait_for_all()

    async def close(self) -> None:
        """Wait briefly for messages being sent, then stop. Another replica sends the others when their lease ends."""
        await self._in_flight.close()

    async def _claim(self, limit: int) -> list[Claim[Row]]:
        """Claim the next messages, one for a chat, and give each its slot. Counts an attempt of each."""
        settings = self._runtime.settings
        pause = timedelta(seconds=settings.telegram_chat_pause_seconds)
        claims: dict[int, Claim[Row]] = {}
        async with self._runtime.database.transaction() as db:
            now = self._runtime.now()
            pace = await queries.lock_telegram_pace(db, now)
            if pace.next_at > now + timedelta(seconds=1):
                return []
            next_slot = max(now, pace.next_at)
            for due_message in await self._lock_due(db, now, limit=limit * READ_FACTOR):
                chat_id = due_message.chat_id
                if chat_id in claims or len(claims) == limit:
                    continue
                due_message.row.attempts = due_message.row.attempts + 1
                due_message.row.due_at = next_slot + LEASE
                db.add(due_message.row)
                claims[chat_id] = Claim(due_message.row, chat_id, next_slot)
                next_slot += compute_slot_length(settings)
            await queries.save_chat_pauses(db, {claim.chat_id: claim.at + pause for claim in claims.values()})
            pace.next_at = next_slot
            db.add(pace)
        return list(claims.values())

    async def _send(self, claim: Claim[Row]) -> None:
        """Send one message in its slot and store the result. An error is a failed attempt of this message only."""
        try:
            await sleep_until(claim.at, self._runtime)
            if pause_end := self.bot.pause_end:
                await self._postpone_unsent(claim, pause_end)
                return
            answer = await self.bot.api.call("sendMessage", chat_id=claim.chat_id, **self._build_message(claim.row))
            await self._save_sent(claim, answer)
        except TelegramRefused as error:
            await self._save_refusal(claim, error)
        except TelegramUnavailable as error:
            await self._retry_later(claim, f"unavailable {error}")
        except Exception as error:
            log.error("telegram_failed", error=type(error).__name__, **self._get_log_fields(claim.row))
            await self._retry_later(claim, type(error).__name__)

    async def _save_sent(self, claim: Claim[Row], answer: Any) -> None:
        async with self._runtime.database.transaction() as db:
            queued_row = await self._lock(db, claim.row)
            if queued_row is not None:
                await self._save_result(db, queued_row, "sent", None)
            await self._save_answer(db, claim, answer)

    async def _save_refusal(self, claim: Claim[Row], error: TelegramRefused) -> None:
        """Store a refusal: wait as long as Telegram asks, forget a chat that is gone, give up a refused message."""
        if error.status == 429:
            await self._postpone_unsent(claim, await self.bot.pause(error))
        elif error.is_chat_gone:
            async with self._runtime.database.transaction() as db:
                await telegram_links.forget_chat(db, claim.chat_id)
            metrics.RESULTS.labels(self.channel, "blocked").inc()
        elif error.status >= 500 or error.status in {401, 404}:
            # 401 and 404: the token is wrong or was revoked. Only the operator can replace it.
            log.error("telegram_refused", status=error.status)
            await self._retry_later(claim, f"http_{error.status}")
        else:
            log.error("telegram_message_refused", status=error.status, **self._get_log_fields(claim.row))
            async with self._runtime.database.transaction() as db:
                queued_row = await self._lock(db, claim.row)
                if queued_row is not None:
                    await self._save_result(db, queued_row, "failed", f"http_{error.status}")

    async def _postpone_unsent(self, claim: Claim[Row], until: datetime) -> None:
        """Return a message that was not sent to the queue. This does not count as an attempt."""
        async with self._runtime.database.transaction() as db:
            queued_row = await self._lock(db, claim.row)
            if queued_row is not None:
                queued_row.attempts = queued_row.attempts - 1
                queued_row.due_at = until
                db.add(queued_row)

    async def _retry_later(self, claim: Claim[Row], reason: str) -> None:
        async with self._runtime.database.transaction() as db:
            queued_row = await self._lock(db, claim.row)
            if queued_row is None:
                return
            retry_at = self._runtime.settings.retry_at(queued_row.attempts, self._runtime.now())
            if retry_at is None:
                await self._save_result(db, queued_row, "failed", reason)
                return
            self._postpone_failed(queued_row, retry_at, reason)
            db.add(queued_row)
        metrics.RESULTS.labels(self.channel, "retried").inc()
