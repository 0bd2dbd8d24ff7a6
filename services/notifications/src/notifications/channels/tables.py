"""Deliveries, Web Push (browsers and the VAPID key), Telegram chats, and the copy of the site settings."""

from datetime import datetime
from uuid import UUID

from chassis.database.tables import Base, Entity, UtcDateTime
from sqlalchemy import BigInteger, Column, ForeignKey, Index, UniqueConstraint, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field


class Delivery(Entity, table=True):
    """One notification for one user on one channel.

    On the channel `in_app` it exists only for campaigns, with the id of the inbox entry. States: queued, sent (accepted
    by the mail server, the push service or Telegram), delivered (in the inbox), read, failed (with a reason).
    """

    __tablename__ = "deliveries"
    __table_args__ = (
        UniqueConstraint("user_id", "source_id", "channel"),
        Index(
            "deliveries_waiting",
            "channel",
            "is_bulk",
            "due_at",
            postgresql_where=text("state = 'queued' AND email_id IS NULL"),
        ),
        Index("deliveries_of_email", "email_id", postgresql_where=text("state = 'queued'")),
        Index("deliveries_of_campaign", "campaign_id", "channel", "state"),
        # The purge deletes the oldest rows of each kind by these two indexes.
        Index("deliveries_own_age", "created_at", postgresql_where=text("campaign_id IS NULL")),
        Index("deliveries_campaign_age", "created_at", postgresql_where=text("campaign_id IS NOT NULL")),
        # Only the previous release uses this index.
        Index("deliveries_age", "created_at", postgresql_using="brin"),
    )
    user_id: UUID
    source_id: UUID
    campaign_id: UUID | None = None
    channel: str
    type: str
    title: str = ""
    message: str = ""
    link: str = ""
    is_bulk: bool = False
    in_digest: bool = False
    state: str
    reason: str | None = None
    attempts: int = 0
    email_id: UUID | None = None
    created_at: datetime = Field(sa_type=UtcDateTime)
    due_at: datetime = Field(sa_type=UtcDateTime)
    finished_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    # Set if the user is the buyer of the order that the notification is about. A reply in Telegram then goes to the
    # conversation of this order.
    order_id: UUID | None = None


class PushSubscription(Entity, table=True):
    """A user's browser, identified by its push endpoint. `auth` is encrypted (`stored_secrets`)."""

    __tablename__ = "push_subscriptions"
    user_id: UUID = Field(index=True)
    endpoint: str = Field(unique=True)
    p256dh: str
    auth: str
    created_at: datetime = Field(sa_type=UtcDateTime)


class TelegramChat(Base, table=True):
    """The private Telegram chat in which the bot writes to a user. A user has at most one."""

    __tablename__ = "telegram_chats"
    user_id: UUID = Field(primary_key=True)
    chat_id: int = Field(sa_type=BigInteger, unique=True)
    name: str
    linked_at: datetime = Field(sa_type=UtcDateTime)


class TelegramPace(Base, table=True):
    """One row: the earliest time of the bot's next message. Its lock orders the senders of all replicas."""

    __tablename__ = "telegram_pace"
    id: int = Field(default=1, primary_key=True)
    next_at: datetime = Field(sa_type=UtcDateTime)


class TelegramChatPace(Base, table=True):
    """The earliest time of the next message to a chat, which need not be linked to a user.

    It is not a column of `TelegramChat` or `StatusSubscriber`, because such a row may be deleted and created again
    while the chat still has to wait.
    """

    __tablename__ = "telegram_chat_paces"
    chat_id: int = Field(sa_type=BigInteger, primary_key=True)
    next_at: datetime = Field(sa_type=UtcDateTime, index=True)


class TelegramMessage(Base, table=True):
    """A sent message about an order, so that a reply to it finds the order."""

    __tablename__ = "telegram_messages"
    __table_args__ = (Index("telegram_messages_age", "sent_at"),)
    chat_id: int = Field(sa_type=BigInteger, primary_key=True)
    message_id: int = Field(sa_type=BigInteger, primary_key=True)
    user_id: UUID = Field(index=True)
    order_id: UUID
    # The path of the screen that the button of the message opens.
    link: str
    sent_at: datetime = Field(sa_type=UtcDateTime)


class StatusSubscriber(Base, table=True):
    """A chat, with or without an account, that gets news of the status page about `components`. Empty means all."""

    __tablename__ = "status_subscribers"
    chat_id: int = Field(sa_type=BigInteger, primary_key=True)
    components: list[str] = Field(sa_column=Column(JSONB, nullable=False))
    subscribed_at: datetime = Field(sa_type=UtcDateTime)


class StatusNews(Base, table=True):
    """A message of the status page that a chat has not received yet. The row is deleted when it is sent or given up."""

    __tablename__ = "status_news"
    __table_args__ = (Index("status_news_due", "due_at"),)
    announcement_id: UUID = Field(primary_key=True)
    chat_id: int = Field(
        sa_column=Column(
            BigInteger, ForeignKey("status_subscribers.chat_id", ondelete="CASCADE"), primary_key=True, index=True
        )
    )
    title: str
    message: str
    attempts: int = 0
    due_at: datetime = Field(sa_type=UtcDateTime)


class VapidKey(Base, table=True):
    """The VAPID key of the site. A new key would end all subscriptions. `private_key` is encrypted."""

    __tablename__ = "vapid_keys"
    id: int = Field(primary_key=True)
    private_key: str
    public_key: str
    created_at: datetime = Field(sa_type=UtcDateTime)


class SiteSettingsCopy(Base, table=True):
    """A copy of the newest site settings of the content service, for emails."""

    __tablename__ = "site_settings_copy"
    id: int = Field(default=1, primary_key=True)
    site_name: str = "Меридиан Авто"
    contact_phone: str = ""
    working_hours: str = ""
    event_time: datetime = Field(sa_type=UtcDateTime)
