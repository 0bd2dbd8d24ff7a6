"""Events published by the notifications service."""

from datetime import datetime
from typing import ClassVar, Literal
from uuid import UUID

from contracts.event import Event


class CampaignSent(Event):
    """A campaign has reached its whole audience."""

    type: ClassVar[str] = "notifications.campaign.sent"
    campaign_id: UUID
    recipients: int
    title: str | None = None
    # It was to be sent at a later time, so nobody waited for its end.
    was_scheduled: bool = False


class TelegramLinked(Event):
    """A user linked a Telegram chat. `account_name` is how Telegram shows its owner."""

    type: ClassVar[str] = "notifications.telegram.linked"
    user_id: UUID
    account_name: str


class TelegramUnlinked(Event):
    """A link to Telegram ended without the user's doing: the bot is blocked, or the chat has another account now."""

    type: ClassVar[str] = "notifications.telegram.unlinked"
    user_id: UUID
    reason: Literal["blocked", "moved"]


class TelegramReplied(Event):
    """A buyer replied in Telegram to a message about an order: the text goes to the order's conversation.

    `update_id` is Telegram's number of the reply: the same reply is added once.
    """

    type: ClassVar[str] = "notifications.telegram.replied"
    order_id: UUID
    user_id: UUID
    update_id: int
    text: str
    sent_at: datetime
