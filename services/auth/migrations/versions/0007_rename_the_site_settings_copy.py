"""Rename the copy of the site settings

The view keeps the old name for a replica of the previous release during a rolling upgrade; the next release drops it.
"""

from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.rename_table("letterhead", "site_settings_copy")
    op.alter_column("site_settings_copy", "told_at", new_column_name="event_time")
    op.execute(
        "CREATE VIEW letterhead AS SELECT id, site_name, contact_phone, contact_email, working_hours,"
        " event_time AS told_at FROM site_settings_copy"
    )


def downgrade() -> None:
    op.execute("DROP VIEW letterhead")
    op.alter_column("site_settings_copy", "event_time", new_column_name="told_at")
    op.rename_table("site_settings_copy", "letterhead")
