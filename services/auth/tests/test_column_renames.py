"""Renamed columns, while the previous release still uses the old names (docs/decisions/0079)."""

from chassis.testing.column_renames import RenamedColumn, check_renamed_columns
from chassis.testing.servers import Postgres

FIRST_ID = "'00000000-0000-7000-8000-00000000000a'"
SECOND_ID = "'00000000-0000-7000-8000-00000000000b'"
OLD_SECRET = "sealed_secret"
OLD_SECRETS = "sealed_secrets"
OLD_ACCESS_CHANGE = "standing_changed_at"
INSERT_ACCOUNTS = f"""
INSERT INTO accounts (id, email, first_name, last_name, role, account_status, verified_at, created_at, updated_at)
SELECT id, '', '', '', 'user', 'active', now(), now(), now()
FROM (VALUES ({FIRST_ID}::uuid), ({SECOND_ID}::uuid)) AS new (id)
"""  # noqa: S608
SECRETS = ("'v4.local.one'", "'v4.local.other'")
COLUMNS = [
    RenamedColumn(
        table="accounts",
        old=OLD_ACCESS_CHANGE,
        new="access_changed_at",
        key="email",
        keys=("'a'", "'b'"),
        values=("'2026-01-02T03:04:05.678901Z'", "'2026-02-03T04:05:06Z'"),
        row={
            "id": "gen_random_uuid()",
            "first_name": "''",
            "last_name": "''",
            "role": "'user'",
            "account_status": "'active'",
            "verified_at": "now()",
            "created_at": "now()",
            "updated_at": "now()",
        },
    ),
    RenamedColumn(
        table="signing_keys",
        old=OLD_SECRET,
        new="encrypted_secret",
        key="kid",
        keys=("'k4.pid.a'", "'k4.pid.b'"),
        values=SECRETS,
        row={"public_paserk": "''", "created_at": "now()", "signs_from": "now()"},
    ),
    RenamedColumn(
        table="totp_secrets",
        old=OLD_SECRET,
        new="encrypted_secret",
        key="account_id",
        keys=(FIRST_ID, SECOND_ID),
        values=SECRETS,
        row={"created_at": "now()", "last_step": "0"},
    ),
    RenamedColumn(
        table="social_attempts",
        old=OLD_SECRETS,
        new="encrypted_secrets",
        key="state_hash",
        keys=("'a'", "'b'"),
        values=SECRETS,
        row={"id": "gen_random_uuid()", "provider": "'vk'", "redirect_uri": "''", "expires_at": "now()"},
    ),
]


def test_both_names_hold_the_secrets_and_the_last_change_of_access(postgres_server: Postgres) -> None:
    check_renamed_columns(postgres_server, "auth", "0011", COLUMNS, preparation=INSERT_ACCOUNTS)
