"""Every text of messages about outages and maintenance is sent after an action through the API, or after a probe."""

from datetime import timedelta

from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventReader
from chassis.testing.plugin import MovableClock
from chassis.web.http import create_external_client
from status.maintenance.service import announce_reached_stages
from status.runtime import StatusRuntime
from status.webhooks.sending import send_due_deliveries

from services.notifications.tests.messages import assert_all_sent, list_messages
from services.status.tests.fixture_types import ProbeRunner
from services.status.tests.webhooks.receiver import run_receiver

ADMIN = "/api/status/admin"


async def test_every_message_is_sent(
    client: ApiClient,
    build_auth_headers: AuthHeadersBuilder,
    run_probes: ProbeRunner,
    clock: MovableClock,
    runtime: StatusRuntime,
    read_events: EventReader,
) -> None:
    admin = build_auth_headers(role="admin")
    incident = {"title": "Не приходят письма", "severity": "major", "affectedServices": ["email"]}
    open_incident = (await client.post(f"{ADMIN}/incidents", json=incident, headers=admin)).json()["item"]
    for status in ("identified", "resolved"):
        update = {"status": status, "message": "Меняем сервер."}
        answer = await client.post(f"{ADMIN}/incidents/{open_incident['id']}/updates", json=update, headers=admin)
        assert answer.is_success

    start = clock() + timedelta(hours=1)
    times = {"scheduledStart": start.isoformat(), "scheduledEnd": (start + timedelta(hours=1)).isoformat()}
    form = {"title": "Замена дисков", "affectedServices": ["storage"], **times}
    maintenance = (await client.post(f"{ADMIN}/maintenance", json=form, headers=admin)).json()["item"]
    extension = {"version": 1, "scheduledEnd": (start + timedelta(hours=2)).isoformat()}
    assert (await client.patch(f"{ADMIN}/maintenance/{maintenance['id']}", json=extension, headers=admin)).is_success

    clock.move(minutes=61)
    async with runtime.database.transaction() as db:
        await announce_reached_stages(db, runtime)

    await run_probes()
    for _ in range(3):
        await run_probes(storage="down")

    async with run_receiver() as receiver, create_external_client() as http:
        receiver.answers.append("410 Gone")
        body = {"url": receiver.url}
        # The first token has expired.
        admin = build_auth_headers(role="admin")
        endpoint = (await client.post(f"{ADMIN}/webhooks", json=body, headers=admin)).json()["item"]
        await client.post(f"{ADMIN}/webhooks/{endpoint['id']}/test", headers=admin)
        await send_due_deliveries(runtime, http)

    assert_all_sent(list_messages(await read_events(), runtime.now()), "status")
