"""Web Push, from the subscription to the browser."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from chassis.database.tables import new_id
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventDelivery
from chassis.testing.plugin import MovableClock, wait_for
from contracts.auth import PasswordChanged
from notifications.channels import push
from notifications.channels.tables import Delivery, PushSubscription
from notifications.runtime import NotificationsRuntime, Session
from sqlalchemy import func, select
from sqlmodel import col

from services.notifications.tests.channels.push_service import Browser, PushService, run_push_service, verify_signature
from services.notifications.tests.fixture_types import UserFactory

URL = "/api/notifications"
UNCALLABLE_URLS = ["https://a..b/x", "https://203.0.113.7:8080:90/x", "https://203.0.113.7:99999/x", "https://☃.net/x"]
# Returns the id of a user, and the browser in which the user is subscribed.
SubscriberFactory = Callable[..., Awaitable[tuple[Any, Browser]]]
WaitFunction = Callable[[], Awaitable[Delivery]]


@pytest.fixture
async def push_service() -> AsyncIterator[PushService]:
    async with run_push_service() as service:
        yield service


@pytest.fixture
def subscribe_user(
    client: ApiClient, build_auth_headers: AuthHeadersBuilder, make_user: UserFactory, push_service: PushService
) -> Callable[..., Awaitable[tuple[Any, Browser]]]:
    """Return a function that creates a user whose browser is subscribed to push."""

    async def subscribe(path: str = "/a") -> tuple[Any, Browser]:
        user_id = await make_user()
        browser = Browser(push_service.address + path)
        answer = await client.post(
            f"{URL}/push-subscriptions", json=browser.subscription, headers=build_auth_headers(id=user_id)
        )
        assert answer.json() == {"success": True}
        return user_id, browser

    return subscribe


@pytest.fixture
def wait_for_delivery(db: Session) -> Callable[[], Awaitable[Delivery]]:
    """Wait until the one push delivery has left the queue."""

    async def wait() -> Delivery:
        async def find_delivery() -> Any:
            rows = select(Delivery).where(col(Delivery.channel) == "push", col(Delivery.state) != "queued")
            return await db.scalar(rows.execution_options(populate_existing=True))

        delivery: Delivery = await wait_for(find_delivery)
        return delivery

    return wait


class TestSendPush:
    async def test_message_is_encrypted_for_the_browser_and_signed_by_the_site(
        self,
        subscribe_user: SubscriberFactory,
        deliver: EventDelivery,
        push_service: PushService,
        wait_for_delivery: WaitFunction,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        clock: MovableClock,
    ) -> None:
        user_id, browser = await subscribe_user()
        await deliver(PasswordChanged(user_id=user_id))
        assert (await wait_for_delivery()).state == "sent"
        ((path, headers, body),) = push_service.received_messages
        assert path == "/a"
        received_message = browser.decrypt(body)
        assert (received_message["type"], received_message["title"], received_message["url"]) == (
            "security",
            "Пароль изменён",
            "/dashboard/security",
        )
        assert headers["urgency"] == "high"
        assert int(headers["ttl"]) > 0
        key, claims = verify_signature(headers["authorization"])
        assert key == (await client.get(f"{URL}/push-key", headers=build_auth_headers())).json()["public_key"]
        assert claims["aud"] == push_service.address
        assert claims["sub"].startswith("mailto:")
        assert 0 < claims["exp"] - clock().timestamp() <= 24 * 3600

    async def test_a_long_message_is_cut_to_fit(
        self,
        subscribe_user: SubscriberFactory,
        client: ApiClient,
        push_service: PushService,
        wait_for_delivery: WaitFunction,
        build_auth_headers: AuthHeadersBuilder,
    ) -> None:
        user_id, browser = await subscribe_user()
        sent_body: dict[str, Any] = {
            "type": "system",
            "title": "😀" * 200,
            "message": "😀" * 2000,
            "channels": ["push"],
        }
        sent_body["data"] = {"link": "/" + "x" * 3000}
        await client.post(f"{URL}/admin/test", json=sent_body, headers=build_auth_headers(id=user_id, role="admin"))
        assert (await wait_for_delivery()).state == "sent"
        ((_, _, body),) = push_service.received_messages
        received_message = browser.decrypt(body)
        assert received_message["title"] == sent_body["title"]
        assert received_message["message"].endswith("…")
        assert received_message["url"] == "/notifications"

    async def test_a_subscription_that_the_push_service_has_deleted_is_removed(
        self,
        subscribe_user: SubscriberFactory,
        deliver: EventDelivery,
        push_service: PushService,
        wait_for_delivery: WaitFunction,
        db: Session,
    ) -> None:
        user_id, _ = await subscribe_user()
        push_service.statuses = [410]
        await deliver(PasswordChanged(user_id=user_id))
        delivery = await wait_for_delivery()
        assert (delivery.state, delivery.reason) == ("failed", "no_subscription")
        assert await db.scalar(select(func.count()).select_from(PushSubscription)) == 0

    async def test_overload_is_retried_until_the_message_is_sent(
        self,
        subscribe_user: SubscriberFactory,
        deliver: EventDelivery,
        push_service: PushService,
        wait_for_delivery: WaitFunction,
    ) -> None:
        user_id, _ = await subscribe_user()
        push_service.statuses = [503, 429]
        await deliver(PasswordChanged(user_id=user_id))
        delivery = await wait_for_delivery()
        assert (delivery.state, delivery.attempts) == ("sent", 3)

    async def test_a_refused_message_fails_at_once_and_keeps_the_reason(
        self,
        subscribe_user: SubscriberFactory,
        deliver: EventDelivery,
        push_service: PushService,
        wait_for_delivery: WaitFunction,
        db: Session,
    ) -> None:
        user_id, _ = await subscribe_user()
        push_service.statuses = [413]
        await deliver(PasswordChanged(user_id=user_id))
        delivery = await wait_for_delivery()
        assert (delivery.state, delivery.reason, delivery.attempts) == ("failed", "http_413", 1)
        assert await db.scalar(select(func.count()).select_from(PushSubscription)) == 1

    async def test_a_repeated_delivery_keeps_the_reason_of_the_browser_that_is_tried_again(
        self, runtime: NotificationsRuntime
    ) -> None:
        now = runtime.now()
        delivery = Delivery(
            user_id=new_id(),
            source_id=new_id(),
            channel="push",
            type="system",
            state="queued",
            attempts=1,
            created_at=now,
            due_at=now,
        )
        results = [push.PushResult(410, "http_410"), push.PushResult(503, "http_503", retry_after=0)]
        push._apply_results(delivery, results, runtime.settings, now)
        assert (delivery.state, delivery.reason) == ("queued", "http_503")

    async def test_a_push_message_fails_after_its_last_attempt(
        self,
        subscribe_user: SubscriberFactory,
        deliver: EventDelivery,
        push_service: PushService,
        wait_for_delivery: WaitFunction,
    ) -> None:
        user_id, _ = await subscribe_user()
        push_service.statuses = [500] * 9
        await deliver(PasswordChanged(user_id=user_id))
        delivery = await wait_for_delivery()
        assert (delivery.state, delivery.reason, delivery.attempts) == ("failed", "http_500", 3)

    async def test_an_endless_body_is_not_read(
        self,
        subscribe_user: SubscriberFactory,
        deliver: EventDelivery,
        push_service: PushService,
        wait_for_delivery: WaitFunction,
    ) -> None:
        user_id, _ = await subscribe_user()
        push_service.endless_part = "body"
        await deliver(PasswordChanged(user_id=user_id))
        assert (await wait_for_delivery()).state == "sent"

    async def test_an_answer_that_never_ends_times_out(
        self,
        subscribe_user: SubscriberFactory,
        deliver: EventDelivery,
        push_service: PushService,
        wait_for_delivery: WaitFunction,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(push, "PUSH_TIMEOUT_SECONDS", 0.3)
        user_id, _ = await subscribe_user()
        push_service.endless_part = "head"
        await deliver(PasswordChanged(user_id=user_id))
        delivery = await wait_for_delivery()
        assert (delivery.state, delivery.reason, delivery.attempts) == ("failed", "TimeoutError", 3)

    async def test_an_address_that_cannot_be_called_is_removed_and_delays_no_other(
        self,
        subscribe_user: SubscriberFactory,
        deliver: EventDelivery,
        wait_for_delivery: WaitFunction,
        db: Session,
        runtime: NotificationsRuntime,
    ) -> None:
        user_id, browser = await subscribe_user()
        now = runtime.now()
        for endpoint in UNCALLABLE_URLS:
            db.add(PushSubscription(user_id=user_id, endpoint=endpoint, p256dh="", auth="", created_at=now))
        await db.flush()
        await deliver(PasswordChanged(user_id=user_id))
        assert (await wait_for_delivery()).state == "sent"
        assert list(await db.scalars(select(col(PushSubscription.endpoint)))) == [browser.endpoint]


class TestSubscriptions:
    async def test_subscription_moves_to_the_account_that_signed_in_last(
        self,
        subscribe_user: SubscriberFactory,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        db: Session,
    ) -> None:
        _, browser = await subscribe_user()
        other_user_id = new_id()
        await client.post(
            f"{URL}/push-subscriptions", json=browser.subscription, headers=build_auth_headers(id=other_user_id)
        )
        assert list(await db.scalars(select(col(PushSubscription.user_id)))) == [other_user_id]

    async def test_subscription_is_ended_by_its_owner_only(
        self,
        subscribe_user: SubscriberFactory,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
    ) -> None:
        user_id, browser = await subscribe_user()
        for headers, status in (
            (build_auth_headers(), 404),
            (build_auth_headers(id=user_id), 200),
            (build_auth_headers(id=user_id), 404),
        ):
            answer = await client.request(
                "DELETE", f"{URL}/push-subscriptions", json={"endpoint": browser.endpoint}, headers=headers
            )
            assert answer.status_code == status

    @pytest.mark.parametrize(
        "change",
        [
            {"endpoint": "http://10.0.0.1/push"},
            {"endpoint": "https://10.0.0.1/push"},
            {"endpoint": "https://[::1]/push"},
            {"endpoint": "https://169.254.169.254/latest"},
            {"endpoint": "ftp://example.com/a"},
            {"endpoint": "https://user@example.com/a"},
            {"endpoint": "nonsense"},
            {"endpoint": "https://[broken"},
            *({"endpoint": endpoint} for endpoint in UNCALLABLE_URLS),
            {"keys": {"p256dh": "BA" + "A" * 85, "auth": "MDEyMzQ1Njc4OWFiY2RlZg"}},
            {"keys": {"p256dh": "AAAA", "auth": "MDEyMzQ1Njc4OWFiY2RlZg"}},
            {"keys": {"p256dh": "я" * 10, "auth": "MDEyMzQ1Njc4OWFiY2RlZg"}},
            {"keys": {}},
        ],
    )
    async def test_invalid_push_subscriptions_are_422(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, change: dict[str, Any]
    ) -> None:
        body = Browser("https://203.0.113.7/a").subscription | change
        answer = await client.post(f"{URL}/push-subscriptions", json=body, headers=build_auth_headers())
        assert (answer.status_code, answer.json()["code"]) == (422, "validation_error")
