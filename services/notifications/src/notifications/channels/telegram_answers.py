"""Answers of the bot to users' messages. They are not stored. An answer that cannot be sent is dropped."""

import asyncio
from collections import deque
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import structlog

from notifications.channels import queries
from notifications.channels.sending import MessagesInFlight
from notifications.channels.telegram_api import TelegramRefused
from notifications.channels.telegram_messages import build_link_button
from notifications.channels.telegram_pace import PacedBot, compute_slot_length, sleep_until
from notifications.runtime import NotificationsRuntime

log = structlog.get_logger()
# At most this number of answers waits at a time. Further answers are dropped.
MAX_WAITING_ANSWERS = 100
MAX_ATTEMPTS = 3


@dataclass
class Answer:
    """An answer of the bot: the fields of its message, and the number of attempts to send it."""

    fields: dict[str, Any]
    attempts: int = 0


class AnswerSlot(NamedTuple):
    """The reserved time of an answer or, if none is reserved, the time to try again."""

    at: datetime
    is_reserved: bool
    is_linked: bool


class AnswerQueue:
    """Sends answers in the slots that the queued messages leave free."""

    def __init__(self, runtime: NotificationsRuntime, bot: PacedBot) -> None:
        self._runtime = runtime
        self._bot = bot
        self._in_flight = MessagesInFlight(MAX_WAITING_ANSWERS)
        # The answers that wait, by chat. Each chat has one task that sends its answers.
        self._waiting_answers: dict[int, deque[Answer]] = {}
        # Only one answer at a time waits in the database for the row `telegram_pace`. The others wait for this lock, so
        # that they hold no connection of the pool.
        self._reservations = asyncio.Lock()

    async def wait(self) -> None:
        """Wait until every answer is sent or dropped."""
        await self._in_flight.wait_for_all()

    async def close(self) -> None:
        """Wait briefly for the answers, then drop the others."""
        await self._in_flight.close()

    def answer(self, chat_id: int, text: str, *, button: str = "", path: str = "") -> None:
        """Answer a user's message as soon as the limits allow it. An answer that cannot be sent is dropped."""
        if sum(len(answers) for answers in self._waiting_answers.values()) >= MAX_WAITING_ANSWERS:
            log.warning("telegram_answer_dropped")
            return
        answer = Answer({"text": text} | build_link_button(self._runtime.settings, text, button, path))
        if chat_id in self._waiting_answers:
            self._waiting_answers[chat_id].append(answer)
        else:
            self._waiting_answers[chat_id] = deque([answer])
            self._in_flight.start(self._answer_chat(chat_id))

    async def _answer_chat(self, chat_id: int) -> None:
        """Send the answers that wait for a chat, in their order."""
        try:
            while self._waiting_answers[chat_id]:
                await self._send_next_answer(chat_id)
        except Exception as error:
            log.warning("telegram_answer_failed", error=type(error).__name__)
        finally:
            del self._waiting_answers[chat_id]

    async def _send_next_answer(self, chat_id: int) -> None:
        """Send the next answer to a chat, or wait until its pause is over."""
        waiting_answers = self._waiting_answers[chat_id]
        slot = await self._try_to_reserve(chat_id)
        await sleep_until(slot.at, self._runtime)
        if not slot.is_reserved:
            # Only the newest answer is kept for a chat without a link: a stranger must not fill the queue.
            while len(waiting_answers) > 1 and not slot.is_linked:
                waiting_answers.popleft()
            return
        answer = waiting_answers.popleft()
        try:
            await self._bot.api.call("sendMessage", chat_id=chat_id, **answer.fields)
        except TelegramRefused as error:
            if error.status != 429:
                log.warning("telegram_answer_refused", status=error.status)
                return
            await self._bot.pause(error)
            answer.attempts += 1
            if answer.attempts < MAX_ATTEMPTS:
                waiting_answers.appendleft(answer)

    async def _try_to_reserve(self, chat_id: int) -> AnswerSlot:
        """Reserve the next slot for an answer, unless the chat must still wait for its pause."""
        pause = timedelta(seconds=self._runtime.settings.telegram_chat_pause_seconds)
        async with self._reservations, self._runtime.database.transaction() as db:
            now = self._runtime.now()
            pace = await queries.lock_telegram_pace(db, now)
            at = max(now, pace.next_at)
            is_linked = await queries.find_chat(db, chat_id) is not None
            pause_end = await queries.find_chat_pause_end(db, chat_id)
            if pause_end is not None and pause_end > at:
                return AnswerSlot(pause_end, is_reserved=False, is_linked=is_linked)
            await queries.save_chat_pauses(db, {chat_id: at + pause})
            pace.next_at = at + compute_slot_length(self._runtime.settings)
            db.add(pace)
            return AnswerSlot(at, is_reserved=True, is_linked=is_linked)
