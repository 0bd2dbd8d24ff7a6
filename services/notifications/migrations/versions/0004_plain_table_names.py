"""Rename the tables of users and of the site settings

Views with the old names serve the previous release.
"""

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


PEOPLE = """
CREATE VIEW people AS
SELECT id, email, first_name, last_name, role, is_verified, is_blocked, marketing, is_buyer, is_erased, joined_at,
       event_time AS told_at
FROM users
"""
LETTERHEAD = """
CREATE VIEW letterhead AS
SELECT id, site_name, contact_phone, working_hours, event_time AS told_at FROM site_settings_copy
"""


def upgrade() -> None:
    op.execute("ALTER TABLE people RENAME TO users")
    op.execute("ALTER TABLE users RENAME COLUMN told_at TO event_time")
    op.execute("ALTER INDEX ix_people_role RENAME TO ix_users_role")
    op.execute(PEOPLE)
    op.execute("ALTER TABLE letterhead RENAME TO site_settings_copy")
    op.execute("ALTER TABLE site_settings_copy RENAME COLUMN told_at TO event_time")
    op.execute(LETTERHEAD)


def downgrade() -> None:
    op.execute("DROP VIEW letterhead")
    op.execute("ALTER TABLE site_settings_copy RENAME COLUMN event_time TO told_at")
    op.execute("ALTER TABLE site_settings_copy RENAME TO letterhead")
    op.execute("DROP VIEW people")
    op.execute("ALTER INDEX ix_users_role RENAME TO ix_people_role")
    op.execute("ALTER TABLE users RENAME COLUMN event_time TO told_at")
    op.execute("ALTER TABLE users RENAME TO people")
