from datetime import datetime

from persistence.tables import Base, UtcDateTime
from sqlmodel import Field


class SpentProof(Base, table=True):
    """A used one-time proof: a bot-check answer, or a signature of Telegram's widget."""

    __tablename__ = "spent_proofs"
    key: str = Field(primary_key=True)
    expires_at: datetime = Field(sa_type=UtcDateTime, index=True)
