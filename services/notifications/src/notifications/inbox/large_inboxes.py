"""Generates inboxes of a large site for performance checks: entries and deliveries of the last year, made by SQL.

Usage: `python -m notifications.inbox.large_inboxes 10000000`. A second run adds only what is missing.
"""

import argparse
import asyncio
import math

from sqlalchemy import text

from notifications.runtime import NotificationsRuntime
from notifications.settings import Settings

# The number of users whose inboxes one transaction fills.
USERS_PER_BATCH = 1000
# An active client receives about as many notifications in a year.
ENTRIES_PER_USER = 100
WITH_PEOPLE = """WITH person AS (
    SELECT md5('large inbox ' || number)::uuid AS user_id
    FROM generate_series(CAST(:first AS int), CAST(:first AS int) + :users - 1) AS number
)"""
HAS_INBOXES = text(f"{WITH_PEOPLE} SELECT EXISTS (SELECT 1 FROM person JOIN inbox_state USING (user_id))")  # noqa: S608
INSERT_ENTRIES = text(f"""{WITH_PEOPLE}, made AS (
    SELECT user_id, random() * 365 * interval '1 day' AS age FROM person, generate_series(1, :entries_per_user)
)
INSERT INTO notifications (id, user_id, source_id, type, title, message, data, is_read, read_at, created_at)
SELECT uuidv7(-age), user_id, gen_random_uuid(), 'booking', 'Заказ перешёл на следующий этап', 'Подробности в заказе',
    '{{}}', age > interval '30 days', CASE WHEN age > interval '30 days' THEN now() - age / 2 END, now() - age
FROM made ORDER BY age DESC
""")  # noqa: S608  (text of this file)
INSERT_STATES = text(f"""{WITH_PEOPLE}
INSERT INTO inbox_state (user_id, unread, total, revision)
SELECT user_id, count(*) FILTER (WHERE NOT is_read), count(*), count(*)
FROM person JOIN notifications USING (user_id) GROUP BY user_id
""")  # noqa: S608
INSERT_DELIVERIES = text(f"""{WITH_PEOPLE}
INSERT INTO deliveries (id, user_id, source_id, channel, type, title, message, link, is_bulk, in_digest, state,
    attempts, created_at, due_at, finished_at)
SELECT uuidv7(created_at - now()), user_id, source_id, 'email', type, title, message, '', false, false, 'sent',
    1, created_at, created_at, created_at FROM person JOIN notifications USING (user_id) ORDER BY created_at
""")  # noqa: S608


async def load(runtime: NotificationsRuntime, entries: int) -> None:
    """Fill the inboxes of whole batches of users, until there are at least `entries` entries, each with a delivery.

    A batch that was filled before is skipped.
    """
    for first in range(0, math.ceil(entries / ENTRIES_PER_USER), USERS_PER_BATCH):
        batch = {"first": first, "users": USERS_PER_BATCH}
        async with runtime.database.transaction() as db:
            # The statement timeout is meant for requests.
            await db.execute(text("SET LOCAL statement_timeout = 0"))
            if await db.scalar(HAS_INBOXES, batch):
                continue
            await db.execute(INSERT_ENTRIES, batch | {"entries_per_user": ENTRIES_PER_USER})
            await db.execute(INSERT_STATES, batch)
            await db.execute(INSERT_DELIVERIES, batch)
    async with runtime.database.autocommit() as db:
        await db.execute(text("SET statement_timeout = 0"))
        for table in ("notifications", "inbox_state", "deliveries"):
            await db.execute(text(f"VACUUM ANALYZE {table}"))


async def run(entries: int) -> None:
    """Run the command: load the entries and close the connections."""
    runtime = NotificationsRuntime(Settings())
    try:
        await load(runtime, entries)
    finally:
        await runtime.engine.dispose()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Fill the inboxes for measurements.")
    parser.add_argument("entries", type=int)
    asyncio.run(run(parser.parse_args().entries))
