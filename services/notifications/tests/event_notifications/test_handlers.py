"""The notifications of all events of a transaction are stored together, at its end."""

from typing import Any

from chassis.testing.plans import statements
from contracts.content import ContactReceived, OrderCreated
from contracts.event import Event
from messaging.events import EventContext
from notifications.event_notifications.handlers import notify
from notifications.runtime import Runtime
from notifications.users.tables import UserCopy
from persistence.tables import new_id
from sqlalchemy import text


async def apply(runtime: Runtime, *events: Event) -> None:
    """Handle the events in one transaction, as the consumer does."""
    async with runtime.database.transaction() as db:
        for event in events:
            await notify(event, db, EventContext(id=new_id(), time=runtime.now(), source="/services/content"))


def contact(number: int) -> ContactReceived:
    return ContactReceived(contact_id=new_id(), reference=f"К-{number}", name="Пётр")


def order(buyer: Any, number: int) -> OrderCreated:
    return OrderCreated(order_id=new_id(), user_id=buyer, title="BMW X5", number=f"МА-{number}")


class TestTogether:
    async def test_many_events_take_as_many_statements_as_one(self, runtime: Runtime, make_user: Any) -> None:
        await make_user(role="admin")
        buyers = [await make_user() for _ in range(4)]
        with statements(runtime) as for_one:
            await apply(runtime, contact(0), order(buyers[0], 0))
        with statements(runtime) as for_many:
            await apply(runtime, *map(contact, range(30)), *(order(buyer, 1) for buyer in buyers))
        # Without the ids, of which the text has one parameter each.
        assert [asked.split(" IN ")[0] for asked, _ in for_many] == [asked.split(" IN ")[0] for asked, _ in for_one]
        assert len(for_one) > 3

    async def test_the_revisions_of_an_inbox_follow_the_events(
        self, runtime: Runtime, make_user: Any, inbox_of: Any, db: Any
    ) -> None:
        admin, buyer = await make_user(role="admin"), await make_user()
        await apply(runtime, contact(7))
        await apply(runtime, contact(1), order(buyer, 1), contact(2), order(buyer, 2), contact(3))
        inbox = await inbox_of(admin)
        assert [entry["title"] for entry in inbox["notifications"]] == [
            f"Обращение № К-{number}" for number in (3, 2, 1, 7)
        ]
        assert (inbox["total"], inbox["unread_count"], inbox["revision"]) == (4, 4, 4)
        logged = text("SELECT revision, body FROM live_log WHERE user_id = :user ORDER BY revision")
        titles = {row.revision: row.body for row in await db.execute(logged, {"user": admin})}
        assert list(titles) == [1, 2, 3, 4]
        for revision, number in zip(titles, (7, 1, 2, 3), strict=True):
            assert f"К-{number}" in titles[revision]
            assert f'"unread_count":{revision}' in titles[revision]
        assert [(await inbox_of(buyer))[name] for name in ("total", "revision")] == [2, 2]

    async def test_an_account_erased_later_in_the_transaction_gets_nothing(
        self, runtime: Runtime, make_user: Any, inbox_of: Any
    ) -> None:
        buyer = await make_user()
        context = EventContext(id=new_id(), time=runtime.now(), source="/services/content")
        async with runtime.database.transaction() as db:
            await notify(order(buyer, 1), db, context)
            copy = await db.get(UserCopy, buyer)
            assert copy
            copy.is_erased = True
        assert (await inbox_of(buyer))["total"] == 0
