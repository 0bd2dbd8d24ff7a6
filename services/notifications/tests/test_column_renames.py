"""Renamed columns, while the previous release still uses the old names (docs/decisions/0079)."""

from chassis.testing.column_renames import RenamedColumn, check_renamed_columns
from chassis.testing.servers import Postgres

EMAIL = RenamedColumn(
    table="deliveries",
    old="letter_id",
    new="email_id",
    key="reason",
    keys=("'a'", "'b'"),
    values=("'00000000-0000-7000-8000-00000000000a'", "'00000000-0000-7000-8000-00000000000b'"),
    row={
        "id": "gen_random_uuid()",
        "user_id": "gen_random_uuid()",
        "source_id": "gen_random_uuid()",
        "channel": "'email'",
        "type": "'system'",
        "title": "''",
        "message": "''",
        "link": "''",
        "state": "'queued'",
        "is_bulk": "false",
        "in_digest": "false",
        "attempts": "0",
        "created_at": "now()",
        "due_at": "now()",
    },
)


def test_both_names_hold_the_email_of_a_delivery(postgres_server: Postgres) -> None:
    check_renamed_columns(postgres_server, "notifications", "0008", [EMAIL])
