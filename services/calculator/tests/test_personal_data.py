"""Every table that names a user is in the list of personal data, and an erasure does what its features say."""

from typing import Any

from calculator.personal_data import PERSONAL_DATA
from contracts.auth import UserErased
from persistence.tables import new_id
from records.testing.personal_data import sweep, unregistered


def test_every_table_that_names_a_user_is_registered(app: Any) -> None:
    assert unregistered("calculator", PERSONAL_DATA) == []


async def test_an_erasure_removes_the_user_from_each_registered_column(runtime: Any, deliver: Any) -> None:
    user_id = new_id()
    event = UserErased(user_id=user_id, erasure_id=new_id())
    found = await sweep(runtime, PERSONAL_DATA, user_id=user_id, given={}, erase=lambda: deliver(event))
    assert found == []
