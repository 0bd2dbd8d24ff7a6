from datetime import datetime
from typing import Any

from chassis.database.tables import Base, UtcDateTime
from sqlalchemy import Column
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field


class SiteSettings(Base, table=True):
    """The site settings, a single row. Missing settings have their built-in values."""

    __tablename__ = "site_settings"
    id: int = Field(default=1, primary_key=True)
    values: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSONB, nullable=False))
    version: int = 1
    updated_at: datetime = Field(sa_type=UtcDateTime)
