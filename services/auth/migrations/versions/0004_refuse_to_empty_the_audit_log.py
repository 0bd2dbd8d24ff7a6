"""Refuse to empty the audit log"""

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # TRUNCATE fires no row trigger, so a statement trigger refuses it, even for a superuser. The service's role also
    # loses the privileges.
    op.execute(
        "CREATE TRIGGER audit_log_never_emptied BEFORE TRUNCATE ON audit_log "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
    )
    op.execute("REVOKE UPDATE, DELETE, TRUNCATE ON audit_log FROM PUBLIC, CURRENT_USER")


def downgrade() -> None:
    op.execute("GRANT UPDATE, DELETE, TRUNCATE ON audit_log TO CURRENT_USER")
    op.execute("DROP TRIGGER audit_log_never_emptied ON audit_log")
