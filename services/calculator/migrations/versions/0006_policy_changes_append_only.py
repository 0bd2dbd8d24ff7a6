"""Make policy changes append-only"""

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # The triggers refuse every change of an entry but an erasure, which removes the administrator's name.
    op.execute(
        """
        CREATE FUNCTION refuse_policy_change_edit() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP = 'UPDATE' AND NEW.changed_by_name = 'Удалённый пользователь'
                AND to_jsonb(NEW) - 'changed_by_name' = to_jsonb(OLD) - 'changed_by_name' THEN
                RETURN NEW;
            END IF;
            RAISE EXCEPTION 'the policy changes are append-only';
        END $$
        """
    )
    op.execute(
        "CREATE TRIGGER policy_changes_append_only BEFORE UPDATE OR DELETE ON policy_changes "
        "FOR EACH ROW EXECUTE FUNCTION refuse_policy_change_edit()"
    )
    # TRUNCATE fires no row trigger, so it has a trigger of its own.
    op.execute(
        "CREATE TRIGGER policy_changes_never_emptied BEFORE TRUNCATE ON policy_changes "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_policy_change_edit()"
    )


def downgrade() -> None:
    op.execute("DROP FUNCTION refuse_policy_change_edit() CASCADE")
