from datetime import datetime
from uuid import UUID

from chassis.tables import Base, UtcDateTime, new_id
from sqlalchemy import Column, LargeBinary
from sqlmodel import Field


class Passkey(Base, table=True):
    """A WebAuthn credential of an account, with its public key only."""

    __tablename__ = "passkeys"
    id: UUID = Field(default_factory=new_id, primary_key=True)
    account_id: UUID = Field(foreign_key="accounts.id", index=True)
    credential_id: bytes = Field(sa_column=Column(LargeBinary, unique=True, nullable=False))
    public_key: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    sign_count: int
    name: str
    created_at: datetime = Field(sa_type=UtcDateTime)
    last_used_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class PasskeyChallenge(Base, table=True):
    """A one-time challenge to an authenticator; without an account it is for a sign-in."""

    __tablename__ = "passkey_challenges"
    challenge: str = Field(primary_key=True)
    account_id: UUID | None = None
    expires_at: datetime = Field(sa_type=UtcDateTime, index=True)
