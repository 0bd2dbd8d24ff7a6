"""One-time links, handled updates, and the replica that asks Telegram for new updates."""

from datetime import datetime
from uuid import UUID

from chassis.database.tables import Base, UtcDateTime
from sqlalchemy import BigInteger
from sqlmodel import Field


class TelegramLinkToken(Base, table=True):
    """A one-time link of a user to the bot. Only the hash of its token is stored; a user has one at most."""

    __tablename__ = "telegram_link_tokens"
    user_id: UUID = Field(primary_key=True)
    token_hash: str = Field(unique=True)
    expires_at: datetime = Field(sa_type=UtcDateTime)


class TelegramUpdate(Base, table=True):
    """The id of a handled update. Telegram repeats an update that was not acknowledged."""

    __tablename__ = "telegram_updates"
    update_id: int = Field(sa_type=BigInteger, primary_key=True)
    received_at: datetime = Field(sa_type=UtcDateTime, index=True)


class TelegramPolling(Base, table=True):
    """One row: the replica that polls for updates until `until`, and the id of the next update."""

    __tablename__ = "telegram_polling"
    id: int = Field(default=1, primary_key=True)
    holder: UUID
    until: datetime = Field(sa_type=UtcDateTime)
    next_update_id: int = Field(default=0, sa_type=BigInteger)
