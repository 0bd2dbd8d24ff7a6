from datetime import datetime
from uuid import UUID

from chassis.database.tables import Base, Entity, UtcDateTime
from sqlalchemy import Index, text
from sqlmodel import Field

# The end reason of a session that its owner reported as unrecognized.
REPORTED_UNRECOGNIZED = "disowned"  # The value is stored in existing rows.
# The end reason of a session that a block of the account ended.
ENDED_BY_BLOCK = "blocked"


class LoginSession(Entity, table=True):
    """A sign-in on a device. All refresh tokens that follow from it are one family."""

    __tablename__ = "login_sessions"
    __table_args__ = (
        Index("login_sessions_open", "account_id", postgresql_where=text("ended_at IS NULL")),
        Index("login_sessions_ended", "ended_at", postgresql_where=text("ended_at IS NOT NULL")),
    )
    account_id: UUID = Field(foreign_key="accounts.id", index=True)
    device: str
    device_key: str
    # Identifies a program without cookies: see `Device.program_key`.
    program_key: str | None = None
    ip: str
    second_factor: bool = False
    created_at: datetime = Field(sa_type=UtcDateTime)
    last_seen_at: datetime = Field(sa_type=UtcDateTime)
    expires_at: datetime = Field(sa_type=UtcDateTime)
    ended_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    end_reason: str | None = None


class RefreshToken(Base, table=True):
    """A refresh token, as a keyed hash. Its successor is derived from it, so the grace period needs no stored token."""

    __tablename__ = "refresh_tokens"
    token_hash: str = Field(primary_key=True)
    session_id: UUID = Field(foreign_key="login_sessions.id", ondelete="CASCADE", index=True)
    created_at: datetime = Field(sa_type=UtcDateTime)
    rotated_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class SigningKey(Base, table=True):
    """A key pair that signs access tokens; the secret key is encrypted with a key derived from SECRET_KEY."""

    __tablename__ = "signing_keys"
    kid: str = Field(primary_key=True)
    public_paserk: str
    encrypted_secret: str
    created_at: datetime = Field(sa_type=UtcDateTime)
    # Services receive a new key before it signs, and keep an old one until its last token has expired.
    signs_from: datetime = Field(sa_type=UtcDateTime)
    retired_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
