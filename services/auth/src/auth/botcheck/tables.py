from datetime import datetime

from chassis.tables import Base, UtcDateTime
from sqlmodel import Field


class SpentProof(Base, table=True):
    """Something good for one use only that has been used: a bot-check answer, a widget's signature."""

    __tablename__ = "spent_proofs"
    key: str = Field(primary_key=True)
    expires_at: datetime = Field(sa_type=UtcDateTime, index=True)
