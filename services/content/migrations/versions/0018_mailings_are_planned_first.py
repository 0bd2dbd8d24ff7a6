"""Store the planned emails of a mailing before they are sent"""

from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.alter_column("mailings", "sent_at", nullable=True)
    # For articles that the previous release is sending, the emails to the other subscribers are planned here.
    op.execute(
        """
        INSERT INTO mailings (post_id, subscriber_id)
        SELECT posts.id, subscribers.id FROM posts, subscribers
        WHERE posts.status = 'published' AND posts.published_at > now() - interval '2 days'
            AND subscribers.status = 'confirmed' AND subscribers.confirmed_at < posts.published_at
        ON CONFLICT DO NOTHING
        """
    )


def downgrade() -> None:
    op.execute("DELETE FROM mailings WHERE sent_at IS NULL")
    op.alter_column("mailings", "sent_at", nullable=False)
