"""${message}"""
# ruff: noqa: E501, PLR0915

import sqlalchemy as sa
import sqlmodel
from alembic import op
${imports if imports else ""}
import chassis.database.tables

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = ${repr(branch_labels)}
depends_on = ${repr(depends_on)}


def upgrade() -> None:
    ${upgrades if upgrades else "pass"}


def downgrade() -> None:
    ${downgrades if downgrades else "pass"}
