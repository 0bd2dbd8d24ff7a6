from datetime import datetime
from uuid import UUID

from persistence.tables import Base, UtcDateTime
from sqlmodel import Field


class PasskeyChallenge(Base, table=True):
    """A one-time challenge to an authenticator; without an account it is for a sign-in."""

    __tablename__ = "passkey_challenges"
    challenge: str = Field(primary_key=True)
    account_id: UUID | None = None
    expires_at: datetime = Field(sa_type=UtcDateTime, index=True)
