"""Telegram: sends notifications to linked chats, within the limits of the Bot API over all replicas.

Each message has a time slot: slots of the bot are a thirtieth of a second apart, those of one chat a second. The row
`telegram_pace`, locked by each claim, orders the slots of all replicas.
"""

import asyncio
import math
from collections import deque
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from urllib.parse import urlsplit
from uuid import UUID

import structlog
from chassis.web import limits
from sqlalchemy.dialects.postgresql import insert

from notifications.channels import metrics, queries, telegram_links
from notifications.channels.sending import LEASE, MessagesInFlight, finish, lock_queued
from notifications.channels.tables import Delivery, TelegramChat, TelegramMessage
from notifications.channels.telegram_api import BotApi, TelegramRefused, TelegramUnavailable
from notifications.channels.telegram_texts import BUTTONS
from notifications.runtime import NotificationsRuntime
from notifications.settings import Settings

log = structlog.get_logger()
# Telegram allows 4096 characters after the markup, counted in UTF-16.
TEXT_LENGTH = 4096
# The number of messages that a replica sends at a time.
SLOTS = 10
# Rows of a busy chat are skipped, so more are read than can be sent.
READ_FACTOR = 5
# Answers that wait at a time. They are a courtesy: beyond it none is sent.
MAX_ANSWERS = 100
ANSWER_TRIES = 3
STATUS_PATH = "/status"


@dataclass(frozen=True)
class Claim:
    """A delivery that this replica sends at `at`, and to which chat."""

    delivery: Delivery
    chat: TelegramChat
    at: datetime


@dataclass
class Answer:
    """An answer of the bot: the fields of its message, and how often it was tried to send it."""

    fields: dict[str, Any]
    tries: int = 0


class AnswerSlot(NamedTuple):
    """The time of an answer if it is reserved, or else the time to try again."""

    at: datetime
    is_reserved: bool
    is_linked: bool


