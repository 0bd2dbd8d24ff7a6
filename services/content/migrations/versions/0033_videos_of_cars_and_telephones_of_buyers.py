"""Videos of cars, and the search for orders by the buyer's telephone"""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # This step comes first: it can run again if the program ends after it.
    with op.get_context().autocommit_block():
        op.execute("DROP INDEX CONCURRENTLY IF EXISTS user_copies_phones")
        op.create_index(
            "user_copies_phones",
            "user_copies",
            [sa.literal_column("grams(coalesce(phone, ''))")],
            postgresql_using="gin",
            postgresql_concurrently=True,
        )
    op.add_column("cars", sa.Column("video_url", sa.String(), nullable=True), if_not_exists=True)


def downgrade() -> None:
    op.drop_column("cars", "video_url")
    op.drop_index("user_copies_phones", table_name="user_copies")
