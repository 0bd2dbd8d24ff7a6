"""Inspection records of cars, and the faults found"""

import chassis.database.tables
import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "car_inspections",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("updated_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("car_id", sa.Uuid(), nullable=False),
        sa.Column("inspected_on", sa.Date(), nullable=False),
        sa.Column("inspector", sa.String(), nullable=True),
        sa.Column("place", sa.String(), nullable=True),
        sa.Column("summary", sa.String(), nullable=True),
        sa.Column("paint", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("tyres", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("tyre_season", sa.String(), nullable=True),
        sa.Column("battery", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.ForeignKeyConstraint(["car_id"], ["cars.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("car_id"),
    )
    op.create_table(
        "car_faults",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("inspection_id", sa.Uuid(), nullable=False),
        sa.Column("panel", sa.String(), nullable=True),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("pictures", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.ForeignKeyConstraint(["inspection_id"], ["car_inspections.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_car_faults_inspection_id"), "car_faults", ["inspection_id"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_car_faults_inspection_id"), table_name="car_faults")
    op.drop_table("car_faults")
    op.drop_table("car_inspections")
