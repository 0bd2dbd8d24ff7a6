import datetime as dt
from decimal import Decimal

from chassis.database.tables import Base, UtcDateTime
from sqlalchemy import Column, Numeric
from sqlmodel import AutoString, Field

from calculator.euro.rates import RateSource

POLICY_ROW_ID = 1


class PolicyRow(Base, table=True):
    """The policy, in one row. Without a row the defaults apply."""

    __tablename__ = "policy"
    id: int = Field(default=POLICY_ROW_ID, primary_key=True)
    default_edition: str
    rate_source: RateSource = Field(sa_type=AutoString)
    manual_value: Decimal | None = Field(default=None, sa_column=Column(Numeric(12, 4)))
    manual_date: dt.date | None = None
    version: int
    updated_at: dt.datetime = Field(sa_type=UtcDateTime)
