from datetime import datetime
from typing import Any, ClassVar
from uuid import UUID

from chassis.database.search import build_searchable
from chassis.database.tables import Base, UtcDateTime
from chassis.formats import format_roubles
from sqlalchemy import BigInteger, CheckConstraint, Column, ForeignKey, Index, false, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from content.records import Record


class PaymentNotice(Base, table=True):
    """A notice of a payment provider. The primary key makes a repeated notice change nothing.

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


class Payment(Record, table=True):
    """A payment of an order or of a reservation: invoiced, paid or refunded.

    A payment of a reservation that became an order belongs to both.
    """

    entity: ClassVar[str] = "payment"
    __tablename__ = "payments"
    __table_args__ = (
        CheckConstraint("amount_rub > 0", name="payments_amount_positive"),
        Index("payments_of_user", "user_id", text("id DESC")),
        Index("payments_by_status", "status", text("id DESC")),
        Index("payments_of_kind", "kind"),
        Index("payments_made", "created_at"),
        Index("payments_due", "due_at"),
        Index("payments_by_amount", "amount_rub"),
        Index("payments_of_reservation", "reservation_id"),
    )
    order_id: UUID | None = Field(
        default=None, sa_column=Column(ForeignKey("orders.id", ondelete="CASCADE"), index=True)
    )
    reservation_id: UUID | None = None
    user_id: UUID | None = None
    title: str
    amount_rub: int = Field(sa_column=Column(BigInteger, nullable=False))
    kind: str
    status: str = "pending"
    due_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    paid_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    # The fiscal receipt: a link to it, and its number as an administrator entered it.
    receipt_url: str | None = None
    receipt: str | None = None
    reminded_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    # The sum contains customs payments, which may change until the declaration is registered.
    includes_customs: bool = Field(default=False, sa_column_kwargs={"server_default": false()})

    def get_audit_title(self) -> str:
        return f"{self.title}, {format_roubles(self.amount_rub)}"


build_searchable(Payment, "title")
