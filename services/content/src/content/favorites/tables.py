from datetime import datetime
from uuid import UUID

from chassis.tables import Base, UtcDateTime
from sqlalchemy import BigInteger, Column, ForeignKey
from sqlmodel import Field


class Favorite(Base, table=True):
    """A car in a user's favourites."""

    __tablename__ = "favorites"
    user_id: UUID = Field(primary_key=True)
    car_id: UUID = Field(
        sa_column=Column(ForeignKey("cars.id", ondelete="CASCADE"), primary_key=True, nullable=False, index=True)
    )
    note: str | None = None
    # The price the user saw last: a change is published once, not at every daily rate.
    price_rub: int | None = Field(default=None, sa_column=Column(BigInteger))
    created_at: datetime = Field(sa_type=UtcDateTime)
