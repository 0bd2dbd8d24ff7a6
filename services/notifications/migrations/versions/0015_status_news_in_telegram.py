"""Telegram chats that subscribed to the status page, and news that they have not received yet"""

import chassis.database.tables
import sqlalchemy as sa
import sqlmodel
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    text = sqlmodel.sql.sqltypes.AutoString
    time = chassis.database.tables.UtcDateTime(timezone=True)
    op.create_table(
        "status_subscribers",
        sa.Column("chat_id", sa.BigInteger(), nullable=False),
        sa.Column("components", JSONB(), nullable=False),
        sa.Column("subscribed_at", time, nullable=False),
        sa.Column("next_at", time, nullable=False),
        sa.PrimaryKeyConstraint("chat_id"),
    )
    op.create_table(
        "status_news",
        sa.Column("announcement_id", sa.Uuid(), nullable=False),
        sa.Column("chat_id", sa.BigInteger(), nullable=False),
        sa.Column("title", text(), nullable=False),
        sa.Column("message", text(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("due_at", time, nullable=False),
        sa.ForeignKeyConstraint(["chat_id"], ["status_subscribers.chat_id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("announcement_id", "chat_id"),
    )
    op.create_index("status_news_due", "status_news", ["due_at"])
    op.create_index(op.f("ix_status_news_chat_id"), "status_news", ["chat_id"])


def downgrade() -> None:
    op.drop_table("status_news")
    op.drop_table("status_subscribers")
