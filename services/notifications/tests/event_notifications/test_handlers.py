"""The notifications of all events of a transaction are stored together, at its end."""

import asyncio
from typing import Any

from chassis.database.tables import new_id
from chassis.events.registry import EventContext
from chassis.testing.plans import record_statements
from chassis.testing.plugin import wait_for
from contracts.auth import UserUpdated
from contracts.content import ContactReceived, OrderCreated
from contracts.event import Event
from notifications.event_notifications.handlers import notify
from notifications.runtime import NotificationsRuntime, Session
from notifications.users.handlers import save_user
from notifications.users.tables import UserCopy
from sqlalchemy import text

from services.notifications.tests.fixture_types import InboxReader, UserFactory


async def handle_events(runtime: NotificationsRuntime, *events: Event) -> None:
    """Handle the events in one transaction, as the consumer does."""
    async with runtime.database.transaction() as db:
        for event in events:
            await notify(event, db, EventContext(id=new_id(), time=runtime.now(), source="/services/content"))


def build_contact(number: int) -> ContactReceived:
    return ContactReceived(contact_id=new_id(), reference=f"К-{number}", name="Пётр")


def build_order(buyer: Any, number: int) -> OrderCreated:
    return OrderCreated(order_id=new_id(), user_id=buyer, title="BMW X5", number=f"МА-{number}")


async def has_waiting_transaction(runtime: NotificationsRuntime) -> bool:
    """Return True if a transaction waits for the lock of another one."""
    async with runtime.database.reading() as db:
        return bool(await db.scalar(text("SELECT count(*) FROM pg_locks WHERE NOT granted")))


class TestEventsOfOneTransaction:
    async def test_many_events_take_as_many_statements_as_one(
        self, runtime: NotificationsRuntime, make_user: UserFactory
    ) -> None:
        await make_user(role="admin")
        buyers = [await make_user() for _ in range(4)]
        with record_statements(runtime) as statements_for_one:
            await handle_events(runtime, build_contact(0), build_order(buyers[0], 0))
        with record_statements(runtime) as statements_for_many:
            await handle_events(runtime, *map(build_contact, range(30)), *(build_order(buyer, 1) for buyer in buyers))
        # The lists of ids are left out, because each id is a parameter in the text.
        assert [statement.split(" IN ")[0] for statement, _ in statements_for_many] == [
            statement.split(" IN ")[0] for statement, _ in statements_for_one
        ]
        assert len(statements_for_one) > 3

    async def test_the_revisions_of_an_inbox_follow_the_events(
        self, runtime: NotificationsRuntime, make_user: UserFactory, read_inbox: InboxReader, db: Session
    ) -> None:
        admin = await make_user(role="admin")
        buyer = await make_user()
        await handle_events(runtime, build_contact(7))
        await handle_events(
            runtime, build_contact(1), build_order(buyer, 1), build_contact(2), build_order(buyer, 2), build_contact(3)
        )
        inbox = await read_inbox(admin)
        assert [entry["title"] for entry in inbox["notifications"]] == [
            f"Обращение № К-{number}" for number in (3, 2, 1, 7)
        ]
        assert (inbox["total"], inbox["unread_count"], inbox["revision"]) == (4, 4, 4)
        log_query = text("SELECT revision, body FROM live_log WHERE user_id = :user ORDER BY revision")
        bodies = {row.revision: row.body for row in await db.execute(log_query, {"user": admin})}
        assert list(bodies) == [1, 2, 3, 4]
        for revision, number in zip(bodies, (7, 1, 2, 3), strict=True):
            assert f"К-{number}" in bodies[revision]
            assert f'"unread_count":{revision}' in bodies[revision]
        assert [(await read_inbox(buyer))[name] for name in ("total", "revision")] == [2, 2]

    async def test_two_transactions_that_lock_an_account_and_an_inbox_in_different_order_both_succeed(
        self, runtime: NotificationsRuntime, make_user: UserFactory, read_inbox: InboxReader
    ) -> None:
        """If notifications were stored at once, the second would hold the inbox that the first waits for."""
        admin = await make_user(role="admin")
        buyer = await make_user()
        user_update = UserUpdated(user_id=buyer, email="b@example.com", first_name="Б", last_name="В", role="user")
        context = EventContext(id=new_id(), time=runtime.now(), source="/services/auth")
        is_locked = asyncio.Event()

        async def lock_account_first() -> None:
            async with runtime.database.transaction() as db:
                await save_user(user_update, db, context)
                is_locked.set()
                await wait_for(lambda: has_waiting_transaction(runtime))
                await notify(build_contact(1), db, EventContext(new_id(), runtime.now(), "/services/content"))

        async def lock_inbox_first() -> None:
            await is_locked.wait()
            async with runtime.database.transaction() as db:
                await notify(build_contact(2), db, EventContext(new_id(), runtime.now(), "/services/content"))
                await save_user(user_update, db, context)

        await asyncio.gather(lock_account_first(), lock_inbox_first())
        assert (await read_inbox(admin))["total"] == 2

    async def test_an_account_erased_later_in_the_transaction_gets_nothing(
        self, runtime: NotificationsRuntime, make_user: UserFactory, read_inbox: InboxReader
    ) -> None:
        buyer = await make_user()
        context = EventContext(id=new_id(), time=runtime.now(), source="/services/content")
        async with runtime.database.transaction() as db:
            await notify(build_order(buyer, 1), db, context)
            user_copy = await db.get(UserCopy, buyer)
            assert user_copy
            user_copy.is_erased = True
        assert (await read_inbox(buyer))["total"] == 0
