"""Rename the tables of users and of documents

Views with the old names serve the previous release.
"""

from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

RENAMED_TABLES = {"people": "user_copies", "erased_people": "erased_users", "order_papers": "order_documents"}
RENAMED_COLUMNS = {"heard_at": "event_time", "standing_heard_at": "block_event_time"}
RENAMED_INDEXES = {
    "ix_people_email": "ix_user_copies_email",
    "ix_erased_people_erased_at": "ix_erased_users_erased_at",
    "ix_order_papers_order_id": "ix_order_documents_order_id",
    "people_pkey": "user_copies_pkey",
    "erased_people_pkey": "erased_users_pkey",
    "order_papers_pkey": "order_documents_pkey",
}
# PostgreSQL can write to simple views, so the previous release works during a rolling upgrade. The next release drops
# them.
VIEWS = (
    "CREATE VIEW people AS SELECT id, email, first_name, last_name, phone, avatar_url, role, is_blocked, marketing, "
    "event_time AS heard_at, block_event_time AS standing_heard_at FROM user_copies",
    "CREATE VIEW erased_people AS SELECT * FROM erased_users",
    "CREATE VIEW order_papers AS SELECT * FROM order_documents",
)


def upgrade() -> None:
    for old, new in RENAMED_TABLES.items():
        op.rename_table(old, new)
    for old, new in RENAMED_COLUMNS.items():
        op.alter_column("user_copies", old, new_column_name=new)
    for old, new in RENAMED_INDEXES.items():
        op.execute(f"ALTER INDEX {old} RENAME TO {new}")
    for view in VIEWS:
        op.execute(view)


def downgrade() -> None:
    for view in RENAMED_TABLES:
        op.execute(f"DROP VIEW {view}")
    for old, new in RENAMED_INDEXES.items():
        op.execute(f"ALTER INDEX {new} RENAME TO {old}")
    for old, new in RENAMED_COLUMNS.items():
        op.alter_column("user_copies", new, new_column_name=old)
    for old, new in RENAMED_TABLES.items():
        op.rename_table(new, old)
