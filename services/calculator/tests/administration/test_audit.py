"""Entries of policy changes cannot be changed; an erasure removes only the administrator's name."""

from uuid import uuid4

import pytest
from calculator.policy.tables import PolicyChange
from calculator.runtime import Session
from chassis.testing.fixture_types import ApiClient, Deliver, SignedIn
from contracts.auth import UserErased
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError

URL = "/api/calculator/admin/settings"


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE policy_changes SET changed_by_name = 'x'", "DELETE FROM policy_changes", "TRUNCATE policy_changes",
        "UPDATE policy_changes SET changed_by_name = 'Удалённый пользователь', after = '{}'",
    ],
)  # fmt: skip
async def test_the_database_refuses_changes(
    client: ApiClient, signed_in: SignedIn, db: Session, statement: str
) -> None:
    body = {"defaultEdition": "ru-2026-01"}
    assert (await client.put(URL, json=body, headers=signed_in(role="admin"))).status_code == 200
    with pytest.raises(DBAPIError, match="append-only"):
        await db.execute(text(statement))


async def test_an_erasure_removes_the_name(
    client: ApiClient, signed_in: SignedIn, db: Session, deliver: Deliver
) -> None:
    erased = uuid4()
    await client.put(URL, json={"defaultEdition": "ru-2026-01"}, headers=signed_in(role="admin", id=erased))
    await deliver(UserErased(user_id=erased, erasure_id=uuid4()))
    [entry] = await db.scalars(select(PolicyChange))
    assert (entry.changed_by, entry.changed_by_name) == (erased, "Удалённый пользователь")
