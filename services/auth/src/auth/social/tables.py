from datetime import datetime
from typing import Any
from uuid import UUID

from chassis.database.tables import Entity, UtcDateTime
from sqlalchemy import Column, UniqueConstraint, false
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from auth.second_factor.tables import SignInMethodColumns


class SocialIdentity(SignInMethodColumns, Entity, table=True):
    """A linked provider. Its user is identified by provider and subject, never by email."""

    __tablename__ = "social_identities"
    __table_args__ = (UniqueConstraint("provider", "subject"),)
    account_id: UUID = Field(foreign_key="accounts.id", index=True)
    provider: str
    subject: str
    name: str
    linked_at: datetime = Field(sa_type=UtcDateTime)
    last_used_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class AuthorizationRequest(Entity, table=True):
    """An authorization request at a provider, with its encrypted secrets. It is used once."""

    __tablename__ = "social_attempts"
    provider: str
    state_hash: str = Field(index=True)
    redirect_uri: str
    encrypted_secrets: str
    session_hash: str | None = None
    account_id: UUID | None = None
    # The user confirmed the linking before the authorization began.
    is_confirmed: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    is_confirmed_by_factor: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    # Hash of the cookie of the browser in which the authorization began.
    browser_hash: str | None = None
    expires_at: datetime = Field(sa_type=UtcDateTime, index=True)
    used_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class PendingIdentity(Entity, table=True):
    """A user of a provider who has signed in there, and whose email address is still unverified."""

    __tablename__ = "pending_identities"
    provider: str
    subject: str
    profile: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False))
    token_hash: str = Field(unique=True)
    ip: str
    expires_at: datetime = Field(sa_type=UtcDateTime, index=True)
