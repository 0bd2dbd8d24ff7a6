"""Initial tables"""

import chassis.database.tables
import sqlalchemy as sa
import sqlmodel
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "client_log_entries",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("fingerprint", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("level", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("context", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("message", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("data", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("user_id", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("session_id", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("created_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_client_log_entries_created_at"), "client_log_entries", ["created_at"], unique=False)
    op.create_index(op.f("ix_client_log_entries_fingerprint"), "client_log_entries", ["fingerprint"], unique=False)
    op.create_index(op.f("ix_client_log_entries_user_id"), "client_log_entries", ["user_id"], unique=False)
    op.create_table(
        "client_log_groups",
        sa.Column("fingerprint", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("level", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("context", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("message", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("first_seen", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("last_seen", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("fingerprint"),
    )
    op.create_index(op.f("ix_client_log_groups_last_seen"), "client_log_groups", ["last_seen"], unique=False)
    op.create_table(
        "incidents",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("title", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("severity", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("status", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("description", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("affected", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("cause", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("created_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("resolved_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        "incident_open_cause", "incidents", ["cause"], unique=True, postgresql_where=sa.text("resolved_at IS NULL")
    )
    op.create_index(op.f("ix_incidents_created_at"), "incidents", ["created_at"], unique=False)
    op.create_table(
        "job_runs",
        sa.Column("name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("ran_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "mail_outbox",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("kind", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("recipient", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("subject", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("text", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("html", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("headers", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("created_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("due_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("sent_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.Column("failed_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.Column("error", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        "mail_due",
        "mail_outbox",
        ["due_at"],
        unique=False,
        postgresql_where=sa.text("sent_at IS NULL AND failed_at IS NULL"),
    )
    op.create_table(
        "maintenance",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("title", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("description", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("starts_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("ends_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("affected", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("verifying", sa.Boolean(), nullable=False),
        sa.Column("completed_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.Column("created_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_maintenance_ends_at"), "maintenance", ["ends_at"], unique=False)
    op.create_table(
        "outbox",
        sa.Column("position", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("type", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("published_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("position"),
        sa.UniqueConstraint("id"),
    )
    op.create_index(op.f("ix_outbox_type"), "outbox", ["type"], unique=False)
    op.create_index(
        "outbox_waiting", "outbox", ["position"], unique=False, postgresql_where=sa.text("published_at IS NULL")
    )
    op.create_table(
        "rate_limits",
        sa.Column("key", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("began_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("ends_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("hits", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("key"),
    )
    op.create_index(op.f("ix_rate_limits_ends_at"), "rate_limits", ["ends_at"], unique=False)
    op.create_table(
        "seen_events",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("seen_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_seen_events_seen_at"), "seen_events", ["seen_at"], unique=False)
    op.create_table(
        "service_days",
        sa.Column("service", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("date", sa.Date(), nullable=False),
        sa.Column("checks", sa.Integer(), nullable=False),
        sa.Column("down", sa.Integer(), nullable=False),
        sa.Column("degraded", sa.Integer(), nullable=False),
        sa.Column("maintenance", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("service", "date"),
    )
    op.create_table(
        "service_states",
        sa.Column("id", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("status", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("since", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("checked_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.Column("latency_ms", sa.Integer(), nullable=True),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("successes", sa.Integer(), nullable=False),
        sa.Column("reason", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "incident_updates",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("incident_id", sa.Uuid(), nullable=False),
        sa.Column("status", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("message", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("created_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["incident_id"], ["incidents.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_incident_updates_incident_id"), "incident_updates", ["incident_id"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_incident_updates_incident_id"), table_name="incident_updates")
    op.drop_table("incident_updates")
    op.drop_table("service_states")
    op.drop_table("service_days")
    op.drop_index(op.f("ix_seen_events_seen_at"), table_name="seen_events")
    op.drop_table("seen_events")
    op.drop_index(op.f("ix_rate_limits_ends_at"), table_name="rate_limits")
    op.drop_table("rate_limits")
    op.drop_index("outbox_waiting", table_name="outbox", postgresql_where=sa.text("published_at IS NULL"))
    op.drop_index(op.f("ix_outbox_type"), table_name="outbox")
    op.drop_table("outbox")
    op.drop_index(op.f("ix_maintenance_ends_at"), table_name="maintenance")
    op.drop_table("maintenance")
    op.drop_index(
        "mail_due", table_name="mail_outbox", postgresql_where=sa.text("sent_at IS NULL AND failed_at IS NULL")
    )
    op.drop_table("mail_outbox")
    op.drop_table("job_runs")
    op.drop_index(op.f("ix_incidents_created_at"), table_name="incidents")
    op.drop_index("incident_open_cause", table_name="incidents", postgresql_where=sa.text("resolved_at IS NULL"))
    op.drop_table("incidents")
    op.drop_index(op.f("ix_client_log_groups_last_seen"), table_name="client_log_groups")
    op.drop_table("client_log_groups")
    op.drop_index(op.f("ix_client_log_entries_user_id"), table_name="client_log_entries")
    op.drop_index(op.f("ix_client_log_entries_fingerprint"), table_name="client_log_entries")
    op.drop_index(op.f("ix_client_log_entries_created_at"), table_name="client_log_entries")
    op.drop_table("client_log_entries")
