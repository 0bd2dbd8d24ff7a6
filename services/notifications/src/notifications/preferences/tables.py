"""Preferences of users. Only explicit choices are stored, so that the defaults can follow the law and consents."""

from datetime import datetime
from typing import Any
from uuid import UUID

from chassis.database.tables import Base, UtcDateTime
from sqlalchemy import Column
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field


class Preference(Base, table=True):
    """The choices of a user.

    `choices` is `{type: {channel: bool}}`. Quiet hours are from `quiet_from` to `quiet_to`, both `HH:MM`, in the time
    zone `quiet_timezone` (an IANA name).
    """

    __tablename__ = "preferences"
    user_id: UUID = Field(primary_key=True)
    choices: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSONB, nullable=False))
    quiet_from: str | None = None
    quiet_to: str | None = None
    quiet_timezone: str | None = None
    updated_at: datetime = Field(sa_type=UtcDateTime)