class TelegramQueue:
    """Sends due messages and answers of the bot.

    A delivery is claimed in one transaction and its result is stored in another: no connection is held while sending.
    """

    def __init__(self, runtime: NotificationsRuntime) -> None:
        self._runtime = runtime
        self._api: BotApi | None = None
        self._in_flight = MessagesInFlight(SLOTS)
        self._answers = MessagesInFlight(MAX_ANSWERS)
        # The answers that wait, by chat. One task sends those to a chat.
        self._waiting: dict[int, deque[Answer]] = {}
        # Only one answer at a time waits in the database for the row `telegram_pace`. The others wait for this lock, so
        # that they hold no connection of the pool.
        self._reservations = asyncio.Lock()
        # Telegram asked this process to wait until then.
        self._paused_until: datetime | None = None

    @property
    def _settings(self) -> Settings:
        return self._runtime.settings

    @property
    def api(self) -> BotApi:
        if self._api is None:
            self._api = BotApi(self._settings)
        return self._api

    async def step(self) -> bool:
        """Start sending the next due messages. Returns True if there were any."""
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
        await self._answers.wait_for_all()

    async def close(self) -> None:
        """Wait briefly for messages being sent, then stop. Another replica sends the others when their lease ends."""
        await asyncio.gather(self._in_flight.close(), self._answers.close())
        if self._api is not None:
            await self._api.close()

    async def _claim(self, limit: int) -> list[Claim]:
        """Claim the next deliveries, one for a chat, and give each its slot. Counts an attempt of each."""
        settings = self._settings
        claims: dict[UUID, Claim] = {}
        async with self._runtime.database.transaction() as db:
            now = self._runtime.now()
            pace = await queries.lock_telegram_pace(db, now)
            if pace.next_at > now + timedelta(seconds=1):
                return []
            at = max(now, pace.next_at)
            for delivery, chat in await queries.lock_due_telegram(db, now, limit=limit * READ_FACTOR):
                if chat is None:
                    finish(delivery, "failed", "not_linked", now)
                    db.add(delivery)
                    continue
                if chat.user_id in claims or len(claims) == limit:
                    continue
                delivery.attempts = delivery.attempts + 1
                delivery.due_at = at + LEASE
                chat.next_at = at + timedelta(seconds=settings.telegram_chat_pause_seconds)
                claims[chat.user_id] = Claim(delivery, chat, at)
                db.add(delivery)
                db.add(chat)
                at += slot_length(settings)
            pace.next_at = at
            db.add(pace)
        return list(claims.values())

    async def _send(self, claim: Claim) -> None:
        """Send one message in its slot and store the result. An error counts as a failed attempt of this one only."""
        delivery = claim.delivery
        try:
            await sleep_until(claim.at, self._runtime)
            if pause_end := self.pause_end:
                await self._postpone(claim, pause_end)
                return
            fields = write_message(delivery.title, delivery.message, delivery.link, self._settings)
            sent = await self.api.call("sendMessage", chat_id=claim.chat.chat_id, **fields)
            await self._save_sent(claim, sent)
        except TelegramRefused as error:
            await self._save_refusal(claim, error)
        except TelegramUnavailable as error:
            await self._retry_later(claim, f"unavailable {error}")
        except Exception as error:
            log.error("telegram_failed", delivery_id=delivery.id, error=type(error).__name__)
            await self._retry_later(claim, type(error).__name__)

    async def _save_sent(self, claim: Claim, sent: Any) -> None:
        async with self._runtime.database.transaction() as db:
            now = self._runtime.now()
            current = await lock_queued(db, claim.delivery.id)
            if current is not None:
                finish(current, "sent", None, now)
                db.add(current)
            message_id = sent.get("message_id") if isinstance(sent, dict) else None
            if claim.delivery.order_id is None or message_id is None:
                return
            message = TelegramMessage(
                chat_id=claim.chat.chat_id,
                message_id=message_id,
                user_id=claim.chat.user_id,
                order_id=claim.delivery.order_id,
                link=claim.delivery.link,
                sent_at=now,
            )
            await db.execute(insert(TelegramMessage).values(message.model_dump()).on_conflict_do_nothing())

    async def _save_refusal(self, claim: Claim, error: TelegramRefused) -> None:
        """Store a refusal: wait as long as Telegram asks, end the link of a blocked bot, give up a refused message."""
        if error.status == 429:
            await self._postpone(claim, await self.pause(error))
        elif error.is_chat_gone:
            async with self._runtime.database.transaction() as db:
                await telegram_links.forget_chat(db, claim.chat.chat_id)
                metrics.RESULTS.labels("telegram", "blocked").inc()
        elif error.status >= 500 or error.status in {401, 404}:
            # 401 and 404: the token is wrong or was revoked, which the operator mends.
            log.error("telegram_refused", status=error.status)
            await self._retry_later(claim, f"http_{error.status}")
        else:
            log.error("telegram_message_refused", status=error.status, delivery_id=claim.delivery.id)
            async with self._runtime.database.transaction() as db:
                current = await lock_queued(db, claim.delivery.id)
                if current is not None:
                    finish(current, "failed", f"http_{error.status}", self._runtime.now())
                    db.add(current)

    async def pause(self, error: TelegramRefused) -> datetime:
        """Stop the whole bot, on all replicas, for the time that Telegram asks for. Returns its end."""
        until = self._runtime.now() + timedelta(seconds=error.retry_after or 1)
        self._paused_until = until
        metrics.RESULTS.labels("telegram", "paused").inc()
        await self._hold_pace(until)
        return until

    @property
    def pause_end(self) -> datetime | None:
        """When the bot may send again, if Telegram asked this process to wait."""
        if self._paused_until and self._paused_until > self._runtime.now():
            return self._paused_until
        return None

    async def _hold_pace(self, until: datetime) -> None:
        async with self._runtime.database.transaction() as db:
            pace = await queries.lock_telegram_pace(db, self._runtime.now())
            pace.next_at = max(pace.next_at, until)
            db.add(pace)

    async def _postpone(self, claim: Claim, until: datetime) -> None:
        """Put a message back that was not sent. This is no attempt."""
        async with self._runtime.database.transaction() as db:
            current = await lock_queued(db, claim.delivery.id)
            if current is not None:
                current.attempts = current.attempts - 1
                current.due_at = until
                db.add(current)

    async def _retry_later(self, claim: Claim, reason: str) -> None:
        async with self._runtime.database.transaction() as db:
            current = await lock_queued(db, claim.delivery.id)
            if current is None:
                return
            now = self._runtime.now()
            if retry_at := self._settings.retry_at(current.attempts, now):
                current.due_at = retry_at
                current.reason = reason
                metrics.RESULTS.labels("telegram", "retried").inc()
            else:
                finish(current, "failed", reason, now)
            db.add(current)

    def answer(self, chat_id: int, text: str, *, button: str = "", path: str = "") -> None:
        """Answer what a user wrote, as soon as the limits allow it. An answer that cannot be sent is given up."""
        if sum(len(answers) for answers in self._waiting.values()) >= MAX_ANSWERS:
            log.warning("telegram_answer_dropped")
            return
        answer = Answer({"text": text} | write_link(self._settings, text, button, path))
        if chat_id in self._waiting:
            self._waiting[chat_id].append(answer)
        else:
            self._waiting[chat_id] = deque([answer])
            self._answers.start(self._answer_chat(chat_id))

    async def _answer_chat(self, chat_id: int) -> None:
        """Send the answers that wait for a chat, in their order."""
        try:
            while self._waiting[chat_id]:
                await self._send_next_answer(chat_id)
        except Exception as error:
            log.warning("telegram_answer_failed", error=type(error).__name__)
        finally:
            del self._waiting[chat_id]

    async def _send_next_answer(self, chat_id: int) -> None:
        """Send the next answer to a chat, or wait until its pause is over."""
        waiting = self._waiting[chat_id]
        slot = await self._try_to_reserve(chat_id)
        await sleep_until(slot.at, self._runtime)
        if not slot.is_reserved:
            # Only the newest answer is kept for a chat without a link: a stranger must not fill the queue.
            while len(waiting) > 1 and not slot.is_linked:
                waiting.popleft()
            return
        answer = waiting.popleft()
        try:
            await self.api.call("sendMessage", chat_id=chat_id, **answer.fields)
        except TelegramRefused as error:
            if error.status != 429:
                log.warning("telegram_answer_refused", status=error.status)
                return
            await self._hold_pace(self._runtime.now() + timedelta(seconds=error.retry_after or 1))
            answer.tries += 1
            if answer.tries < ANSWER_TRIES:
                waiting.appendleft(answer)

    async def _try_to_reserve(self, chat_id: int) -> AnswerSlot:
        """Reserve the next slot for an answer, unless the pause of the chat is not over."""
        pause = timedelta(seconds=self._settings.telegram_chat_pause_seconds)
        async with self._reservations, self._runtime.database.transaction() as db:
            now = self._runtime.now()
            pace = await queries.lock_telegram_pace(db, now)
            chat = await queries.find_chat(db, chat_id, lock=True)
            at = max(now, pace.next_at)
            if chat is None:
                per = at + pause - now
                window = await limits.count(self._runtime, db, "telegram-answers", str(chat_id), per=per)
                free_at = window.ends_at if window.hits > 1 else at
            else:
                free_at = chat.next_at
            if free_at > at:
                return AnswerSlot(free_at, is_reserved=False, is_linked=chat is not None)
            if chat is not None:
                chat.next_at = at + pause
                db.add(chat)
            pace.next_at = at + slot_length(self._settings)
            db.add(pace)
            return AnswerSlot(at, is_reserved=True, is_linked=chat is not None)


