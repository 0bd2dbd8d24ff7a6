"""Entries of policy changes cannot be changed; an erasure removes only the administrator's name."""

from uuid import uuid4

import pytest
from calculator.administration.tables import AuditEntry, FormerPolicyChange
from calculator.runtime import Session
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventDelivery
from contracts.auth import UserErased
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError

URL = "/api/calculator/admin/settings"


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE audit_entries SET actor_name = 'x'", "DELETE FROM audit_entries", "TRUNCATE audit_entries",
        "UPDATE audit_entries SET actor_name = 'Удалённый пользователь', address = NULL, changes = '{}'",
    ],
)  # fmt: skip
async def test_the_database_refuses_changes_of_audit_entries(
    client: ApiClient, build_auth_headers: AuthHeadersBuilder, db: Session, statement: str
) -> None:
    body = {"defaultEdition": "ru-2026-01"}
    assert (await client.put(URL, json=body, headers=build_auth_headers(role="admin"))).status_code == 200
    with pytest.raises(DBAPIError, match="append-only"):
        await db.execute(text(statement))


async def test_an_erasure_removes_the_name_of_the_administrator(
    client: ApiClient, build_auth_headers: AuthHeadersBuilder, db: Session, deliver: EventDelivery
) -> None:
    erased_id = uuid4()
    await client.put(URL, json={"defaultEdition": "ru-2026-01"}, headers=build_auth_headers(role="admin", id=erased_id))
    await deliver(UserErased(user_id=erased_id, erasure_id=uuid4()))
    [entry] = await db.scalars(select(AuditEntry))
    assert (entry.actor_id, entry.actor_name, entry.address) == (erased_id, "Удалённый пользователь", None)


async def test_a_policy_change_by_the_previous_release_is_in_the_audit_log(
    client: ApiClient, build_auth_headers: AuthHeadersBuilder, db: Session, deliver: EventDelivery
) -> None:
    administrator_id = uuid4()
    db.add(
        FormerPolicyChange(
            changed_at=db.now(),
            changed_by=administrator_id,
            changed_by_name="Анна Орлова",
            before={},
            after={"version": 1},
        )
    )
    await db.commit()
    answer = await client.get("/api/calculator/admin/audit", headers=build_auth_headers(role="admin"))
    assert [(row["changed_by_name"], row["after"]) for row in answer.json()["items"]] == [
        ("Анна Орлова", {"version": 1})
    ]
    await deliver(UserErased(user_id=administrator_id, erasure_id=uuid4()))
    [entry] = await db.scalars(select(AuditEntry))
    assert entry.actor_name == "Удалённый пользователь"
