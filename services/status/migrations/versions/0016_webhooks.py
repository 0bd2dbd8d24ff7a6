"""Webhook endpoints, their messages and deliveries"""

import chassis.database.tables
import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

Moment = chassis.database.tables.UtcDateTime


def upgrade() -> None:
    op.create_table(
        "webhook_endpoints",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("url", sa.String(), nullable=False),
        sa.Column("description", sa.String(), nullable=False),
        sa.Column("components", JSONB(), nullable=False),
        sa.Column("secret", sa.String(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("failing_since", Moment(timezone=True), nullable=True),
        sa.Column("disabled_at", Moment(timezone=True), nullable=True),
        sa.Column("disabled_reason", sa.String(), nullable=False),
        sa.Column("created_at", Moment(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        if_not_exists=True,
    )
    op.create_table(
        "webhook_messages",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("type", sa.String(), nullable=False),
        sa.Column("body", sa.String(), nullable=False),
        sa.Column("created_at", Moment(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        if_not_exists=True,
    )
    op.create_index(op.f("ix_webhook_messages_created_at"), "webhook_messages", ["created_at"], if_not_exists=True)
    op.create_table(
        "webhook_deliveries",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("message_id", sa.Uuid(), nullable=False),
        sa.Column("endpoint_id", sa.Uuid(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("due_at", Moment(timezone=True), nullable=False),
        sa.Column("last_at", Moment(timezone=True), nullable=True),
        sa.Column("status_code", sa.Integer(), nullable=True),
        sa.Column("error", sa.String(), nullable=False),
        sa.Column("duration_ms", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["endpoint_id"], ["webhook_endpoints.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["message_id"], ["webhook_messages.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        if_not_exists=True,
    )
    op.create_index(op.f("ix_webhook_deliveries_message_id"), "webhook_deliveries", ["message_id"], if_not_exists=True)
    op.create_index(
        "webhook_deliveries_due",
        "webhook_deliveries",
        ["due_at"],
        postgresql_where=sa.text("state = 'pending'"),
        if_not_exists=True,
    )
    op.create_index("webhook_deliveries_of_endpoint", "webhook_deliveries", ["endpoint_id", "id"], if_not_exists=True)


def downgrade() -> None:
    op.drop_table("webhook_deliveries")
    op.drop_table("webhook_messages")
    op.drop_table("webhook_endpoints")
