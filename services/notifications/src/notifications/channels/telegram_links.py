"""The link between a user and a Telegram chat, and its end."""

from typing import Literal
from uuid import UUID

import structlog
from chassis.events import outbox
from contracts.notifications import TelegramLinked, TelegramUnlinked
from sqlalchemy import delete, update
from sqlmodel import col

from notifications.channels import queries
from notifications.channels.tables import Delivery, TelegramChat
from notifications.runtime import Session

log = structlog.get_logger()
Reason = Literal["stopped", "blocked", "moved"]


async def link_chat(db: Session, *, user_id: UUID, chat_id: int, name: str) -> None:
    """Link a chat to a user. It replaces the user's earlier chat, and another user's link to this chat."""
    earlier_link = await queries.find_chat(db, chat_id, lock=True)
    if earlier_link is not None and earlier_link.user_id != user_id:
        await unlink(db, earlier_link.user_id, reason="moved")
    await db.execute(delete(TelegramChat).where(col(TelegramChat.user_id) == user_id))
    db.add(TelegramChat(user_id=user_id, chat_id=chat_id, name=name, linked_at=db.now()))
    await db.flush()
    await outbox.record(db, TelegramLinked(user_id=user_id, account_name=name))
    log.info("telegram_linked", user_id=user_id)


async def unlink(db: Session, user_id: UUID, *, reason: Reason) -> bool:
    """End the link of a user. Queued messages to the chat fail. Returns False if there was no link.

    The end is published for `blocked` and `moved`, so that the user is notified: the user did not ask for the end.
    """
    deletion = delete(TelegramChat).where(col(TelegramChat.user_id) == user_id).returning(col(TelegramChat.user_id))
    if await db.scalar(deletion) is None:
        return False
    waiting_deliveries = update(Delivery).where(
        queries.IS_WAITING, col(Delivery.channel) == "telegram", col(Delivery.user_id) == user_id
    )
    ended_fields = {"state": "failed", "reason": "not_linked", "title": "", "message": "", "finished_at": db.now()}
    await db.execute(waiting_deliveries.values(ended_fields), execution_options={"synchronize_session": "fetch"})
    if reason != "stopped":
        await outbox.record(db, TelegramUnlinked(user_id=user_id, reason=reason))
    log.info("telegram_unlinked", user_id=user_id, reason=reason)
    return True


async def forget_chat(db: Session, chat_id: int) -> None:
    """End the subscription of a chat that blocked the bot, and the link of an account to it."""
    await queries.delete_subscriber(db, chat_id)
    if chat := await queries.find_chat(db, chat_id, lock=True):
        await unlink(db, chat.user_id, reason="blocked")
