"""Indexes by which a customer's card finds messages and requests that were sent without a sign-in"""

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None

TABLES = ("contacts", "requests")


def upgrade() -> None:
    # The migration can run again if the program ends after this step.
    with op.get_context().autocommit_block():
        for table in TABLES:
            op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {table}_of_guest")
            op.create_index(
                f"{table}_of_guest",
                table,
                [sa.text("lower(email)")],
                postgresql_where=sa.text("user_id IS NULL"),
                postgresql_concurrently=True,
            )


def downgrade() -> None:
    for table in TABLES:
        op.drop_index(f"{table}_of_guest", table_name=table)
