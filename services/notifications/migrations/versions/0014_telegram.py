"""Telegram as a channel: linked chats, one-time links, sent messages about orders, handled updates"""

import chassis.database.tables
import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    text = sqlmodel.sql.sqltypes.AutoString
    time = chassis.database.tables.UtcDateTime(timezone=True)
    op.add_column("deliveries", sa.Column("order_id", sa.Uuid(), nullable=True))
    op.create_table(
        "telegram_chats",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("chat_id", sa.BigInteger(), nullable=False),
        sa.Column("name", text(), nullable=False),
        sa.Column("linked_at", time, nullable=False),
        sa.Column("next_at", time, nullable=False),
        sa.PrimaryKeyConstraint("user_id"),
        sa.UniqueConstraint("chat_id"),
    )
    op.create_table(
        "telegram_pace",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("next_at", time, nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "telegram_messages",
        sa.Column("chat_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("order_id", sa.Uuid(), nullable=False),
        sa.Column("link", text(), nullable=False),
        sa.Column("sent_at", time, nullable=False),
        sa.PrimaryKeyConstraint("chat_id", "message_id"),
    )
    op.create_index("telegram_messages_age", "telegram_messages", ["sent_at"])
    op.create_index(op.f("ix_telegram_messages_user_id"), "telegram_messages", ["user_id"])
    op.create_table(
        "telegram_link_tokens",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("token_hash", text(), nullable=False),
        sa.Column("expires_at", time, nullable=False),
        sa.PrimaryKeyConstraint("user_id"),
        sa.UniqueConstraint("token_hash"),
    )
    op.create_table(
        "telegram_updates",
        sa.Column("update_id", sa.BigInteger(), nullable=False),
        sa.Column("received_at", time, nullable=False),
        sa.PrimaryKeyConstraint("update_id"),
    )
    op.create_index(op.f("ix_telegram_updates_received_at"), "telegram_updates", ["received_at"])
    op.create_table(
        "telegram_polling",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("holder", sa.Uuid(), nullable=False),
        sa.Column("until", time, nullable=False),
        sa.Column("next_update_id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )


def downgrade() -> None:
    op.drop_table("telegram_polling")
    op.drop_table("telegram_updates")
    op.drop_table("telegram_link_tokens")
    op.drop_table("telegram_messages")
    op.drop_table("telegram_pace")
    op.drop_table("telegram_chats")
    op.drop_column("deliveries", "order_id")
