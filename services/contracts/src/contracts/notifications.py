"""Events published by the notifications service."""

from datetime import datetime
from typing import ClassVar, Literal
from uuid import UUID

from contracts.event import Event


class CampaignSent(Event):
    """A campaign was sent to its whole audience."""

    type: ClassVar[str] = "notifications.campaign.sent"
    campaign_id: UUID
    recipients: int
    title: str | None = None
    # True if the campaign was scheduled for a later time, so nobody waited for its end.
    was_scheduled: bool = False


class TelegramLinked(Event):
    """A user linked a Telegram chat. `account_name` is how Telegram shows its owner."""

    type: ClassVar[str] = "notifications.telegram.linked"
    user_id: UUID
    account_name: str


class TelegramUnlinked(Event):
    """A link to Telegram has ended: the user blocked the bot, or linked the chat to another account."""

    type: ClassVar[str] = "notifications.telegram.unlinked"
    user_id: UUID
    reason: Literal["blocked", "moved"]


class TelegramReplied(Event):
    """A buyer replied in Telegram to a message about an order. The text is added to the order's conversation.

    `update_id` is Telegram's number of the reply, by which the same reply is added only once.
    """

    type: ClassVar[str] = "notifications.telegram.replied"
    order_id: UUID
    user_id: UUID
    update_id: int
    text: str
    sent_at: datetime
