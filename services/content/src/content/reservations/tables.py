from datetime import datetime
from typing import Any, ClassVar
from uuid import UUID

from chassis.database.search import build_searchable
from chassis.database.tables import UtcDateTime
from sqlalchemy import BigInteger, Column, ForeignKey, Index, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from content.records import Record

ACTIVE_STATUSES = ("awaiting_payment", "paid")
IS_ACTIVE = text("status IN ('awaiting_payment', 'paid')")


class Reservation(Record, table=True):
    """A car that is held for one buyer until `expires_at`.

    The unique index allows one active reservation of a car: a check in code would lose a race. `calculation` is the
    price as it was shown when the car was reserved; later prices and rates do not change it.
    """

    entity: ClassVar[str] = "reservation"
    withheld: ClassVar[set[str]] = {"reason"}
    __tablename__ = "reservations"
    __table_args__ = (
        Index("reservations_one_of_car", "car_id", unique=True, postgresql_where=IS_ACTIVE),
        Index("reservations_of_car", "car_id"),
        Index("reservations_of_user", "user_id", text("id DESC")),
        Index("reservations_by_status", "status", text("id DESC")),
        Index("reservations_due", "expires_at", postgresql_where=IS_ACTIVE),
        Index("reservations_by_end", "expires_at"),
        Index("reservations_made", "created_at"),
        Index("reservations_ended", "ended_at"),
        Index("reservations_of_order", "order_id"),
    )
    number: str = Field(unique=True)
    # NULL after the buyer's erasure.
    user_id: UUID | None = None
    # NULL after the car was deleted.
    car_id: UUID | None = Field(default=None, sa_column=Column(ForeignKey("cars.id", ondelete="SET NULL")))
    car_title: str
    car_slug: str
    # The turnkey price of the car.
    price_rub: int = Field(sa_column=Column(BigInteger, nullable=False))
    calculation: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False))
    # The terms: the price of the reservation, the hours to pay it, and the hours that it holds the car after that.
    amount_rub: int = Field(sa_column=Column(BigInteger, nullable=False))
    pay_hours: int
    hold_hours: int
    status: str = "awaiting_payment"
    expires_at: datetime = Field(sa_type=UtcDateTime)
    # When the buyer was notified that the end is near.
    warned_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    paid_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    ended_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    reason: str | None = None
    order_id: UUID | None = None

    def get_audit_title(self) -> str:
        return f"{self.number}, {self.car_title}"


build_searchable(Reservation, "number", "car_title")
