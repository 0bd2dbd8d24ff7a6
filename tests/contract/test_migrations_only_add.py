"""The check of migrations reports each kind of change that breaks the previous release."""

import pytest

from tests.contract.migrations_only_add import find_forbidden_operations

HEAD = 'from alembic import op\nimport sqlalchemy as sa\nrevision = "0020"\n'


def find_in(*statements: str, head: str = "", released: str = "0019") -> list[str]:
    body = "".join(f"    {statement}\n" for statement in statements)
    return list(
        find_forbidden_operations(
            f"{HEAD}{head}\n\ndef upgrade() -> None:\n{body}\n\ndef downgrade() -> None:\n    op.drop_table('x')\n",
            released,
        )
    )


@pytest.mark.parametrize(
    "statement",
    [
        "op.drop_column('cars', 'seats')",
        "op.drop_table('cars')",
        "op.drop_constraint('cars_price', 'cars')",
        "op.rename_table('cars', 'autos')",
        "op.alter_column('cars', 'seats', new_column_name='places')",
        "op.alter_column('cars', 'seats', type_=sa.Text())",
        "op.alter_column('cars', 'seats', nullable=False)",
        "op.add_column('cars', sa.Column('seats', sa.Integer(), nullable=False))",
        "op.create_index('cars_price', 'cars', ['price'])",
        "op.execute('CREATE INDEX cars_price ON cars (price)')",
        "op.execute('ALTER TABLE cars DROP COLUMN seats')",
        "op.execute('ALTER TABLE cars RENAME COLUMN seats TO places')",
        "op.execute('ALTER TABLE cars ALTER COLUMN seats SET NOT NULL')",
        "op.execute(f'DROP TABLE {name}')",
        "op.create_check_constraint('cars_seats', 'cars', 'seats > 0')",
        "op.create_unique_constraint('cars_slug', 'cars', ['slug'])",
        "op.create_foreign_key('cars_owner', 'cars', 'owners', ['owner_id'], ['id'])",
        "op.execute('ALTER TABLE cars ADD COLUMN seats int NOT NULL')",
        "op.execute('ALTER TABLE cars ADD CONSTRAINT cars_seats CHECK (seats > 0)')",
    ],
)
def test_removals_and_locks_are_reported(statement: str) -> None:
    assert len(find_in(statement)) == 1


@pytest.mark.parametrize(
    "statement",
    [
        "op.add_column('cars', sa.Column('seats', sa.Integer(), nullable=True))",
        "op.add_column('cars', sa.Column('seats', sa.Integer(), nullable=False, server_default='4'))",
        "op.create_table('seats', sa.Column('id', sa.Integer(), nullable=False))",
        "op.alter_column('cars', 'seats', nullable=True)",
        "op.create_index('cars_price', 'cars', ['price'], postgresql_concurrently=True)",
        "op.drop_index('cars_price', 'cars')",
        "op.execute('CREATE INDEX CONCURRENTLY cars_price ON cars (price)')",
        "op.execute('UPDATE cars SET seats = 4')",
        "op.execute('ALTER TABLE cars ADD COLUMN seats int NOT NULL DEFAULT 4')",
    ],
)
def test_additions_are_accepted(statement: str) -> None:
    assert not find_in(statement)


def test_index_of_a_new_table_is_accepted() -> None:
    assert not find_in("op.create_table('seats')", "op.create_index('seats_of_car', 'seats', ['car_id'])")
    assert not find_in("op.create_table('seats')", "op.create_foreign_key('car', 'seats', 'cars', ['car_id'], ['id'])")


def test_column_unused_since_a_release_may_be_removed() -> None:
    drop = "op.drop_column('cars', 'seats')"
    assert not find_in(drop, head='UNUSED_SINCE = "0018"')
    assert find_in(drop, head='UNUSED_SINCE = "0020"')
