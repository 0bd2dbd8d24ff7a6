"""Make the order history append-only"""

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # The trigger refuses every change but two that the law requires: an erasure removes the user's id, and an order
    # that need not be kept any longer is deleted with its history (the order is deleted first).
    op.execute(
        """
        CREATE FUNCTION refuse_rewriting_order_history() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP = 'UPDATE' THEN
                IF NEW.actor_id IS NULL AND to_jsonb(NEW) - 'actor_id' = to_jsonb(OLD) - 'actor_id' THEN
                    RETURN NEW;
                END IF;
            ELSIF TG_OP = 'DELETE' THEN
                IF NOT EXISTS (SELECT FROM orders WHERE id = OLD.order_id) THEN
                    RETURN OLD;
                END IF;
            END IF;
            RAISE EXCEPTION 'the order history is append-only';
        END $$
        """
    )
    op.execute(
        "CREATE TRIGGER order_history_append_only BEFORE UPDATE OR DELETE ON order_history "
        "FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_order_history()"
    )
    # TRUNCATE fires no row trigger, so it has a trigger of its own.
    op.execute(
        "CREATE TRIGGER order_history_never_emptied BEFORE TRUNCATE ON order_history "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting_order_history()"
    )


def downgrade() -> None:
    op.execute("DROP FUNCTION refuse_rewriting_order_history() CASCADE")
