"""Rename the table letterhead to site_settings_copy

A view with the old name serves the previous release during a rolling upgrade.
"""

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.rename_table("letterhead", "site_settings_copy")
    op.alter_column("site_settings_copy", "told_at", new_column_name="event_time")
    # PostgreSQL lets the previous release read and write through this view. No migration has dropped the view yet.
    op.execute("CREATE VIEW letterhead AS SELECT id, company, event_time AS told_at FROM site_settings_copy")


def downgrade() -> None:
    op.execute("DROP VIEW letterhead")
    op.alter_column("site_settings_copy", "event_time", new_column_name="told_at")
    op.rename_table("site_settings_copy", "letterhead")
