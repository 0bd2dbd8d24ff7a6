"""The emails of a user on the customer's card: the list, the state of each email, their export and their erasure."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest
from chassis.database.tables import new_id
from chassis.mail.mail_queue import QueuedEmail
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventDelivery, EventReader
from chassis.testing.plugin import MovableClock, wait_for
from contracts.auth import ExportPart, ExportRequested, UserErased
from contracts.content import OrderCreated
from notifications.channels.tables import Delivery
from notifications.runtime import NotificationsRuntime, Session
from sqlalchemy import func, select, update
from sqlmodel import col

from services.notifications.tests.fixture_types import UserFactory

URL = "/api/notifications/admin/users"
EmailsReader = Callable[..., Awaitable[dict[str, Any]]]
DeliveryFactory = Callable[..., Awaitable[None]]


@pytest.fixture
def list_emails(client: ApiClient, build_auth_headers: AuthHeadersBuilder) -> EmailsReader:
    """The answer of the route: `await list_emails(user_id, limit=2)`."""

    async def read(user_id: UUID, **page: int) -> dict[str, Any]:
        # The token is created for each call, because some tests let hours pass.
        answer = await client.get(f"{URL}/{user_id}/emails", params=page, headers=build_auth_headers(role="admin"))
        assert answer.status_code == 200, answer.text
        body: dict[str, Any] = answer.json()
        return body

    return read


@pytest.fixture
def add_delivery(db: Session, runtime: NotificationsRuntime) -> DeliveryFactory:
    """Store a finished delivery: `await add_delivery(user_id, title="...")`."""

    async def add(user_id: UUID, **fields: Any) -> None:
        now = runtime.now()
        values: dict[str, Any] = {
            "channel": "email",
            "type": "booking",
            "state": "sent",
            "created_at": now,
            "due_at": now,
            "finished_at": now,
        }
        db.add(Delivery(user_id=user_id, source_id=new_id(), **(values | fields)))
        await db.flush()

    return add


class TestList:
    async def test_an_order_email_is_listed_with_its_subject_and_order_before_and_after_it_is_sent(
        self,
        deliver: EventDelivery,
        make_user: UserFactory,
        list_emails: EmailsReader,
        db: Session,
        runtime: NotificationsRuntime,
    ) -> None:
        user_id = await make_user(email="anna@example.com")
        order_id = new_id()
        await deliver(OrderCreated(order_id=order_id, user_id=user_id, title="BMW X5", number="МА-1"))
        await deliver(OrderCreated(order_id=new_id(), user_id=await make_user(), title="Audi A6", number="МА-2"))
        page = await list_emails(user_id)
        [email] = page["items"]
        assert page["total"] == 1
        assert (email["title"], email["order_id"], email["type"]) == ("Заказ МА-1 открыт", str(order_id), "booking")
        assert (email["state"], email["finished_at"]) == ("queued", None)

        async def find_queued_email_id() -> Any:
            return await db.scalar(select(col(QueuedEmail.id)).where(col(QueuedEmail.recipient) == "anna@example.com"))

        queued_id = await wait_for(find_queued_email_id)
        acceptance = update(QueuedEmail).where(col(QueuedEmail.id) == queued_id).values(sent_at=runtime.now())
        await db.execute(acceptance)
        await db.commit()

        async def find_sent_email() -> Any:
            [listed_item] = (await list_emails(user_id))["items"]
            return listed_item if listed_item["state"] == "sent" else None

        sent_email = await wait_for(find_sent_email)
        assert (sent_email["title"], sent_email["reason"]) == ("Заказ МА-1 открыт", None)
        assert sent_email["finished_at"] is not None
        delivery = await db.scalar(select(Delivery).where(col(Delivery.id) == UUID(sent_email["id"])))
        assert delivery is not None
        assert delivery.message == ""

    async def test_an_email_that_waits_for_the_morning_says_until_when(
        self,
        deliver: EventDelivery,
        make_user: UserFactory,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        clock: MovableClock,
        list_emails: EmailsReader,
    ) -> None:
        user_id = await make_user()
        clock.freeze(datetime(2026, 11, 20, 23, 30, tzinfo=ZoneInfo("Europe/Moscow")))
        quiet_hours = {"from": "22:00", "to": "08:00", "timezone": "Europe/Moscow"}
        await client.put(
            "/api/notifications/preferences", json={"quiet_hours": quiet_hours}, headers=build_auth_headers(id=user_id)
        )
        await deliver(OrderCreated(order_id=new_id(), user_id=user_id, title="BMW X5", number="МА-1"))
        [email] = (await list_emails(user_id))["items"]
        assert email["state"] == "queued"
        assert datetime.fromisoformat(email["due_at"]) == datetime.fromisoformat("2026-11-21T08:00:00+03:00")

    async def test_other_channels_other_users_and_cancelled_campaigns_are_left_out(
        self, make_user: UserFactory, add_delivery: DeliveryFactory, list_emails: EmailsReader
    ) -> None:
        user_id = await make_user()
        await add_delivery(user_id, title="Акция", type="promotion", campaign_id=new_id(), in_digest=True)
        await add_delivery(user_id, title="Отменено", state="failed", reason="cancelled", campaign_id=new_id())
        await add_delivery(user_id, channel="push")
        await add_delivery(user_id, channel="telegram")
        await add_delivery(await make_user(), title="Чужое")
        emails = await list_emails(user_id)
        assert emails["total"] == 1
        [email] = emails["items"]
        assert (email["title"], email["is_campaign"], email["in_digest"]) == ("Акция", True, True)

    async def test_a_failed_email_has_its_reason(
        self, deliver: EventDelivery, make_user: UserFactory, list_emails: EmailsReader
    ) -> None:
        user_id = await make_user(email="")
        await deliver(OrderCreated(order_id=new_id(), user_id=user_id, title="BMW X5", number="МА-1"))

        async def find_failed_email() -> Any:
            [email] = (await list_emails(user_id))["items"]
            return email if email["state"] == "failed" else None

        email = await wait_for(find_failed_email)
        assert (email["title"], email["reason"]) == ("Заказ МА-1 открыт", "no_address")

    async def test_pages_go_from_the_newest_to_the_oldest(
        self,
        make_user: UserFactory,
        add_delivery: DeliveryFactory,
        list_emails: EmailsReader,
        runtime: NotificationsRuntime,
    ) -> None:
        user_id = await make_user()
        for days in range(5):
            await add_delivery(user_id, title=f"{days}", created_at=runtime.now() - timedelta(days=days))
        pages = [await list_emails(user_id, limit=2, offset=offset) for offset in (0, 2, 4, 6)]
        assert [[email["title"] for email in page["items"]] for page in pages] == [["0", "1"], ["2", "3"], ["4"], []]
        assert {page["total"] for page in pages} == {5}

    async def test_invalid_user_ids_and_pages_of_emails_are_422(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        headers = build_auth_headers(role="admin")
        for path in ("x/emails", f"{new_id()}/emails?limit=0", f"{new_id()}/emails?limit=101"):
            assert (await client.get(f"{URL}/{path}", headers=headers)).status_code == 422

    async def test_answer_names_the_types_that_the_customer_gets_no_emails_about(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_user: UserFactory,
        list_emails: EmailsReader,
    ) -> None:
        user_id = await make_user()
        assert (await list_emails(user_id))["refused_types"] == ["promotion"]
        choice = {"payment": {"email": False}, "promotion": {"email": True}}
        await client.put("/api/notifications/preferences", json=choice, headers=build_auth_headers(id=user_id))
        assert (await list_emails(user_id))["refused_types"] == ["payment"]
        assert (await list_emails(await make_user(marketing=True)))["refused_types"] == []


async def test_an_export_contains_the_subjects_and_an_erasure_removes_the_emails(
    deliver: EventDelivery, make_user: UserFactory, add_delivery: DeliveryFactory, read_events: EventReader, db: Session
) -> None:
    user_id = await make_user()
    await add_delivery(user_id, title="Заказ МА-1 открыт")
    await deliver(ExportRequested(export_id=new_id(), user_id=user_id))
    [part] = await read_events(ExportPart)
    assert [(row["title"], row["state"]) for row in part.data["deliveries"]] == [("Заказ МА-1 открыт", "sent")]
    await deliver(UserErased(user_id=user_id, erasure_id=new_id()))
    assert await db.scalar(select(func.count()).select_from(Delivery)) == 0
