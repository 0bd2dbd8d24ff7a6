"""Each order has a conversation; the entries of its history are the first messages"""

import chassis.database.tables
import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None

NAME_SEARCH = (
    "grams(textcat(textcat(textcat(textcat(coalesce(first_name, ''), chr(10)), coalesce(last_name, '')), chr(10)), "
    "coalesce(email, '')))"
)
REPLY_SEARCH = "grams(textcat(textcat(coalesce(title, ''), chr(10)), coalesce(text, '')))"


def upgrade() -> None:
    # This step comes first: it can run again if the program ends after it. The rest is one transaction.
    with op.get_context().autocommit_block():
        op.execute("DROP INDEX CONCURRENTLY IF EXISTS user_copies_words")
        op.create_index(
            "user_copies_words",
            "user_copies",
            [sa.literal_column(NAME_SEARCH)],
            postgresql_using="gin",
            postgresql_concurrently=True,
        )
    op.create_table(
        "saved_replies",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("updated_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_saved_replies_title"), "saved_replies", ["title"], unique=False)
    op.create_index("saved_replies_made", "saved_replies", ["created_at"], unique=False)
    op.create_index(
        "saved_replies_words", "saved_replies", [sa.literal_column(REPLY_SEARCH)], unique=False, postgresql_using="gin"
    )
    op.create_table(
        "conversation_sides",
        sa.Column("order_id", sa.Uuid(), nullable=False),
        sa.Column("side", sa.String(), nullable=False),
        sa.Column("read_number", sa.Integer(), nullable=False),
        sa.Column("read_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.Column("unread", sa.Integer(), nullable=False),
        sa.Column("bell_since", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.Column("bell_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.Column("email_since", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.Column("email_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("order_id", "side"),
    )
    op.create_index(
        "conversation_sides_bell",
        "conversation_sides",
        ["bell_since"],
        unique=False,
        postgresql_where=sa.text("bell_since IS NOT NULL"),
    )
    op.create_index(
        "conversation_sides_email",
        "conversation_sides",
        ["email_since"],
        unique=False,
        postgresql_where=sa.text("email_since IS NOT NULL"),
    )
    op.create_index(
        "conversation_sides_unread",
        "conversation_sides",
        ["order_id"],
        unique=False,
        postgresql_where=sa.text("side = 'company' AND unread > 0"),
    )
    op.create_table(
        "conversations",
        sa.Column("order_id", sa.Uuid(), nullable=False),
        sa.Column("last_number", sa.Integer(), nullable=False),
        sa.Column("last_message_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.Column("assignee_id", sa.Uuid(), nullable=True),
        sa.Column("waiting_since", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.Column("due_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.Column("overdue_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("order_id"),
    )
    op.create_index(
        "conversations_late",
        "conversations",
        ["due_at"],
        unique=False,
        postgresql_where=sa.text("due_at IS NOT NULL AND overdue_at IS NULL"),
    )
    op.create_index(
        "conversations_newest",
        "conversations",
        [sa.literal_column("last_message_at DESC"), sa.literal_column("order_id DESC")],
        unique=False,
    )
    op.create_index(
        "conversations_waiting",
        "conversations",
        ["due_at"],
        unique=False,
        postgresql_where=sa.text("due_at IS NOT NULL"),
    )
    op.create_index(op.f("ix_conversations_assignee_id"), "conversations", ["assignee_id"], unique=False)
    op.create_table(
        "order_messages",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("order_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("side", sa.String(), nullable=True),
        sa.Column("event", sa.String(), nullable=True),
        sa.Column("author_id", sa.Uuid(), nullable=True),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("idempotency_key", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("author_id", "idempotency_key", name="order_messages_once"),
        sa.UniqueConstraint("order_id", "number", name="order_messages_numbers"),
    )
    op.create_index("order_messages_by_time", "order_messages", ["order_id", "at"], unique=False)
    op.create_index(
        "order_messages_words",
        "order_messages",
        [sa.literal_column("grams(coalesce(text, ''))")],
        unique=False,
        postgresql_using="gin",
    )
    op.create_table(
        "message_attachments",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("order_id", sa.Uuid(), nullable=False),
        sa.Column("message_id", sa.Uuid(), nullable=True),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("side", sa.String(), nullable=False),
        sa.Column("author_id", sa.Uuid(), nullable=True),
        sa.Column("file_key", sa.String(), nullable=False),
        sa.Column("preview_key", sa.String(), nullable=True),
        sa.Column("file_name", sa.String(), nullable=False),
        sa.Column("content_type", sa.String(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("width", sa.Integer(), nullable=True),
        sa.Column("height", sa.Integer(), nullable=True),
        sa.Column("created_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["message_id"], ["order_messages.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_message_attachments_message_id"), "message_attachments", ["message_id"], unique=False)
    op.create_index(op.f("ix_message_attachments_order_id"), "message_attachments", ["order_id"], unique=False)
    op.create_index("message_attachments_of_author", "message_attachments", ["author_id"], unique=False)
    op.create_index(
        "message_attachments_unsent",
        "message_attachments",
        ["created_at"],
        unique=False,
        postgresql_where=sa.text("message_id IS NULL"),
    )
    # A conversation begins with the history of its order, which both sides have read.
    op.execute(
        """
        INSERT INTO order_messages (id, order_id, number, at, event, text)
        SELECT id, order_id, row_number() OVER (PARTITION BY order_id ORDER BY at, id), at, kind, text
        FROM order_history
        """
    )
    op.execute(
        "INSERT INTO conversations (order_id, last_number) "
        "SELECT order_id, max(number) FROM order_messages GROUP BY order_id"
    )
    op.execute(
        "INSERT INTO conversation_sides (order_id, side, read_number, unread) "
        "SELECT order_id, side, last_number, 0 FROM conversations, unnest(ARRAY['buyer', 'company']) AS side"
    )


def downgrade() -> None:
    op.drop_index("user_copies_words", table_name="user_copies", postgresql_using="gin")
    op.drop_index(
        "message_attachments_unsent", table_name="message_attachments", postgresql_where=sa.text("message_id IS NULL")
    )
    op.drop_index("message_attachments_of_author", table_name="message_attachments")
    op.drop_index(op.f("ix_message_attachments_order_id"), table_name="message_attachments")
    op.drop_index(op.f("ix_message_attachments_message_id"), table_name="message_attachments")
    op.drop_table("message_attachments")
    op.drop_index("order_messages_words", table_name="order_messages", postgresql_using="gin")
    op.drop_index("order_messages_by_time", table_name="order_messages")
    op.drop_table("order_messages")
    op.drop_index(op.f("ix_conversations_assignee_id"), table_name="conversations")
    op.drop_index("conversations_waiting", table_name="conversations", postgresql_where=sa.text("due_at IS NOT NULL"))
    op.drop_index("conversations_newest", table_name="conversations")
    op.drop_index(
        "conversations_late",
        table_name="conversations",
        postgresql_where=sa.text("due_at IS NOT NULL AND overdue_at IS NULL"),
    )
    op.drop_table("conversations")
    op.drop_index(
        "conversation_sides_unread",
        table_name="conversation_sides",
        postgresql_where=sa.text("side = 'company' AND unread > 0"),
    )
    op.drop_index(
        "conversation_sides_email", table_name="conversation_sides", postgresql_where=sa.text("email_since IS NOT NULL")
    )
    op.drop_index(
        "conversation_sides_bell", table_name="conversation_sides", postgresql_where=sa.text("bell_since IS NOT NULL")
    )
    op.drop_table("conversation_sides")
    op.drop_index("saved_replies_words", table_name="saved_replies", postgresql_using="gin")
    op.drop_index("saved_replies_made", table_name="saved_replies")
    op.drop_index(op.f("ix_saved_replies_title"), table_name="saved_replies")
    op.drop_table("saved_replies")
