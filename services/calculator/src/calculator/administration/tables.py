import datetime as dt
from typing import Any
from uuid import UUID

from chassis.database.tables import Entity, UtcDateTime
from chassis.features.audit import AuditColumns
from sqlalchemy import Column
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field


class AuditEntry(AuditColumns, table=True):
    """A change of the policy or of an API key. `changes` has two keys, `before` and `after`."""

    __tablename__ = "audit_entries"


class FormerPolicyChange(Entity, table=True):
    """An audit entry of the previous release. A trigger copies to `audit_entries` what that release still writes."""

    __tablename__ = "policy_changes"
    changed_at: dt.datetime = Field(sa_type=UtcDateTime, index=True)
    changed_by: UUID
    changed_by_name: str
    before: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False))
    after: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False))
