"""Entries made by SQL for performance checks: `make seed-large ENTRIES=10000000`."""

from notifications.inbox import large_inboxes
from notifications.runtime import Session
from sqlalchemy import text


async def test_users_of_a_late_batch_have_numbers_beyond_a_smallint(db: Session) -> None:
    parameters = {"first": 32_000, "users": large_inboxes.USERS_PER_BATCH}
    assert await db.scalar(large_inboxes.HAS_INBOXES, parameters) is False
    await db.execute(large_inboxes.INSERT_ENTRIES, parameters | {"entries_per_user": 1})
    await db.execute(large_inboxes.INSERT_STATES, parameters)
    assert await db.scalar(large_inboxes.HAS_INBOXES, parameters) is True
    assert await db.scalar(text("SELECT count(*) FROM notifications")) == large_inboxes.USERS_PER_BATCH
