from datetime import datetime
from uuid import UUID

from persistence.tables import Base, UtcDateTime
from sqlmodel import Field


class UserEmailDigest(Base, table=True):
    """A SHA-256 digest of an account's proven address: an erasure finds the subscription of that address by it."""

    __tablename__ = "user_email_digests"
    user_id: UUID = Field(primary_key=True)
    digest: str
    event_time: datetime = Field(sa_type=UtcDateTime)
