"""The copy of accounts."""

from typing import Any

from chassis.tables import new_id
from contracts.auth import UserRegistered, UserUpdated, UserVerified
from notifications.users.tables import UserCopy
from sqlalchemy import select
from sqlmodel import col


def user_fields(**fields: Any) -> dict[str, Any]:
    return {"user_id": new_id(), "email": "a@example.com", "first_name": "Анна", "last_name": "Орлова", **fields}


class TestKnow:
    async def test_who_never_confirms_is_never_known(self, deliver: Any, db: Any) -> None:
        await deliver(UserRegistered(**user_fields()), wait=False)
        proven = user_fields()
        await deliver(UserVerified(**proven))
        assert list(await db.scalars(select(col(UserCopy.id)))) == [proven["user_id"]]

    async def test_a_change_sent_before_the_account_itself_makes_it_known(self, deliver: Any, db: Any) -> None:
        await deliver(UserUpdated(**user_fields(role="admin")))
        assert list(await db.scalars(select(col(UserCopy.is_verified)))) == [True]
