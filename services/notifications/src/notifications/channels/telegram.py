"""Telegram: notifications to linked chats, and the bot's answers to users' messages."""

import asyncio
from datetime import datetime
from typing import Any

from sqlalchemy.dialects.postgresql import insert

from notifications.channels import queries
from notifications.channels.sending import finish, lock_queued
from notifications.channels.tables import Delivery, TelegramMessage
from notifications.channels.telegram_answers import AnswerQueue
from notifications.channels.telegram_messages import build_message
from notifications.channels.telegram_pace import PacedBot
from notifications.channels.telegram_queue import Claim, DueMessage, MessageQueue
from notifications.runtime import NotificationsRuntime, Session


class TelegramQueue(MessageQueue[Delivery]):
    """Sends due deliveries of the channel. All senders of this process share its `bot`."""

    channel = "telegram"

    def __init__(self, runtime: NotificationsRuntime) -> None:
        super().__init__(runtime)
        self._bot = PacedBot(runtime)
        self.answers = AnswerQueue(runtime, self._bot)

    @property
    def bot(self) -> PacedBot:
        return self._bot

    async def wait(self) -> None:
        """Wait until every message whose sending has started is sent or has failed."""
        await super().wait()
        await self.answers.wait()

    async def close(self) -> None:
        """Wait briefly for messages being sent, then stop. Another replica sends the others when their lease ends."""
        await asyncio.gather(super().close(), self.answers.close())
        await self._bot.close()

    async def _lock_due(self, db: Session, now: datetime, *, limit: int) -> list[DueMessage[Delivery]]:
        due_messages: list[DueMessage[Delivery]] = []
        for delivery, chat in await queries.lock_due_telegram_deliveries(db, now, limit=limit):
            if chat is None:
                finish(delivery, "failed", "not_linked", now)
                db.add(delivery)
            else:
                due_messages.append(DueMessage(delivery, chat.chat_id))
        return due_messages

    async def _lock(self, db: Session, row: Delivery) -> Delivery | None:
        return await lock_queued(db, row.id)

    def _build_message(self, row: Delivery) -> dict[str, Any]:
        return build_message(row.title, row.message, row.link, self._runtime.settings)

    async def _save_result(self, db: Session, row: Delivery, state: str, reason: str | None) -> None:
        finish(row, state, reason, self._runtime.now())
        db.add(row)

    def _get_log_fields(self, row: Delivery) -> dict[str, Any]:
        return {"delivery_id": row.id}

    async def _save_answer(self, db: Session, claim: Claim[Delivery], answer: Any) -> None:
        """Store Telegram's id of a message about an order, so that a reply to it finds the order."""
        delivery = claim.row
        message_id = answer.get("message_id") if isinstance(answer, dict) else None
        if delivery.order_id is None or message_id is None:
            return
        message = TelegramMessage(
            chat_id=claim.chat_id,
            message_id=message_id,
            user_id=delivery.user_id,
            order_id=delivery.order_id,
            link=delivery.link,
            sent_at=self._runtime.now(),
        )
        await db.execute(insert(TelegramMessage).values(message.model_dump()).on_conflict_do_nothing())

    def _postpone_failed(self, row: Delivery, until: datetime, reason: str) -> None:
        super()._postpone_failed(row, until, reason)
        row.reason = reason