async def sleep_until(at: datetime, runtime: NotificationsRuntime) -> None:
    await asyncio.sleep(max(0.0, (at - runtime.now()).total_seconds()))


def slot_length(settings: Settings) -> timedelta:
    """Return the time between two messages of the bot, rounded up, so that no second has one too many."""
    return timedelta(microseconds=math.ceil(1_000_000 / settings.telegram_messages_per_second))


def write_message(title: str, message: str, link: str, settings: Settings) -> dict[str, Any]:
    """Build the fields of a message: a bold title, the text, and a button that opens the screen."""
    room = TEXT_LENGTH - _utf16_length(title) - 2
    text = f"{title}\n\n{_shorten(message, room)}" if message else title
    bold = {"type": "bold", "offset": 0, "length": _utf16_length(title)}
    return {"text": text, "entities": [bold]} | write_link(settings, text, label_of(link), link)


def write_link(settings: Settings, text: str, button: str, path: str) -> dict[str, Any]:
    """Build the button that opens a screen. Telegram refuses links to localhost in it: there the text has the link."""
    if not path:
        return {}
    url = settings.public_url.rstrip("/") + path
    preview = {"link_preview_options": {"is_disabled": True}}
    if urlsplit(url).hostname == "localhost":
        return preview | {"text": f"{_shorten(text, TEXT_LENGTH - _utf16_length(url) - 2)}\n\n{url}"}
    return preview | {"reply_markup": {"inline_keyboard": [[{"text": button or BUTTONS.site, "url": url}]]}}


def label_of(path: str) -> str:
    """Return the label of a button that opens this screen."""
    if "#message-" in path:
        return BUTTONS.conversation
    if path == STATUS_PATH:
        return BUTTONS.status
    return BUTTONS.order if path.startswith("/dashboard/orders/") else BUTTONS.site


def _utf16_length(text: str) -> int:
    """Return the length as Telegram counts it."""
    return len(text.encode("utf-16-le")) // 2


def _shorten(text: str, length: int) -> str:
    if _utf16_length(text) <= length:
        return text
    cut = text.encode("utf-16-le")[: (length - 1) * 2].decode("utf-16-le", errors="ignore")
    return cut.rstrip() + "…"
