"""Rates of the central bank, one for each day."""

import datetime as dt
from decimal import Decimal

from chassis.database.tables import Base, UtcDateTime
from sqlalchemy import Column, Numeric
from sqlmodel import Field


class EuroRate(Base, table=True):
    """The rate for `day`; `quoted_on` is the banking day it was set for."""

    __tablename__ = "euro_rates"
    day: dt.date = Field(primary_key=True)
    quoted_on: dt.date
    value: Decimal = Field(sa_column=Column(Numeric(12, 4), nullable=False))
    fetched_at: dt.datetime = Field(sa_type=UtcDateTime)
