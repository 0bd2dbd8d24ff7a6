"""Keep erased users erased, and remove texts of clients from the audit log"""

import chassis.database.tables
import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

PERSONAL_FIELDS = {
    "booking": ("note", "place"),
    "comment": ("content", "reason"),
    "contact": ("note",),
    "order_paper": ("reason",),
    "request": ("note",),
    "subscriber": ("email",),
}


def upgrade() -> None:
    op.create_table(
        "erased_people",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("erased_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    moment = chassis.database.tables.UtcDateTime(timezone=True)
    op.add_column("people", sa.Column("standing_heard_at", moment, nullable=True))
    for entity, names in PERSONAL_FIELDS.items():
        for name in names:
            update = "UPDATE audit_entries SET changes = jsonb_set(changes, ARRAY[:name], '\"…\"') "
            condition = "WHERE entity = :entity AND coalesce(changes ->> :name, '') <> ''"
            op.execute(sa.text(update + condition).bindparams(name=name, entity=entity))


def downgrade() -> None:
    op.drop_column("people", "standing_heard_at")
    op.drop_table("erased_people")
