from datetime import datetime
from typing import Any
from uuid import UUID

from chassis.tables import Base, UtcDateTime, new_id
from sqlalchemy import Column, UniqueConstraint
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field


class SocialIdentity(Base, table=True):
    """An account's key at a provider: provider and subject, never an e-mail."""

    __tablename__ = "social_identities"
    __table_args__ = (UniqueConstraint("provider", "subject"),)
    id: UUID = Field(default_factory=new_id, primary_key=True)
    account_id: UUID = Field(foreign_key="accounts.id", index=True)
    provider: str
    subject: str
    name: str
    linked_at: datetime = Field(sa_type=UtcDateTime)
    last_used_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class SocialAttempt(Base, table=True):
    """A way to a provider that somebody set out on; its secrets stay here and work once."""

    __tablename__ = "social_attempts"
    id: UUID = Field(default_factory=new_id, primary_key=True)
    provider: str
    state_hash: str = Field(index=True)
    redirect_uri: str
    sealed_secrets: str
    session_hash: str | None = None
    account_id: UUID | None = None
    expires_at: datetime = Field(sa_type=UtcDateTime, index=True)
    used_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class PendingIdentity(Base, table=True):
    """Somebody a provider vouches for, whose e-mail is still to be proven."""

    __tablename__ = "pending_identities"
    id: UUID = Field(default_factory=new_id, primary_key=True)
    provider: str
    subject: str
    profile: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False))
    token_hash: str = Field(unique=True)
    ip: str
    expires_at: datetime = Field(sa_type=UtcDateTime, index=True)
