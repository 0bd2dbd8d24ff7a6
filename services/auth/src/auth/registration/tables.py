from datetime import datetime
from uuid import UUID

from chassis.database.tables import Base, Entity, UtcDateTime
from sqlalchemy import false
from sqlmodel import Field


class Registration(Entity, table=True):
    """An unverified registration. The code sent for it turns exactly this registration into an account."""

    __tablename__ = "registrations"
    email: str
    email_key: str = Field(index=True)
    password_hash: str
    first_name: str
    last_name: str
    phone: str | None = None
    marketing: bool = False
    consent_version: str
    ip: str
    created_at: datetime = Field(sa_type=UtcDateTime, index=True)


class Challenge(Entity, table=True):
    """A request for a code: one client, one email address, one subject, one counter of tries, up to two valid codes.

    The client has the handle of the challenge. A challenge without a subject is a decoy: it makes an unknown address
    behave exactly like a known one.
    """

    __tablename__ = "code_challenges"
    purpose: str
    email_key: str = Field(index=True)
    subject_id: UUID | None = None
    # The registration for which a decoy stands, so that both have the same counter of tries.
    decoy_id: UUID | None = None
    tries: int = 0
    # The client has no handle of the registration, so it must also send the password.
    needs_password: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    # The widest counted network of the client.
    network: str = Field(default="", sa_column_kwargs={"server_default": ""})
    # The account had signed in from this browser before.
    is_known_browser: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    created_at: datetime = Field(sa_type=UtcDateTime, index=True)
    sent_at: datetime = Field(sa_type=UtcDateTime)
    spent_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class MailedCode(Entity, table=True):
    """One code of a challenge, as a keyed hash."""

    __tablename__ = "mailed_codes"
    challenge_id: UUID = Field(foreign_key="code_challenges.id", ondelete="CASCADE", index=True)
    code_hash: str
    created_at: datetime = Field(sa_type=UtcDateTime)
    expires_at: datetime = Field(sa_type=UtcDateTime)


class SpentProof(Base, table=True):
    """A used one-time proof: a bot-check answer, or a signature of Telegram's widget."""

    __tablename__ = "spent_proofs"
    key: str = Field(primary_key=True)
    expires_at: datetime = Field(sa_type=UtcDateTime, index=True)
