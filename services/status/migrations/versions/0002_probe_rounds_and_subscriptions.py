"""Rounds of probes, subscriptions, days in seconds, the last announced stage of maintenance"""

import chassis.database.tables
import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

# Seconds between two checks while the length of a day was counted in checks.
CHECK_SECONDS = 15


def upgrade() -> None:
    op.create_table(
        "probe_turns",
        sa.Column("name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("taken_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("written_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "status_subscriptions",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("email", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(), nullable=True),
        sa.Column("token_expires_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.Column("consent_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("confirmed_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.Column("ended_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("token_hash"),
    )
    op.create_index("status_subscriptions_email", "status_subscriptions", [sa.text("lower(email)")], unique=True)
    op.create_table(
        "status_announcements",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("subject", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("text", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("created_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_status_announcements_created_at"), "status_announcements", ["created_at"], unique=False)
    op.create_table(
        "status_deliveries",
        sa.Column("announcement_id", sa.Uuid(), nullable=False),
        sa.Column("subscription_id", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(["announcement_id"], ["status_announcements.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["subscription_id"], ["status_subscriptions.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("announcement_id", "subscription_id"),
    )
    op.create_index(
        op.f("ix_status_deliveries_subscription_id"), "status_deliveries", ["subscription_id"], unique=False
    )
    op.alter_column("service_days", "checks", new_column_name="seconds")
    counted = ", ".join(f"{name} = {name} * {CHECK_SECONDS}" for name in ("seconds", "down", "degraded", "maintenance"))
    op.execute(f"UPDATE service_days SET {counted}")  # noqa: S608  # names of columns, all written above
    # Maintenance that is over now was never announced and must not be announced late.
    op.add_column("maintenance", sa.Column("told", sqlmodel.sql.sqltypes.AutoString(), nullable=True))
    op.execute("UPDATE maintenance SET told = CASE WHEN ends_at < now() THEN 'completed' ELSE 'scheduled' END")
    op.alter_column("maintenance", "told", nullable=False)


def downgrade() -> None:
    op.drop_column("maintenance", "told")
    op.alter_column("service_days", "seconds", new_column_name="checks")
    op.drop_table("status_deliveries")
    op.drop_table("status_announcements")
    op.drop_table("status_subscriptions")
    op.drop_table("probe_turns")
