"""Renamed columns, while the previous release still uses the old names (docs/decisions/0079)."""

from chassis.testing.column_renames import RenamedColumn, check_renamed_columns
from chassis.testing.servers import Postgres

STAGE = RenamedColumn(
    table="maintenance",
    old="told",
    new="announced_stage",
    key="title",
    keys=("'a'", "'b'"),
    values=("'started'", "'completed'"),
    row={
        "id": "gen_random_uuid()",
        "description": "''",
        "affected": "'[]'",
        "verifying": "false",
        "version": "1",
        "starts_at": "now()",
        "ends_at": "now()",
        "created_at": "now()",
    },
)


def test_both_names_hold_the_last_announced_stage(postgres_server: Postgres) -> None:
    check_renamed_columns(postgres_server, "status", "0009", [STAGE])
