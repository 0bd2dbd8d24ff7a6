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


async def apply(runtime: NotificationsRuntime, *events: Event) -> None:
    """Handle the events in one transaction, as the consumer does."""
    async with runtime.database.transaction() as db:
        for event in events:
            await notify(event, db, EventContext(id=new_id(), time=runtime.now(), source="/services/content"))


def make_contact(number: int) -> ContactReceived:
    return ContactReceived(contact_id=new_id(), reference=f"К-{number}", name="Пётр")


def make_order(buyer: Any, number: int) -> OrderCreated:
    return OrderCreated(order_id=new_id(), user_id=buyer, title="BMW X5", number=f"МА-{number}")


async def has_waiting_transaction(runtime: NotificationsRuntime) -> bool:
    """Return True if a transaction waits for the lock of another one."""
    async with runtime.database.reading() as db:
        return bool(await db.scalar(text("SELECT count(*) FROM pg_locks WHERE NOT granted")))


class TestTogether:
    async def test_many_events_take_as_many_statements_as_one(
        self, runtime: NotificationsRuntime, make_user: UserFactory
    ) -> None:
        await make_user(role="admin")
        buyers = [await make_user() for _ in range(4)]
        with record_statements(runtime) as for_one:
            await apply(runtime, make_contact(0), make_order(buyers[0], 0))
        with record_statements(runtime) as for_many:
            await apply(runtime, *map(make_contact, range(30)), *(make_order(buyer, 1) for buyer in buyers))
        # The lists of ids are left out, because each id is a parameter in the text.
        assert [statement.split(" IN ")[0] for statement, _ in for_many] == [
            statement.split(" IN ")[0] for statement, _ in for_one
        ]
        assert len(for_one) > 3

    async def test_the_revisions_of_an_inbox_follow_the_events(
        self, runtime: NotificationsRuntime, make_user: UserFactory, read_inbox: InboxReader, db: Session
    ) -> None:
        admin = await make_user(role="admin")
        buyer = await make_user()
        await apply(runtime, make_contact(7))
        await apply(
            runtime, make_contact(1), make_order(buyer, 1), make_contact(2), make_order(buyer, 2), make_contact(3)
        )
        inbox = await read_inbox(admin)
        assert [entry["title"] for entry in inbox["notifications"]] == [
            f"Обращение № К-{number}" for number in (3, 2, 1, 7)
        ]
        assert (inbox["total"], inbox["unread_count"], inbox["revision"]) == (4, 4, 4)
        log_query = text("SELECT revision, body FROM live_log WHERE user_id = :user ORDER BY revision")
        titles = {row.revision: row.body for row in await db.execute(log_query, {"user": admin})}
        assert list(titles) == [1, 2, 3, 4]
        for revision, number in zip(titles, (7, 1, 2, 3), strict=True):
            assert f"К-{number}" in titles[revision]
            assert f'"unread_count":{revision}' in titles[revision]
        assert [(await read_inbox(buyer))[name] for name in ("total", "revision")] == [2, 2]

    async def test_two_transactions_that_lock_an_account_and_an_inbox_in_different_order_both_succeed(
        self, runtime: NotificationsRuntime, make_user: UserFactory, read_inbox: InboxReader
    ) -> None:
        """If notifications were stored at once, the second would hold the inbox that the first waits for."""
        admin = await make_user(role="admin")
        buyer = await make_user()
        name = UserUpdated(user_id=buyer, email="b@example.com", first_name="Б", last_name="В", role="user")
        context = EventContext(id=new_id(), time=runtime.now(), source="/services/auth")
        is_locked = asyncio.Event()

        async def lock_account_first() -> None:
            async with runtime.database.transaction() as db:
                await save_user(name, db, context)
                is_locked.set()
                await wait_for(lambda: has_waiting_transaction(runtime))
                await notify(make_contact(1), db, EventContext(new_id(), runtime.now(), "/services/content"))

        async def lock_inbox_first() -> None:
            await is_locked.wait()
            async with runtime.database.transaction() as db:
                await notify(make_contact(2), db, EventContext(new_id(), runtime.now(), "/services/content"))
                await save_user(name, db, context)

        await asyncio.gather(lock_account_first(), lock_inbox_first())
        assert (await read_inbox(admin))["total"] == 2

    async def test_an_account_erased_later_in_the_transaction_gets_nothing(
        self, runtime: NotificationsRuntime, make_user: UserFactory, read_inbox: InboxReader
    ) -> None:
        buyer = await make_user()
        context = EventContext(id=new_id(), time=runtime.now(), source="/services/content")
        async with runtime.database.transaction() as db:
            await notify(make_order(buyer, 1), db, context)
            copy = await db.get(UserCopy, buyer)
            assert copy
            copy.is_erased = True
        assert (await read_inbox(buyer))["total"] == 0
