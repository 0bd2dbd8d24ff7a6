"""Webhooks of Standard Webhooks: registered by administrators, signed, retried, logged, disabled."""

import asyncio
import base64
import hashlib
import hmac
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventReader
from chassis.testing.plugin import MovableClock
from chassis.web import public_endpoints
from chassis.web.http import create_external_client
from contracts.status import WebhookEndpointDisabled
from sqlalchemy import select
from sqlmodel import col
from status.runtime import Session, StatusRuntime
from status.webhooks import sending
from status.webhooks.sending import MAX_FAILURES, RETRIES, send_due_deliveries
from status.webhooks.service import purge_messages
from status.webhooks.signatures import sign
from status.webhooks.tables import WebhookDelivery, WebhookEndpoint, WebhookMessage

from services.status.tests.fixture_types import ProbeRunner
from services.status.tests.webhooks.receiver import Receiver, run_receiver

URL = "/api/status/admin/webhooks"
INCIDENT = {"title": "Не приходят письма", "severity": "major", "affectedServices": ["email"]}


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    async with run_receiver() as stand_in:
        yield stand_in


@pytest.fixture
def send(runtime: StatusRuntime) -> Callable[[], Awaitable[None]]:
    """Send all due messages."""

    async def send_all() -> None:
        async with create_external_client() as client:
            while await send_due_deliveries(runtime, client):
                pass

    return send_all


@pytest.fixture
def register(client: ApiClient, build_auth_headers: AuthHeadersBuilder) -> Callable[..., Awaitable[Any]]:
    async def create(url: str, *components: str) -> Any:
        body = {"url": url, "components": components}
        answer = await client.post(URL, json=body, headers=build_auth_headers(role="admin"))
        assert answer.status_code == 201, answer.text
        return answer.json()["item"]

    return create


@pytest.fixture
def read_log(client: ApiClient, build_auth_headers: AuthHeadersBuilder) -> Callable[[Any], Awaitable[Any]]:
    async def read(endpoint: Any) -> Any:
        answer = await client.get(f"{URL}/{endpoint['id']}/deliveries", headers=build_auth_headers(role="admin"))
        return answer.json()["items"]

    return read


def test_signature_equals_the_example_of_standard_webhooks() -> None:
    """The values are the example of the libraries that the specification names."""
    secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    signature = sign(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, '{"test": 2432232314}')
    assert signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


