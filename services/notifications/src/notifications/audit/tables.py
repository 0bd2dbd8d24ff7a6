"""The append-only audit log of administrators' actions on campaigns and texts."""

from chassis.features.audit import AuditColumns
from sqlalchemy import Index


class AuditEntry(AuditColumns, table=True):
    __tablename__ = "audit_entries"
    __table_args__ = (Index("audit_of_entity", "entity", "entity_id"),)
