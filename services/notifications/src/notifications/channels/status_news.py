"""News of the status page in Telegram, for chats that subscribed. A chat needs no linked account."""

from datetime import datetime
from typing import Any

from notifications.channels import metrics, queries
from notifications.channels.tables import StatusNews
from notifications.channels.telegram_messages import STATUS_PATH, build_message
from notifications.channels.telegram_pace import PacedBot
from notifications.channels.telegram_queue import DueMessage, MessageQueue
from notifications.runtime import Session


class StatusNewsQueue(MessageQueue[StatusNews]):
    """Sends due news. A row is deleted when it is sent or given up."""

    channel = "telegram_status"

    @property
    def bot(self) -> PacedBot:
        return self._runtime.telegram_queue.bot

    async def _lock_due(self, db: Session, now: datetime, *, limit: int) -> list[DueMessage[StatusNews]]:
        return [DueMessage(news, news.chat_id) for news in await queries.lock_due_status_news(db, now, limit=limit)]

    async def _lock(self, db: Session, row: StatusNews) -> StatusNews | None:
        return await queries.lock_news(db, row.announcement_id, row.chat_id)

    def _build_message(self, row: StatusNews) -> dict[str, Any]:
        return build_message(row.title, row.message, STATUS_PATH, self._runtime.settings)

    async def _save_result(self, db: Session, row: StatusNews, state: str, reason: str | None) -> None:
        await db.delete(row)
        metrics.RESULTS.labels(self.channel, state).inc()

    def _get_log_fields(self, row: StatusNews) -> dict[str, Any]:
        return {"announcement_id": row.announcement_id}
