"""The policy, one row, and the audit entries of its changes."""

import datetime as dt
from decimal import Decimal
from typing import Any
from uuid import UUID

from chassis.database.tables import Base, Entity, UtcDateTime
from sqlalchemy import Column, Numeric
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import AutoString, Field

from calculator.euro.rates import RateSource

THE_ONLY_ROW = 1


class PolicyRow(Base, table=True):
    """The policy, in one row. Without a row the defaults apply."""

    __tablename__ = "policy"
    id: int = Field(default=THE_ONLY_ROW, primary_key=True)
    default_edition: str
    rate_source: RateSource = Field(sa_type=AutoString)
    manual_value: Decimal | None = Field(default=None, sa_column=Column(Numeric(12, 4)))
    manual_date: dt.date | None = None
    version: int
    updated_at: dt.datetime = Field(sa_type=UtcDateTime)


class PolicyChange(Entity, table=True):
    """Audit entry of a policy change. Entries are never edited."""

    __tablename__ = "policy_changes"
    changed_at: dt.datetime = Field(sa_type=UtcDateTime, index=True)
    changed_by: UUID
    changed_by_name: str
    before: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False))
    after: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False))
