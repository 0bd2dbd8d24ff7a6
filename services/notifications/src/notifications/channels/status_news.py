"""News of the status page in Telegram, for chats that subscribed. They need no account.

They have a queue of their own and share the slots of `telegram.TelegramQueue`, so the limits of the Bot API hold for
both together.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog

from notifications.channels import metrics, queries, telegram_links
from notifications.channels.sending import LEASE, MessagesInFlight
from notifications.channels.tables import StatusNews
from notifications.channels.telegram import (
    READ_FACTOR,
    SLOTS,
    STATUS_PATH,
    TelegramQueue,
    sleep_until,
    slot_length,
    write_message,
)
from notifications.channels.telegram_api import TelegramRefused, TelegramUnavailable
from notifications.runtime import NotificationsRuntime

log = structlog.get_logger()
CHANNEL = "telegram_status"


@dataclass(frozen=True)
class Claim:
    """News that this replica sends at `at`."""

    news: StatusNews
    at: datetime


class StatusNewsQueue:
    """Sends due news. They are claimed in one transaction and their result is stored in another."""

    def __init__(self, runtime: NotificationsRuntime) -> None:
        self._runtime = runtime
        self._in_flight = MessagesInFlight(SLOTS)

    @property
    def _telegram(self) -> TelegramQueue:
        return self._runtime.telegram_queue

    async def step(self) -> bool:
        """Start sending the next due news. Returns true if there were any."""
        if not self._in_flight.free:
            await self._in_flight.wait_for_one()
            return True
        claims = await self._claim(self._in_flight.free)
        for claim in claims:
            self._in_flight.start(self._send(claim))
        return bool(claims)

    async def wait(self) -> None:
        """Wait until everything that was started is sent."""
        await self._in_flight.wait_for_all()

    async def close(self) -> None:
        """Wait briefly for news being sent, then stop. Another replica sends the others when their lease ends."""
        await self._in_flight.close()

    async def _claim(self, limit: int) -> list[Claim]:
        """Claim the next news, one for a chat, and give each its slot. Counts an attempt of each."""
        settings = self._runtime.settings
        claims: dict[int, Claim] = {}
        async with self._runtime.database.transaction() as db:
            now = self._runtime.now()
            pace = await queries.lock_telegram_pace(db, now)
            if pace.next_at > now + timedelta(seconds=1):
                return []
            at = max(now, pace.next_at)
            for news, subscriber, chat in await queries.take_due_news(db, now, limit=limit * READ_FACTOR):
                if subscriber.chat_id in claims or len(claims) == limit:
                    continue
                news.attempts = news.attempts + 1
                news.due_at = at + LEASE
                subscriber.next_at = at + timedelta(seconds=settings.telegram_chat_pause_seconds)
                db.add_all([news, subscriber])
                if chat is not None:
                    chat.next_at = subscriber.next_at
                    db.add(chat)
                claims[subscriber.chat_id] = Claim(news, at)
                at += slot_length(settings)
            pace.next_at = at
            db.add(pace)
        return list(claims.values())

    async def _send(self, claim: Claim) -> None:
        """Send news in their slot and store the result. An error counts as a failed attempt of these only."""
        news = claim.news
        try:
            await sleep_until(claim.at, self._runtime)
            if pause_end := self._telegram.pause_end:
                await self._postpone(news, pause_end)
                return
            fields = write_message(news.title, news.message, STATUS_PATH, self._runtime.settings)
            await self._telegram.api.call("sendMessage", chat_id=news.chat_id, **fields)
            await self._end(news, "sent")
        except TelegramRefused as error:
            await self._save_refusal(news, error)
        except TelegramUnavailable:
            await self._retry_later(news)
        except Exception as error:
            log.error("status_news_failed", announcement_id=news.announcement_id, error=type(error).__name__)
            await self._retry_later(news)

    async def _save_refusal(self, news: StatusNews, error: TelegramRefused) -> None:
        """Store a refusal: wait as long as Telegram asks, forget a chat that blocked the bot, give up refused news."""
        if error.status == 429:
            await self._postpone(news, await self._telegram.pause(error))
        elif error.is_chat_gone:
            async with self._runtime.database.transaction() as db:
                await telegram_links.forget_chat(db, news.chat_id)
            metrics.RESULTS.labels(CHANNEL, "blocked").inc()
        elif error.status >= 500 or error.status in {401, 404}:
            # 401 and 404: the token is wrong or was revoked, which the operator mends.
            log.error("telegram_refused", status=error.status)
            await self._retry_later(news)
        else:
            log.error("status_news_refused", status=error.status, announcement_id=news.announcement_id)
            await self._end(news, "failed")

    async def _end(self, news: StatusNews, result: str) -> None:
        async with self._runtime.database.transaction() as db:
            if current := await queries.lock_news(db, news.announcement_id, news.chat_id):
                await db.delete(current)
        metrics.RESULTS.labels(CHANNEL, result).inc()

    async def _postpone(self, news: StatusNews, until: datetime) -> None:
        """Put news back that were not sent. This is no attempt."""
        async with self._runtime.database.transaction() as db:
            if current := await queries.lock_news(db, news.announcement_id, news.chat_id):
                current.attempts = current.attempts - 1
                current.due_at = until
                db.add(current)

    async def _retry_later(self, news: StatusNews) -> None:
        retry_at = self._runtime.settings.retry_at(news.attempts, self._runtime.now())
        if retry_at is None:
            await self._end(news, "failed")
            return
        async with self._runtime.database.transaction() as db:
            if current := await queries.lock_news(db, news.announcement_id, news.chat_id):
                current.due_at = retry_at
                db.add(current)
        metrics.RESULTS.labels(CHANNEL, "retried").inc()
