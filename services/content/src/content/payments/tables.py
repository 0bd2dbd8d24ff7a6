from datetime import datetime
from typing import Any
from uuid import UUID

from chassis.database.tables import Base, UtcDateTime
from sqlalchemy import Column, Index, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field


class PaymentNotice(Base, table=True):
    """A notice of a payment provider; its id makes a repeated one change nothing.

    `problem` says why its money was not booked: the invoice was closed (`closed`), the sum differs (`amount`), or a
    refund has given the money back already (`refund`). Administrators see such a notice beside the payment until one
    of them settles it.
    """

    __tablename__ = "payment_notices"
    __table_args__ = (Index("payment_notices_unbooked", "payment_id", postgresql_where=text("problem IS NOT NULL")),)
    provider: str = Field(primary_key=True)
    notice_id: str = Field(primary_key=True)
    payment_id: UUID
    status: str
    received_at: datetime = Field(sa_type=UtcDateTime)
    problem: str | None = None
    settled_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    details: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSONB, nullable=False))
