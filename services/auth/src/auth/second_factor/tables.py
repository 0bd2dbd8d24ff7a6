from datetime import datetime
from uuid import UUID

from chassis.database.tables import Base, Entity, UtcDateTime
from sqlalchemy import Column, LargeBinary, false
from sqlmodel import Field, SQLModel


class SignInMethodColumns(SQLModel):
    """Columns of a sign-in method: how it was added.

    They decide what a report of an unrecognized session does to the method.
    """

    # None if the method was added before the first session, or before this column existed.
    added_in_session: UUID | None = None
    # True if the user confirmed the method by a second factor that the account already had.
    is_confirmed_by_factor: bool = Field(default=False, sa_column_kwargs={"server_default": false()})


class SecondFactorColumns(SignInMethodColumns):
    """Columns of a second factor.

    If the session that added the factor is reported, the removal of the factor is planned, unless an earlier factor
    confirmed it.
    """

    removal_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class TotpSecret(SecondFactorColumns, Base, table=True):
    """The encrypted secret of an authenticator app. The app is on after its first code."""

    __tablename__ = "totp_secrets"
    account_id: UUID = Field(primary_key=True, foreign_key="accounts.id")
    encrypted_secret: str
    created_at: datetime = Field(sa_type=UtcDateTime)
    confirmed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    # The time step of the last used code: no code works twice (RFC 6238, section 5.2).
    last_step: int = 0


class RecoveryCode(Entity, table=True):
    """A one-time code for a user who lost the authenticator app."""

    __tablename__ = "recovery_codes"
    account_id: UUID = Field(foreign_key="accounts.id", index=True)
    code_hash: str
    used_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class Passkey(SecondFactorColumns, Entity, table=True):
    """A WebAuthn credential of an account. Only the public key is stored."""

    __tablename__ = "passkeys"
    account_id: UUID = Field(foreign_key="accounts.id", index=True)
    credential_id: bytes = Field(sa_column=Column(LargeBinary, unique=True, nullable=False))
    public_key: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    sign_count: int
    name: str
    created_at: datetime = Field(sa_type=UtcDateTime)
    last_used_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class PasskeyChallenge(Base, table=True):
    """A one-time WebAuthn challenge. A challenge without an account is for a sign-in."""

    __tablename__ = "passkey_challenges"
    challenge: str = Field(primary_key=True)
    account_id: UUID | None = None
    expires_at: datetime = Field(sa_type=UtcDateTime, index=True)
