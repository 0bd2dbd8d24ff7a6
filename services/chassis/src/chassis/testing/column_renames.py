"""A renamed column that two releases use at once: each writes its own name, both read the same value."""

from dataclasses import dataclass

from alembic import command
from sqlalchemy import Connection, create_engine, text

from chassis.migrate import build_configuration
from chassis.testing.servers import Postgres


@dataclass(frozen=True)
class RenamedColumn:
    """One column with both names, and what the test inserts. All values are SQL.

    `row` has the other required columns of a row. `key` is the column that identifies a row, and `keys` are the keys of
    two rows. `values` are two values of the renamed column.
    """

    table: str
    old: str
    new: str
    key: str
    keys: tuple[str, str]
    values: tuple[str, str]
    row: dict[str, str]

    def insert(self, connection: Connection, key: str, name: str, value: str) -> None:
        row = {**self.row, self.key: key, name: value}
        statement = f"INSERT INTO {self.table} ({', '.join(row)}) VALUES ({', '.join(row.values())})"  # noqa: S608
        connection.execute(text(statement))

    def update(self, connection: Connection, key: str, name: str, value: str) -> None:
        statement = f"UPDATE {self.table} SET {name} = {value} WHERE {self.key} = {key}"  # noqa: S608
        assert connection.execute(text(statement)).rowcount == 1

    def count(self, connection: Connection, key: str, condition: str) -> int:
        statement = f"SELECT count(*) FROM {self.table} WHERE {self.key} = {key} AND {condition}"  # noqa: S608
        return int(connection.execute(text(statement)).scalar_one())

    def holds(self, connection: Connection, key: str, value: str) -> bool:
        """Return True if both names of the column hold this value in this row."""
        return self.count(connection, key, f"{self.old} = {value} AND {self.new} = {value}") == 1


def check_renamed_columns(
    server: Postgres, service: str, revision: str, columns: list[RenamedColumn], *, preparation: str = "SELECT"
) -> None:
    """Migrate rows of the previous release to `revision`, write under both names, and migrate back.

    `preparation` is SQL that inserts rows to which the columns' tables refer.
    """
    url = server.create(f"{service}_renames")
    config = build_configuration(service, url)
    previous_revision = f"{int(revision) - 1:04d}"
    command.upgrade(config, previous_revision)
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(preparation))
        for column in columns:
            column.insert(connection, column.keys[0], column.old, column.values[0])
        command.upgrade(config, revision)
        for column in columns:
            check_both_names(connection, column)
        command.downgrade(config, previous_revision)
        for column in columns:
            assert column.count(connection, column.keys[0], f"{column.old} = {column.values[0]}") == 1, column
        command.upgrade(config, revision)
        for column in columns:
            assert column.holds(connection, column.keys[0], column.values[0]), column
    engine.dispose()


def check_both_names(connection: Connection, column: RenamedColumn) -> None:
    """Check that a value written under one name is readable under the other, after INSERT and UPDATE."""
    first_key, second_key = column.keys
    value, other_value = column.values
    assert column.holds(connection, first_key, value), f"the value of the release before was not copied: {column}"
    for name in (column.old, column.new):
        column.insert(connection, second_key, name, value)
        assert column.holds(connection, second_key, value), f"INSERT of {name}: {column}"
        connection.execute(text(f"DELETE FROM {column.table} WHERE {column.key} = {second_key}"))  # noqa: S608
        for written_value in (other_value, value):
            column.update(connection, first_key, name, written_value)
            assert column.holds(connection, first_key, written_value), f"UPDATE of {name}: {column}"
