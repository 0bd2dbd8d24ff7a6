"""Addresses of push services: only the checked address is called."""

import asyncio
from typing import Any

import pytest
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventDelivery
from chassis.testing.plugin import wait_for
from chassis.web import public_endpoints
from chassis.web.public_endpoints import is_allowed_endpoint, is_public, resolve_target
from contracts.auth import PasswordChanged
from notifications.channels import push
from notifications.channels.tables import Delivery, PushSubscription
from notifications.runtime import NotificationsRuntime, Session
from sqlalchemy import select
from sqlmodel import col

from services.notifications.tests.channels.push_service import Browser, run_push_service
from services.notifications.tests.fixture_types import UserFactory

INTERNAL_ADDRESSES = [
    "10.0.0.1",
    "127.0.0.1",
    "169.254.169.254",
    "100.64.0.1",
    "224.0.0.1",
    "239.255.255.250",
    "0.0.0.0",  # noqa: S104
    "::1",
    "::",
    "fe80::1%eth0",
    "fc00::1",
    "ff02::1",
    "ff0e::1",
    "::ffff:10.0.0.1",
    "::10.0.0.1",
    "64:ff9b::a00:1",
    "64:ff9b:1::a00:1",
    "2002:a00:1::1",
    "2001::1",
]


def resolve_names_to(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    async def look_up(host: str, port: int) -> list[str]:
        return list(addresses)

    monkeypatch.setattr(public_endpoints, "look_up", look_up)


class TestIsPublic:
    @pytest.mark.parametrize("address", INTERNAL_ADDRESSES)
    def test_internal_and_special_addresses_are_not_public(self, address: str) -> None:
        assert is_public(address) is False

    @pytest.mark.parametrize("address", ["8.8.8.8", "2a00:1450:4001:800::200e", "::ffff:8.8.8.8"])
    def test_public_addresses_are_accepted(self, address: str) -> None:
        assert is_public(address) is True


class TestIsAllowedEndpoint:
    @pytest.mark.parametrize("endpoint", ["https://localhost/a", "https://intranet/a", "https://[64:ff9b::a00:1]/a"])
    def test_names_without_a_domain_and_hidden_addresses_are_refused(
        self, endpoint: str, runtime: NotificationsRuntime
    ) -> None:
        assert is_allowed_endpoint(endpoint, runtime.settings) is False

    def test_the_check_of_an_address_looks_up_no_name(
        self, runtime: NotificationsRuntime, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(public_endpoints, "look_up", None)
        assert is_allowed_endpoint("https://push.example.com/a", runtime.settings) is True


class TestResolveTarget:
    async def test_the_checked_address_is_called_under_its_name(
        self, runtime: NotificationsRuntime, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        resolve_names_to(monkeypatch, "8.8.8.8")
        target = await resolve_target("https://push.example.com:8443/a?b=c", runtime.settings)
        assert target is not None
        assert str(target.url) == "https://8.8.8.8:8443/a?b=c"
        assert target.headers["Host"] == "push.example.com:8443"
        assert target.extensions == {"sni_hostname": "push.example.com"}

    async def test_one_internal_address_among_several_is_refused(
        self, runtime: NotificationsRuntime, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        resolve_names_to(monkeypatch, "8.8.8.8", "10.0.0.1")
        assert await resolve_target("https://push.example.com/a", runtime.settings) is None


class TestSlowPushServices:
    async def test_a_slow_name_server_is_timed_out_and_tried_again(
        self,
        make_user: UserFactory,
        deliver: EventDelivery,
        db: Session,
        runtime: NotificationsRuntime,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        async def wait_for_ever(host: str, port: int) -> list[str]:
            await asyncio.Event().wait()
            return []

        monkeypatch.setattr(public_endpoints, "look_up", wait_for_ever)
        monkeypatch.setattr(push, "PUSH_TIMEOUT_SECONDS", 0.2)
        user_id = await make_user()
        keys = Browser("https://slow.example.com/a").subscription["keys"]
        columns: dict[str, Any] = {"endpoint": "https://slow.example.com/a", "created_at": runtime.now()}
        db.add(PushSubscription(user_id=user_id, **keys, **columns))
        await db.flush()
        await deliver(PasswordChanged(user_id=user_id))

        async def find_failed_delivery() -> Any:
            rows = select(Delivery).where(col(Delivery.channel) == "push", col(Delivery.state) == "failed")
            return await db.scalar(rows.execution_options(populate_existing=True))

        delivery = await wait_for(find_failed_delivery)
        assert (delivery.reason, delivery.attempts) == ("TimeoutError", 3)

    async def test_a_push_service_that_does_not_answer_delays_no_other(
        self,
        make_user: UserFactory,
        deliver: EventDelivery,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(push, "PUSH_TIMEOUT_SECONDS", 3600)
        async with run_push_service() as slow_service, run_push_service() as quick_service:
            slow_service.endless_part = "head"
            user_ids = []
            for service in (slow_service, quick_service):
                user_id = await make_user()
                user_ids.append(user_id)
                body = Browser(service.address + "/a").subscription
                await client.post(
                    "/api/notifications/push-subscriptions", json=body, headers=build_auth_headers(id=user_id)
                )
            await deliver(PasswordChanged(user_id=user_ids[0]))
            await wait_for(lambda: slow_service.received_messages)
            await deliver(PasswordChanged(user_id=user_ids[1]))
            await wait_for(lambda: quick_service.received_messages)


class TestLimit:
    async def test_subscriptions_are_limited_per_user(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, make_user: UserFactory
    ) -> None:
        user_id = await make_user()
        body = Browser("https://push.example.com/a").subscription
        statuses = []
        for _ in range(31):
            answer = await client.post(
                "/api/notifications/push-subscriptions", json=body, headers=build_auth_headers(id=user_id)
            )
            statuses.append(answer.status_code)
        assert statuses == [200] * 30 + [429]
