from datetime import datetime
from uuid import UUID

from chassis.database.tables import UtcDateTime
from sqlalchemy import BigInteger, Column, ForeignKey, Index, UniqueConstraint, text
from sqlmodel import Field

from content.stop_links import AlertingRecord


class PriceLimit(AlertingRecord, table=True):
    """A sum set by a user, for the price of a favourite car or for the sum of a saved calculation, never for both."""

    __tablename__ = "price_limits"
    __table_args__ = (
        UniqueConstraint("user_id", "car_id", name="price_limits_of_car"),
        UniqueConstraint("user_id", "calculation_id", name="price_limits_of_calculation"),
        Index(
            "price_limits_to_estimate",
            text("estimated_at NULLS FIRST"),
            postgresql_where=text("calculation_id IS NOT NULL"),
        ),
    )
    user_id: UUID
    car_id: UUID | None = Field(
        default=None, sa_column=Column(ForeignKey("cars.id", ondelete="CASCADE"), nullable=True, index=True)
    )
    calculation_id: UUID | None = None
    # The name of the calculation when it was last read.
    title: str | None = None
    limit_rub: int = Field(sa_column=Column(BigInteger, nullable=False))
    # True if the sum was at most the limit when the user last set the limit, turned it on or was notified.
    is_below: bool
    # The sum of the calculation with the rate and edition in force, and the time of the request to the calculator.
    current_rub: int | None = Field(default=None, sa_column=Column(BigInteger))
    estimated_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    # When the rate or the edition changed last.
    outdated_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    alerted_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    created_at: datetime = Field(sa_type=UtcDateTime)
