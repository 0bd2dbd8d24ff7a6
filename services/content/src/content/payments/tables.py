from datetime import datetime
from typing import Any
from uuid import UUID

from chassis.database.tables import Base, UtcDateTime
from sqlalchemy import Column
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field


class PaymentNotice(Base, table=True):
    """A notice of a payment provider; its id makes a repeated one change nothing."""

    __tablename__ = "payment_notices"
    provider: str = Field(primary_key=True)
    notice_id: str = Field(primary_key=True)
    payment_id: UUID
    status: str
    received_at: datetime = Field(sa_type=UtcDateTime)
    details: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSONB, nullable=False))
