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
        "campaigns",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("source_id", sa.Uuid(), nullable=False),
        sa.Column("audience", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("type", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("title", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("message", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("data", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("channels", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("in_digest", sa.Boolean(), nullable=False),
        sa.Column("status", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("idempotency_key", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("created_by", sa.Uuid(), nullable=True),
        sa.Column("created_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("happened_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("scheduled_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("started_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.Column("finished_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.Column("cursor", sa.Uuid(), nullable=True),
        sa.Column("recipients", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("created_by", "idempotency_key"),
        sa.UniqueConstraint("source_id"),
    )
    op.create_index(
        "campaigns_due",
        "campaigns",
        ["scheduled_at"],
        unique=False,
        postgresql_where=sa.text("status IN ('scheduled', 'sending')"),
    )
    op.create_table(
        "deliveries",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("source_id", sa.Uuid(), nullable=False),
        sa.Column("campaign_id", sa.Uuid(), nullable=True),
        sa.Column("channel", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("type", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("title", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("message", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("link", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("is_bulk", sa.Boolean(), nullable=False),
        sa.Column("in_digest", sa.Boolean(), nullable=False),
        sa.Column("state", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("reason", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("letter_id", sa.Uuid(), nullable=True),
        sa.Column("created_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("due_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("finished_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("user_id", "source_id", "channel"),
    )
    op.create_index("deliveries_age", "deliveries", ["created_at"], unique=False, postgresql_using="brin")
    op.create_index(
        "deliveries_due",
        "deliveries",
        ["channel", "is_bulk", "due_at"],
        unique=False,
        postgresql_where=sa.text("state = 'queued' AND letter_id IS NULL"),
    )
    op.create_index("deliveries_of_campaign", "deliveries", ["campaign_id", "channel", "state"], unique=False)
    op.create_index(
        "deliveries_of_letter", "deliveries", ["letter_id"], unique=False, postgresql_where=sa.text("state = 'queued'")
    )
    op.create_table(
        "inbox_state",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("unread", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("revision", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("user_id"),
    )
    op.create_table(
        "job_runs",
        sa.Column("name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("ran_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "letterhead",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("site_name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("contact_phone", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("working_hours", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("told_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "live_log",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("revision", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("body", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("created_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "revision"),
    )
    op.create_index("live_log_age", "live_log", ["created_at"], unique=False, postgresql_using="brin")
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
        "notifications",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("source_id", sa.Uuid(), nullable=False),
        sa.Column("type", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("title", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("message", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("data", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("is_read", sa.Boolean(), nullable=False),
        sa.Column("read_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.Column("created_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("user_id", "source_id"),
    )
    op.create_index("notifications_age", "notifications", ["created_at"], unique=False, postgresql_using="brin")
    op.create_index("notifications_newest", "notifications", ["user_id", "id"], unique=False)
    op.create_index("notifications_of_type", "notifications", ["user_id", "type", "id"], unique=False)
    op.create_index(
        "notifications_unread",
        "notifications",
        ["user_id", "id"],
        unique=False,
        postgresql_where=sa.text("NOT is_read"),
    )
    op.create_table(
        "open_streams",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("replica_id", sa.Uuid(), nullable=False),
        sa.Column("opened_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_open_streams_replica_id"), "open_streams", ["replica_id"], unique=False)
    op.create_index(op.f("ix_open_streams_user_id"), "open_streams", ["user_id"], unique=False)
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
        "people",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("email", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("first_name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("last_name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("role", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("is_verified", sa.Boolean(), nullable=False),
        sa.Column("is_blocked", sa.Boolean(), nullable=False),
        sa.Column("marketing", sa.Boolean(), nullable=False),
        sa.Column("is_buyer", sa.Boolean(), nullable=False),
        sa.Column("is_erased", sa.Boolean(), nullable=False),
        sa.Column("joined_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("told_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_people_role"), "people", ["role"], unique=False)
    op.create_table(
        "preferences",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("choices", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("quiet_from", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("quiet_to", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("quiet_timezone", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("updated_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("user_id"),
    )
    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("endpoint", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("p256dh", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("auth", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("created_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("endpoint"),
    )
    op.create_index(op.f("ix_push_subscriptions_user_id"), "push_subscriptions", ["user_id"], unique=False)
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
        "replicas",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("seen_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "seen_events",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("seen_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_seen_events_seen_at"), "seen_events", ["seen_at"], unique=False)
    op.create_table(
        "templates",
        sa.Column("key", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("title", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("message", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("changed_by", sa.Uuid(), nullable=False),
        sa.Column("changed_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key"),
    )
    op.create_table(
        "vapid_keys",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("private_key", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("public_key", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("created_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )


def downgrade() -> None:
    op.drop_table("vapid_keys")
    op.drop_table("templates")
    op.drop_index(op.f("ix_seen_events_seen_at"), table_name="seen_events")
    op.drop_table("seen_events")
    op.drop_table("replicas")
    op.drop_index(op.f("ix_rate_limits_ends_at"), table_name="rate_limits")
    op.drop_table("rate_limits")
    op.drop_index(op.f("ix_push_subscriptions_user_id"), table_name="push_subscriptions")
    op.drop_table("push_subscriptions")
    op.drop_table("preferences")
    op.drop_index(op.f("ix_people_role"), table_name="people")
    op.drop_table("people")
    op.drop_index("outbox_waiting", table_name="outbox", postgresql_where=sa.text("published_at IS NULL"))
    op.drop_index(op.f("ix_outbox_type"), table_name="outbox")
    op.drop_table("outbox")
    op.drop_index(op.f("ix_open_streams_user_id"), table_name="open_streams")
    op.drop_index(op.f("ix_open_streams_replica_id"), table_name="open_streams")
    op.drop_table("open_streams")
    op.drop_index("notifications_unread", table_name="notifications", postgresql_where=sa.text("NOT is_read"))
    op.drop_index("notifications_of_type", table_name="notifications")
    op.drop_index("notifications_newest", table_name="notifications")
    op.drop_index("notifications_age", table_name="notifications", postgresql_using="brin")
    op.drop_table("notifications")
    op.drop_index(
        "mail_due", table_name="mail_outbox", postgresql_where=sa.text("sent_at IS NULL AND failed_at IS NULL")
    )
    op.drop_table("mail_outbox")
    op.drop_index("live_log_age", table_name="live_log", postgresql_using="brin")
    op.drop_table("live_log")
    op.drop_table("letterhead")
    op.drop_table("job_runs")
    op.drop_table("inbox_state")
    op.drop_index("deliveries_of_letter", table_name="deliveries", postgresql_where=sa.text("state = 'queued'"))
    op.drop_index("deliveries_of_campaign", table_name="deliveries")
    op.drop_index(
        "deliveries_due", table_name="deliveries", postgresql_where=sa.text("state = 'queued' AND letter_id IS NULL")
    )
    op.drop_index("deliveries_age", table_name="deliveries", postgresql_using="brin")
    op.drop_table("deliveries")
    op.drop_index(
        "campaigns_due", table_name="campaigns", postgresql_where=sa.text("status IN ('scheduled', 'sending')")
    )
    op.drop_table("campaigns")
