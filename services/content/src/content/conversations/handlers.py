"""Adds buyers' replies in Telegram to the conversations of their orders."""

from chassis.events.registry import EventContext, Handlers
from contracts.notifications import TelegramReplied

from content.conversations import service
from content.runtime import Session

on = Handlers()


@on(TelegramReplied)
async def add_telegram_reply(event: TelegramReplied, db: Session, context: EventContext) -> None:
    await service.add_telegram_reply(db, event)
