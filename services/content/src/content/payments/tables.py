from datetime import datetime
from typing import Any
from uuid import UUID

from chassis.search import searchable
from chassis.tables import Base, UtcDateTime, new_id
from sqlalchemy import BigInteger, CheckConstraint, Column, ForeignKey, Index, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field


class Payment(Base, table=True):
    """A payment of an order: invoiced, paid or refunded."""

    __tablename__ = "payments"
    __table_args__ = (
        CheckConstraint("amount_rub > 0", name="payments_amount_positive"),
        Index("payments_of_user", "user_id", text("id DESC")),
        Index("payments_by_status", "status", text("id DESC")),
        Index("payments_of_kind", "kind"),
        Index("payments_made", "created_at"),
        Index("payments_due", "due_at"),
        Index("payments_by_amount", "amount_rub"),
    )
    id: UUID = Field(default_factory=new_id, primary_key=True)
    order_id: UUID = Field(sa_column=Column(ForeignKey("orders.id", ondelete="CASCADE"), nullable=False, index=True))
    user_id: UUID | None = None
    title: str
    amount_rub: int = Field(sa_column=Column(BigInteger, nullable=False))
    kind: str
    status: str = "pending"
    due_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    paid_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    receipt_url: str | None = None
    receipt: str | None = None
    version: int = 1
    created_at: datetime = Field(sa_type=UtcDateTime)
    updated_at: datetime = Field(sa_type=UtcDateTime)


PAYMENT_SEARCH = searchable(Payment, "title")


class PaymentNotice(Base, table=True):
    """A notice of a payment provider; its id makes a repeated one change nothing."""

    __tablename__ = "payment_notices"
    provider: str = Field(primary_key=True)
    notice_id: str = Field(primary_key=True)
    payment_id: UUID
    status: str
    received_at: datetime = Field(sa_type=UtcDateTime)
    details: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSONB, nullable=False))
