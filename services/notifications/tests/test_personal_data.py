"""The data export and the erasure of a user."""

from typing import Any
from uuid import UUID

from chassis.database.tables import new_id
from chassis.events.outbox import OutboxEvent
from chassis.mail.mail_queue import QueuedEmail
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventDelivery, EventReader
from chassis.testing.personal_data import EMAIL, find_differences_after_event, find_unregistered
from chassis.testing.plugin import wait_for
from contracts.auth import ExportPart, ExportRequested, UserErased, UserErasedDone, UserUpdated
from contracts.content import OrderCreated
from fastapi import FastAPI
from notifications.inbox.tables import Notification
from notifications.personal_data import PERSONAL_DATA
from notifications.runtime import NotificationsRuntime, Session
from notifications.users.tables import UserCopy
from sqlalchemy import select, text
from sqlmodel import col

from services.notifications.tests.fixture_types import UserFactory

TABLES = ("notifications", "inbox_state", "live_log", "preferences", "push_subscriptions", "deliveries")


def test_every_table_that_names_a_user_is_registered(app: FastAPI) -> None:
    assert find_unregistered("notifications", PERSONAL_DATA) == []


async def test_an_erasure_removes_the_user_from_each_registered_column(
    runtime: NotificationsRuntime, deliver: EventDelivery
) -> None:
    def build_account_rows(id: UUID) -> dict[Any, dict[str, Any]]:
        return {UserCopy: {"id": id, "email": EMAIL}}

    assert await find_differences_after_event(runtime, PERSONAL_DATA, deliver, build_account_rows) == []


async def create_personal_data(
    client: ApiClient, build_auth_headers: AuthHeadersBuilder, deliver: EventDelivery, own_id: Any
) -> None:
    choices = {"system": {"email": False}}
    await client.put("/api/notifications/preferences", json=choices, headers=build_auth_headers(id=own_id))
    await deliver(OrderCreated(order_id=new_id(), user_id=own_id, title="BMW", number="1"))


class TestExport:
    async def test_export_has_only_data_of_this_user(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        deliver: EventDelivery,
        make_user: UserFactory,
        read_events: EventReader,
    ) -> None:
        own_id = await make_user()
        other_id = await make_user()
        for user_id in (own_id, other_id):
            await create_personal_data(client, build_auth_headers, deliver, user_id)
        export_id = new_id()
        await deliver(ExportRequested(user_id=own_id, export_id=export_id))
        (part,) = await read_events(ExportPart)
        assert (part.user_id, part.export_id, part.service) == (own_id, export_id, "notifications")
        assert [entry["user_id"] for entry in part.data["notifications"]] == [str(own_id)]
        assert part.data["preferences"]["system"]["email"] is False
        assert [row["channel"] for row in part.data["deliveries"]] == ["email"]

    async def test_export_of_a_very_full_inbox_fits_into_its_event(
        self, deliver: EventDelivery, db: Session, runtime: NotificationsRuntime, read_events: EventReader
    ) -> None:
        own_id = new_id()
        now = runtime.now()
        long_entry: dict[str, Any] = {"type": "system", "title": "Новость", "message": "ж" * 400, "created_at": now}
        for number in range(1600):
            db.add(Notification(user_id=own_id, source_id=new_id(), data={"number": number}, **long_entry))
        await db.flush()
        await deliver(ExportRequested(user_id=own_id, export_id=new_id()))
        (part,) = await read_events(ExportPart)
        assert part.data["notifications"][0]["data"]["number"] == 1599
        assert len(part.data["notifications"]) + part.data["left_out"]["notifications"] == 1600

        async def find_publication_time() -> Any:
            return await db.scalar(
                select(col(OutboxEvent.published_at)).where(col(OutboxEvent.type) == ExportPart.type)
            )

        assert await wait_for(find_publication_time)


class TestErasure:
    async def test_erased_data_is_gone_and_late_events_do_not_restore_it(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        deliver: EventDelivery,
        make_user: UserFactory,
        read_events: EventReader,
        db: Session,
    ) -> None:
        own_id = await make_user(email="gone@example.com")
        other_id = await make_user()
        for user_id in (own_id, other_id):
            await create_personal_data(client, build_auth_headers, deliver, user_id)
        erasure_id = new_id()
        await deliver(UserErased(user_id=own_id, erasure_id=erasure_id))
        (done_event,) = await read_events(UserErasedDone)
        assert (done_event.user_id, done_event.erasure_id, done_event.service) == (own_id, erasure_id, "notifications")
        for table in TABLES:
            count_own = text(f"SELECT count(*) FILTER (WHERE user_id = :user_id) FROM {table}")  # noqa: S608
            assert await db.scalar(count_own, {"user_id": own_id}) == 0, table
        assert await db.scalar(text("SELECT count(*) FROM notifications")) == 1
        assert "gone@example.com" not in list(await db.scalars(select(col(QueuedEmail.recipient))))
        late_fields = {
            "user_id": own_id,
            "email": "gone@example.com",
            "first_name": "А",
            "last_name": "Б",
            "role": "user",
        }
        await deliver(UserUpdated(**late_fields))
        await deliver(OrderCreated(order_id=new_id(), user_id=own_id, title="BMW", number="2"))
        user_copy = await db.get_one(UserCopy, own_id, populate_existing=True)
        assert (user_copy.email, user_copy.first_name, user_copy.is_erased) == ("", "", True)
        assert (
            await db.scalar(text("SELECT count(*) FROM notifications WHERE user_id = :user_id"), {"user_id": own_id})
            == 0
        )


async def test_an_order_that_arrives_after_the_erasure_has_no_user(deliver: EventDelivery, db: Session) -> None:
    own_id = new_id()
    await deliver(UserErased(user_id=own_id, erasure_id=new_id()))
    await deliver(OrderCreated(order_id=new_id(), user_id=own_id, title="BMW", number="1"))
    user_copy = await db.get_one(UserCopy, own_id)
    assert (user_copy.is_erased, user_copy.is_buyer) == (True, False)
