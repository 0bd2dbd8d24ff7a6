"""Columns with a new name, beside the previous release that uses the old one (docs/decisions/0079)."""

from chassis.testing.column_renames import RenamedColumn, check_renamed_columns
from chassis.testing.servers import Postgres

FIRST = "'00000000-0000-7000-8000-00000000000a'"
SECOND = "'00000000-0000-7000-8000-00000000000b'"
OLD_SECRET = "sealed_secret"
OLD_SECRETS = "sealed_secrets"
OLD_ACCESS_CHANGE = "standing_changed_at"
ACCOUNTS = f"""
INSERT INTO accounts (id, email, first_name, last_name, role, account_status, verified_at, created_at, updated_at)
SELECT id, '', '', '', 'user', 'active', now(), now(), now() FROM (VALUES ({FIRST}::uuid), ({SECOND}::uuid)) AS new (id)
"""  # noqa: S608
SECRETS = ("'v4.local.one'", "'v4.local.other'")
COLUMNS = [
    RenamedColumn(
        *("accounts", OLD_ACCESS_CHANGE, "access_changed_at", "email", ("'a'", "'b'")),
        values=("'2026-01-02T03:04:05.678901Z'", "'2026-02-03T04:05:06Z'"),
        row={
            **{"id": "gen_random_uuid()", "first_name": "''", "last_name": "''", "role": "'user'"},
            **{"account_status": "'active'", "verified_at": "now()", "created_at": "now()", "updated_at": "now()"},
        },
    ),
    RenamedColumn(
        *("signing_keys", OLD_SECRET, "encrypted_secret", "kid", ("'k4.pid.a'", "'k4.pid.b'"), SECRETS),
        row={"public_paserk": "''", "created_at": "now()", "signs_from": "now()"},
    ),
    RenamedColumn(
        *("totp_secrets", OLD_SECRET, "encrypted_secret", "account_id", (FIRST, SECOND), SECRETS),
        row={"created_at": "now()", "last_step": "0"},
    ),
    RenamedColumn(
        *("social_attempts", OLD_SECRETS, "encrypted_secrets", "state_hash", ("'a'", "'b'"), SECRETS),
        row={"id": "gen_random_uuid()", "provider": "'vk'", "redirect_uri": "''", "expires_at": "now()"},
    ),
]


def test_both_names_hold_the_secrets_and_the_last_change_of_access(postgres_server: Postgres) -> None:
    check_renamed_columns(postgres_server, "auth", "0011", COLUMNS, preparation=ACCOUNTS)
