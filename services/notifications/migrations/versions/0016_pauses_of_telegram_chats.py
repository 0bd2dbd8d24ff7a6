"""The pause between two messages to a Telegram chat, in a table of its own that outlives links and subscriptions"""

import chassis.database.tables
import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

# The last release ends with migration 0007. The columns dropped here were added after it.
UNUSED_SINCE = "0007"


def upgrade() -> None:
    time = chassis.database.tables.UtcDateTime(timezone=True)
    op.create_table(
        "telegram_chat_paces",
        sa.Column("chat_id", sa.BigInteger(), nullable=False),
        sa.Column("next_at", time, nullable=False),
        sa.PrimaryKeyConstraint("chat_id"),
    )
    op.create_index(op.f("ix_telegram_chat_paces_next_at"), "telegram_chat_paces", ["next_at"])
    op.drop_column("telegram_chats", "next_at")
    op.drop_column("status_subscribers", "next_at")


def downgrade() -> None:
    now = sa.text("now()")
    for table in ("status_subscribers", "telegram_chats"):
        column = sa.Column(
            "next_at", chassis.database.tables.UtcDateTime(timezone=True), server_default=now, nullable=False
        )
        op.add_column(table, column)
    op.drop_table("telegram_chat_paces")
