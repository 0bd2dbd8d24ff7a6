from datetime import datetime

from chassis.tables import Base, UtcDateTime
from sqlmodel import Field


class SigningKey(Base, table=True):
    """A key pair that signs access tokens; the secret half is encrypted with a key made from SECRET_KEY."""

    __tablename__ = "signing_keys"
    kid: str = Field(primary_key=True)
    public_paserk: str
    sealed_secret: str
    created_at: datetime = Field(sa_type=UtcDateTime)
    # Services learn a new key before it signs, and keep an old one until its last token is dead.
    signs_from: datetime = Field(sa_type=UtcDateTime)
    retired_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
