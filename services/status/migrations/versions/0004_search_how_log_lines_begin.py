"""Index only the beginning of a message of the error log for search

The counters of a group of lines change often, and each change splits the indexed text into n-grams again.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

NAME = "client_log_groups_words"
TABLE = "client_log_groups"


def upgrade() -> None:
    op.drop_index(NAME, table_name=TABLE)
    begins = sa.text("grams(left(coalesce(message, ''), 300))")
    op.create_index(NAME, TABLE, [begins], postgresql_using="gin")


def downgrade() -> None:
    op.drop_index(NAME, table_name=TABLE)
    op.create_index(NAME, TABLE, [sa.text("grams(coalesce(message, ''))")], postgresql_using="gin")
