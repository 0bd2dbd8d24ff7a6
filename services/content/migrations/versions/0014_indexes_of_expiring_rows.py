"""Indexes of the rows that jobs delete: expired links, sent mailings, ids of erased users"""

from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

EXPIRY_COLUMNS = {"order_shares": "expires_at", "mailings": "sent_at", "erased_people": "erased_at"}


def upgrade() -> None:
    for table, column in EXPIRY_COLUMNS.items():
        op.create_index(op.f(f"ix_{table}_{column}"), table, [column], unique=False)


def downgrade() -> None:
    for table, column in EXPIRY_COLUMNS.items():
        op.drop_index(op.f(f"ix_{table}_{column}"), table_name=table)
