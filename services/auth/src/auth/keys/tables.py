from datetime import datetime

from persistence.tables import Base, UtcDateTime
from sqlmodel import Field


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