class TestMessages:
    async def test_a_change_is_sent_signed_to_the_endpoints_of_its_component(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        register: Callable[..., Awaitable[Any]],
        receiver: Receiver,
        send: Callable[[], Awaitable[None]],
        read_log: Callable[[Any], Awaitable[Any]],
        clock: MovableClock,
    ) -> None:
        clock.freeze(clock())
        endpoint = await register(receiver.url, "email", "auth")
        assert endpoint["secret"].startswith("whsec_")

        admin = build_auth_headers(role="admin")
        incident_answer = await client.post("/api/status/admin/incidents", json=INCIDENT, headers=admin)
        other_incident = INCIDENT | {"title": "Сайт", "affectedServices": ["website"]}
        await client.post("/api/status/admin/incidents", json=other_incident, headers=admin)
        url = f"/api/status/admin/incidents/{incident_answer.json()['item']['id']}/updates"
        await client.post(url, json={"status": "resolved", "message": "Починили"}, headers=admin)

        await send()
        assert receiver.message_types == ["incident.opened", "incident.resolved"]
        headers, body = receiver.received_requests[0]
        data = json.loads(body)["data"]
        assert data["id"] == incident_answer.json()["item"]["id"]
        assert (data["title"], data["affectedServices"]) == ("Не приходят письма", ["email"])

        # The signature is verified as a receiver does it, without the sender's code.
        signed_text = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.{body}".encode()
        key = base64.b64decode(endpoint["secret"].removeprefix("whsec_"))
        expected = base64.b64encode(hmac.new(key, signed_text, hashlib.sha256).digest()).decode()
        assert headers["webhook-signature"] == f"v1,{expected}"
        assert int(headers["webhook-timestamp"]) == int(clock().timestamp())
        assert headers["content-type"] == "application/json"

        newest_entry, oldest_entry = await read_log(endpoint)
        assert oldest_entry["message_id"] == headers["webhook-id"]
        assert (newest_entry["type"], newest_entry["state"], newest_entry["status_code"]) == (
            "incident.resolved",
            "delivered",
            204,
        )

    async def test_measured_changes_and_maintenance_are_webhook_messages_too(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        register: Callable[..., Awaitable[Any]],
        receiver: Receiver,
        send: Callable[[], Awaitable[None]],
        run_probes: ProbeRunner,
        clock: MovableClock,
    ) -> None:
        await register(receiver.url)
        await run_probes()
        for _ in range(3):
            await run_probes(storage="down")
        start = clock().replace(microsecond=0) + timedelta(days=1)
        form = {
            "title": "Замена дисков",
            "scheduledStart": start.isoformat(),
            "scheduledEnd": (start + timedelta(hours=1)).isoformat(),
            "affectedServices": ["storage"],
        }
        admin = build_auth_headers(role="admin")
        answer = await client.post("/api/status/admin/maintenance", json=form, headers=admin)
        await client.delete(f"/api/status/admin/maintenance/{answer.json()['item']['id']}", headers=admin)
        await send()
        assert sorted(receiver.message_types) == [
            "component.changed", "incident.opened", "maintenance.changed", "maintenance.scheduled",
        ]  # fmt: skip

    async def test_a_refused_webhook_message_is_repeated_with_growing_delays_under_its_id(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        register: Callable[..., Awaitable[Any]],
        receiver: Receiver,
        send: Callable[[], Awaitable[None]],
        read_log: Callable[[Any], Awaitable[Any]],
        clock: MovableClock,
    ) -> None:
        clock.freeze(clock())
        endpoint = await register(receiver.url)
        receiver.answers += ["500 Down", "302 Found", "nothing"]
        await client.post("/api/status/admin/incidents", json=INCIDENT, headers=build_auth_headers(role="admin"))
        await send()

        for number, delay in enumerate(RETRIES[:3], start=1):
            await send()
            assert len(receiver.received_requests) == number
            clock.move(seconds=delay.total_seconds() + 1)
            await send()

        assert len({headers["webhook-id"] for headers, _ in receiver.received_requests}) == 1
        assert len({headers["webhook-timestamp"] for headers, _ in receiver.received_requests}) == 4

        [entry] = await read_log(endpoint)
        assert (entry["state"], entry["attempts"], entry["status_code"], entry["next_at"]) == (
            "delivered", 4, 204, None,
        )  # fmt: skip
        answer = await client.get(f"{URL}/{endpoint['id']}", headers=build_auth_headers(role="admin"))
        assert (answer.json()["item"]["status"], answer.json()["item"]["failures"]) == ("enabled", 0)

    async def test_a_webhook_message_is_given_up_after_the_last_attempt(
        self,
        register: Callable[..., Awaitable[Any]],
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        receiver: Receiver,
        send: Callable[[], Awaitable[None]],
        read_log: Callable[[Any], Awaitable[Any]],
        clock: MovableClock,
    ) -> None:
        clock.freeze(clock())
        endpoint = await register(receiver.url)
        receiver.answers += ["503 Busy"] * 20
        await client.post(f"{URL}/{endpoint['id']}/test", headers=build_auth_headers(role="admin"))
        for delay in [timedelta(), *RETRIES, timedelta(days=3)]:
            clock.move(seconds=delay.total_seconds() + 1)
            await send()
        [entry] = await read_log(endpoint)
        assert (entry["type"], entry["state"], entry["attempts"]) == ("webhook.test", "failed", len(RETRIES) + 1)

    async def test_replicas_send_a_webhook_message_once(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        register: Callable[..., Awaitable[Any]],
        receiver: Receiver,
        runtime: StatusRuntime,
    ) -> None:
        endpoint = await register(receiver.url)
        await client.post(f"{URL}/{endpoint['id']}/test", headers=build_auth_headers(role="admin"))
        async with create_external_client() as http:
            await asyncio.gather(*(send_due_deliveries(runtime, http) for _ in range(3)))
        assert len(receiver.received_requests) == 1


