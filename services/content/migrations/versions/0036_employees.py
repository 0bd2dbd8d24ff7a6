"""Index that finds the employees among the accounts"""

from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # The migration can run again if the program ends after this step.
    with op.get_context().autocommit_block():
        op.execute("DROP INDEX CONCURRENTLY IF EXISTS ix_user_copies_role")
        op.create_index("ix_user_copies_role", "user_copies", ["role"], postgresql_concurrently=True)


def downgrade() -> None:
    op.drop_index("ix_user_copies_role", table_name="user_copies")
