"""A row that cannot be sent never delays the others: after its last attempt it has failed."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest
from chassis.database.tables import new_id
from chassis.mail import mail_queue
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, Mailbox
from chassis.testing.plugin import wait_for
from notifications.campaigns.tables import Campaign
from notifications.channels import vapid
from notifications.channels.metrics import RESULTS
from notifications.channels.tables import Delivery, PushSubscription
from notifications.runtime import NotificationsRuntime, Session
from sqlalchemy import func, select
from sqlmodel import col

from services.notifications.tests.channels.push_service import Browser, run_push_service
from services.notifications.tests.fixture_types import InboxReader, UserFactory

POISONED_ROWS = 50


def count_failed(channel: str) -> float:
    return RESULTS.labels(channel, "failed")._value.get()


@pytest.fixture
def queue_delivery(db: Session, runtime: NotificationsRuntime) -> Callable[..., Awaitable[None]]:
    """Add a due delivery: `await queue_delivery(user_id, "email")`."""

    async def add(user_id: Any, channel: str, *, minutes_ago: int = 60) -> None:
        now = runtime.now()
        due_at = now - timedelta(minutes=minutes_ago)
        values: dict[str, Any] = {
            "channel": channel,
            "type": "system",
            "title": "Тема",
            "message": "Текст",
            "state": "queued",
        }
        db.add(Delivery(user_id=user_id, source_id=new_id(), created_at=now, due_at=due_at, **values))
        await db.flush()

    return add


@pytest.fixture
def count_states(runtime: NotificationsRuntime) -> Callable[[str], Awaitable[dict[str, int]]]:
    """Count the deliveries of a channel by state."""

    async def count(channel: str) -> dict[str, int]:
        rows = (
            select(col(Delivery.state), func.count())
            .where(col(Delivery.channel) == channel)
            .group_by(col(Delivery.state))
        )
        async with runtime.database.reading() as db:
            return dict((await db.execute(rows)).all())

    return count


class TestEmail:
    async def test_the_email_queue_drains_past_50_poisoned_rows(
        self,
        queue_delivery: Callable[..., Awaitable[None]],
        make_user: UserFactory,
        mailbox: Mailbox,
        runtime: NotificationsRuntime,
        count_states: Callable[[str], Awaitable[dict[str, int]]],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        original_queue_email = mail_queue.queue_email

        async def fail_for_poisoned(db: Session, *, to: str, **fields: Any) -> Any:
            if to.startswith("poisoned"):
                raise IndexError(to)
            return await original_queue_email(db, to=to, **fields)

        monkeypatch.setattr(mail_queue, "queue_email", fail_for_poisoned)
        failed_count = count_failed("email")
        for number in range(POISONED_ROWS):
            await queue_delivery(await make_user(email=f"poisoned{number}@example.com"), "email")
        await queue_delivery(await make_user(email="good@example.com"), "email", minutes_ago=1)
        runtime.notify("email")

        async def is_sent() -> bool:
            return len(await mailbox("good@example.com")) == 1

        async def are_failed() -> bool:
            return (await count_states("email")).get("failed") == POISONED_ROWS

        await wait_for(is_sent)
        await wait_for(are_failed)
        assert count_failed("email") - failed_count == POISONED_ROWS


class TestPush:
    async def test_the_push_queue_drains_past_50_poisoned_rows(
        self,
        queue_delivery: Callable[..., Awaitable[None]],
        make_user: UserFactory,
        db: Session,
        runtime: NotificationsRuntime,
        count_states: Callable[[str], Awaitable[dict[str, int]]],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        original_build_headers = vapid.build_headers

        def fail_for_poisoned(key: Any, endpoint: str, **options: Any) -> Any:
            if "poisoned" in endpoint:
                raise LookupError(endpoint)
            return original_build_headers(key, endpoint, **options)

        monkeypatch.setattr(vapid, "build_headers", fail_for_poisoned)
        async with run_push_service() as service:
            for number in range(POISONED_ROWS + 1):
                user_id = await make_user()
                path = "/good" if number == POISONED_ROWS else f"/poisoned{number}"
                subscription = Browser(service.address + path).subscription
                columns = subscription["keys"] | {"endpoint": subscription["endpoint"], "created_at": runtime.now()}
                db.add(PushSubscription(user_id=user_id, **columns))
                await db.flush()
                await queue_delivery(user_id, "push", minutes_ago=POISONED_ROWS - number)
            runtime.notify("push")

            async def are_done() -> bool:
                return await count_states("push") == {"failed": POISONED_ROWS, "sent": 1}

            await wait_for(are_done)
            assert [path for path, *_ in service.received_messages] == ["/good"]


class TestCampaigns:
    async def test_a_campaign_is_sent_after_50_that_cannot_be_sent(
        self,
        make_user: UserFactory,
        db: Session,
        runtime: NotificationsRuntime,
        read_inbox: InboxReader,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
    ) -> None:
        user_id = await make_user()
        now = runtime.now()
        for number in range(POISONED_ROWS + 1):
            # A segment that a later release no longer has.
            audience = {"all": True} if number == POISONED_ROWS else {"segment": "removed"}
            campaign_time = now - timedelta(minutes=60 - number)
            times: dict[str, Any] = {
                "created_at": campaign_time,
                "happened_at": campaign_time,
                "scheduled_at": campaign_time,
            }
            texts: dict[str, Any] = {"type": "system", "title": "Новость", "message": "Текст", "channels": ["in_app"]}
            db.add(Campaign(source_id=new_id(), audience=audience, created_by=new_id(), **texts, **times))
        await db.flush()
        runtime.notify("campaigns")

        async def has_arrived() -> bool:
            return bool((await read_inbox(user_id))["total"] == 1)

        async def are_cancelled() -> bool:
            rows = select(func.count()).where(col(Campaign.status) == "cancelled", col(Campaign.error) == "KeyError")
            async with runtime.database.reading() as reading_db:
                return await reading_db.scalar(rows) == POISONED_ROWS

        await wait_for(has_arrived)
        await wait_for(are_cancelled)
        url = "/api/notifications/admin/campaigns?status=cancelled"
        listed_body = (await client.get(url, headers=build_auth_headers(role="admin"))).json()
        assert {campaign["has_failed"] for campaign in listed_body["campaigns"]} == {True}