class TestDisable:
    async def test_an_endpoint_that_stays_down_is_disabled_with_a_notice(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        register: Callable[..., Awaitable[Any]],
        receiver: Receiver,
        send: Callable[[], Awaitable[None]],
        read_events: EventReader,
        clock: MovableClock,
    ) -> None:
        clock.freeze(clock())
        endpoint = await register(receiver.url)
        receiver.answers += ["500 Down"] * 100
        admin = build_auth_headers(role="admin")
        for _ in range(MAX_FAILURES):
            await client.post(f"{URL}/{endpoint['id']}/test", headers=admin)

        await send()
        assert await read_events(WebhookEndpointDisabled) == []

        clock.move(minutes=25 * 60)
        await send()

        [event] = await read_events(WebhookEndpointDisabled)
        assert (str(event.endpoint_id), event.host) == (endpoint["id"], "127.0.0.1")
        admin = build_auth_headers(role="admin")
        endpoint_read = (await client.get(f"{URL}/{endpoint['id']}", headers=admin)).json()["item"]
        assert endpoint_read["status"] == "disabled"
        assert endpoint_read["disabled_reason"].startswith("Больше суток без успеха")

        count = len(receiver.received_requests)
        refusal = await client.post(f"{URL}/{endpoint['id']}/test", headers=admin)
        assert (refusal.status_code, refusal.json()["code"]) == (409, "webhook_disabled")
        await client.post("/api/status/admin/incidents", json=INCIDENT, headers=admin)
        clock.move(minutes=7 * 24 * 60)
        await send()
        assert len(receiver.received_requests) == count

        receiver.answers.clear()
        answer = await client.patch(
            f"{URL}/{endpoint['id']}", json={"enabled": True}, headers=build_auth_headers(role="admin")
        )
        assert answer.json()["item"]["status"] == "enabled"
        await client.post(f"{URL}/{endpoint['id']}/test", headers=build_auth_headers(role="admin"))
        await send()
        assert len(receiver.received_requests) == count + 1

    async def test_status_410_disables_the_endpoint_at_once(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        register: Callable[..., Awaitable[Any]],
        receiver: Receiver,
        send: Callable[[], Awaitable[None]],
        read_events: EventReader,
    ) -> None:
        endpoint = await register(receiver.url)
        receiver.answers.append("410 Gone")
        await client.post(f"{URL}/{endpoint['id']}/test", headers=build_auth_headers(role="admin"))
        await send()
        assert [event.reason for event in await read_events(WebhookEndpointDisabled)] == [
            "Сервер ответил, что адреса больше нет (410)"
        ]


