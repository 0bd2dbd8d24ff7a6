"""Initial tables"""

import chassis.database.tables
import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "received",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("text", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
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
        "notes",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("text", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("author_id", sa.Uuid(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("text"),
    )
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
        "outbox_waiting",
        "outbox",
        ["position"],
        unique=False,
        postgresql_where=sa.text("published_at IS NULL"),
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
        "event_tries",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("updated_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_event_tries_updated_at"), "event_tries", ["updated_at"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_event_tries_updated_at"), table_name="event_tries")
    op.drop_table("event_tries")
    op.drop_index(op.f("ix_seen_events_seen_at"), table_name="seen_events")
    op.drop_table("seen_events")
    op.drop_index(op.f("ix_rate_limits_ends_at"), table_name="rate_limits")
    op.drop_table("rate_limits")
    op.drop_index("outbox_waiting", table_name="outbox", postgresql_where=sa.text("published_at IS NULL"))
    op.drop_index(op.f("ix_outbox_type"), table_name="outbox")
    op.drop_table("outbox")
    op.drop_table("notes")
    op.drop_index(
        "mail_due",
        table_name="mail_outbox",
        postgresql_where=sa.text("sent_at IS NULL AND failed_at IS NULL"),
    )
    op.drop_table("mail_outbox")
    op.drop_table("job_runs")
    op.drop_table("received")