class TestAddresses:
    @pytest.mark.parametrize(
        "url",
        [
            "http://hooks.example.com/x", "https://10.0.0.1/x", "https://[::1]/x", "https://user:pw@example.com/",
            "ftp://example.com/", "https://localhost/", "file:///etc/passwd", "мимо",
        ],
    )  # fmt: skip
    async def test_only_https_to_a_public_name_is_registered(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, url: str
    ) -> None:
        refusal = await client.post(URL, json={"url": url}, headers=build_auth_headers(role="admin"))
        assert (refusal.status_code, refusal.json()["errors"][0]["field"]) == (422, "url")

    async def test_a_name_that_resolves_to_a_private_address_is_never_called(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        register: Callable[..., Awaitable[Any]],
        send: Callable[[], Awaitable[None]],
        read_log: Callable[[Any], Awaitable[Any]],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        async def look_up(host: str, port: int) -> list[str]:
            return ["93.184.216.34", "169.254.169.254"]

        monkeypatch.setattr(public_endpoints, "look_up", look_up)
        endpoint = await register("https://hooks.example.com/status")
        await client.post(f"{URL}/{endpoint['id']}/test", headers=build_auth_headers(role="admin"))
        await send()
        [entry] = await read_log(endpoint)
        assert (entry["status_code"], entry["error"]) == (None, "Адрес ведёт не в открытый интернет")

    async def test_a_webhook_server_that_never_answers_is_given_up(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        register: Callable[..., Awaitable[Any]],
        send: Callable[[], Awaitable[None]],
        read_log: Callable[[Any], Awaitable[Any]],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(sending, "TIMEOUT_SECONDS", 0.2)

        async def wait_for_ever(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.read()
            writer.close()

        async with await asyncio.start_server(wait_for_ever, "127.0.0.1", 0) as server:
            endpoint = await register(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/")
            await client.post(f"{URL}/{endpoint['id']}/test", headers=build_auth_headers(role="admin"))
            await send()
        [entry] = await read_log(endpoint)
        assert (entry["state"], entry["error"]) == ("pending", "Нет ответа за 10 секунд")


class TestEndpoints:
    async def test_the_secret_is_shown_once_and_stored_encrypted(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        register: Callable[..., Awaitable[Any]],
        db: Session,
    ) -> None:
        endpoint = await register("https://hooks.example.com/status")
        admin = build_auth_headers(role="admin")
        assert "secret" not in (await client.get(f"{URL}/{endpoint['id']}", headers=admin)).json()["item"]
        assert "whsec_" not in (await client.get(URL, headers=admin)).text
        stored_secret = await db.scalar(select(col(WebhookEndpoint.secret)))
        assert stored_secret is not None
        assert endpoint["secret"].removeprefix("whsec_") not in stored_secret

    async def test_administrator_changes_and_deletes_an_endpoint(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, register: Callable[..., Awaitable[Any]]
    ) -> None:
        endpoint = await register("https://hooks.example.com/status")
        admin = build_auth_headers(role="admin")
        url = f"{URL}/{endpoint['id']}"
        change = {"description": "Чат дежурных", "components": ["auth", "website"], "version": 1}
        changed_item = (await client.patch(url, json=change, headers=admin)).json()["item"]
        assert (changed_item["components"], changed_item["version"]) == (["website", "auth"], 2)
        stale_answer = await client.patch(url, json=change, headers=admin)
        assert stale_answer.json()["code"] == "stale_version"
        disabled_item = (await client.patch(url, json={"enabled": False}, headers=admin)).json()["item"]
        assert (disabled_item["status"], disabled_item["disabled_reason"]) == ("disabled", "Отключён вручную")
        assert (await client.delete(url, headers=admin)).status_code == 200
        assert (await client.get(url, headers=admin)).status_code == 404

    async def test_no_more_than_fifty_endpoints_are_registered(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, register: Callable[..., Awaitable[Any]]
    ) -> None:
        for number in range(50):
            await register(f"https://hooks.example.com/{number}")
        refusal = await client.post(
            URL, json={"url": "https://a.example.com/"}, headers=build_auth_headers(role="admin")
        )
        assert (refusal.status_code, refusal.json()["code"]) == (409, "too_many_webhooks")

    async def test_old_webhook_messages_are_deleted(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        register: Callable[..., Awaitable[Any]],
        runtime: StatusRuntime,
        clock: MovableClock,
        db: Session,
    ) -> None:
        endpoint = await register("https://hooks.example.com/status")
        await client.post(f"{URL}/{endpoint['id']}/test", headers=build_auth_headers(role="admin"))
        clock.move(minutes=31 * 24 * 60)
        async with runtime.database.reading() as reading:
            await purge_messages(reading, runtime)
        assert (await db.scalars(select(WebhookMessage))).all() == []
        assert (await db.scalars(select(WebhookDelivery))).all() == []
