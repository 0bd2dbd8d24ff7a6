"""The NATS users of deploy/nats/users.conf on a real server: each service has exactly the permissions that it needs."""

import asyncio
import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import nats
import pytest
from chassis.events.bus import Bus
from chassis.events.settings import StreamSettings
from chassis.events.streams import DLQ, EVENTS
from chassis.identity.watch import open_bucket
from chassis.streams import declare
from chassis.testing.plugin import wait_for
from contracts.services import SERVICES
from contracts.subscriptions import list_readable_subjects
from nats.aio.client import Client
from nats.errors import Error
from nats.js.api import ConsumerConfig, StreamConfig
from nats.js.errors import APIError

ROOT = Path(__file__).resolve().parents[2]
OTHER_SERVICES = SERVICES[1:]
REFUSALS = (Error, APIError, TimeoutError)


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with tempfile.TemporaryDirectory() as folder:
        configuration = Path(folder) / "nats.conf"
        include = os.path.relpath(ROOT / "deploy" / "nats" / "users.conf", folder)
        configuration.write_text(
            f'listen: "127.0.0.1:-1"\nports_file_dir: "{folder}"\njetstream {{ store_dir: "{folder}" }}\n'
            f'include "{include}"\n'
        )
        passwords = {f"NATS_{name.upper()}_PASSWORD": f'"12e4{name}"' for name in ("operator", *SERVICES)}
        command: list[str | Path] = [Path(sys.executable).with_name("nats-server"), "-c", configuration]
        with subprocess.Popen(command, env=os.environ | passwords, stderr=subprocess.DEVNULL) as server:
            port_number = _wait_for_port(Path(folder), server)
            asyncio.run(_declare(port_number))
            yield port_number
            server.kill()


async def _declare(port: int) -> None:
    """Declare the streams as the operator, as happens before the services start."""
    client = await nats.connect(f"nats://operator:12e4operator@127.0.0.1:{port}")
    await declare(client.jetstream(), StreamSettings())
    await client.close()
    await asyncio.sleep(0.05)  # The socket closes in the next round of the loop.


def _wait_for_port(folder: Path, server: "subprocess.Popen[bytes]") -> int:
    for _ in range(12_000):
        for file in folder.glob("*.ports"):
            if "nats://" in file.read_text():
                return int(file.read_text().split("nats://")[1].split('"')[0].rpartition(":")[2])
        assert server.poll() is None, "nats-server does not start with users.conf"
        with contextlib.suppress(subprocess.TimeoutExpired):
            server.wait(0.01)
    raise TimeoutError


def run(port: int, user: str, work: Callable[[Bus], Awaitable[Any]], timeout: float = 60) -> Any:
    """Run `work` with the connection of the chassis for this service."""

    async def run_with_bus() -> Any:
        url = f"nats://{user}:12e4{user}@127.0.0.1:{port}"
        bus = Bus(lambda: url, user, StreamSettings(), timeout=timeout)
        await bus.start()
        try:
            return await work(bus)
        finally:
            await bus.stop()
            await asyncio.sleep(0.05)  # The socket closes in the next round of the loop.

    return asyncio.run(asyncio.wait_for(run_with_bus(), 300))


def list_allowed_attempts(
    port: int, user: str, attempts: dict[str, Callable[[Bus], Awaitable[Any]]], seconds: float = 1
) -> list[str]:
    """Return the attempts that the server allows the user.

    The server reports the others as violations and does not answer them. `seconds` is the time to wait for an answer.
    """

    async def work(bus: Bus) -> list[str]:
        results = await asyncio.gather(
            *(asyncio.wait_for(attempt(bus), seconds) for attempt in attempts.values()), return_exceptions=True
        )
        unexpected_errors = [
            result for result in results if isinstance(result, Exception) and not isinstance(result, REFUSALS)
        ]
        assert unexpected_errors == []
        return [what for what, result in zip(attempts, results, strict=True) if not isinstance(result, Exception)]

    allowed_subjects: list[str] = run(port, user, work, timeout=seconds / 2)
    return allowed_subjects


def list_answer_subjects(service: str) -> list[str]:
    """Return the subjects on which a service other than auth answers requests of auth."""
    return [f"{stream}.{service}" for stream in ("events.auth.user.erased_done", "exports.auth.export.part")]


@pytest.mark.parametrize("service", SERVICES)
def test_a_service_can_do_its_work(port: int, service: str) -> None:
    async def work(bus: Bus) -> None:
        own_subjects = [f"events.{service}.thing.done"]
        if service != "auth":
            own_subjects += list_answer_subjects(service)
        for subject in own_subjects:
            await bus.publish(subject, b"{}", message_id=f"{service}-{subject}")
        await bus.js.publish(f"dlq.{service}", b"{}")
        subscription = await bus.js.pull_subscribe_bind(durable=service, stream="EVENTS")
        read = (await subscription.consumer_info()).config.filter_subjects
        assert sorted(read or ()) == [
            subject for subject in sorted(list_readable_subjects(service)) if subject.startswith("events.")
        ]
        for name in ("identity", "ended_sessions"):
            watcher = await (await open_bucket(bus, name)).watchall()
            await watcher.updates(timeout=60)
            await watcher.stop()

    run(port, service, work)


def test_events_and_answers_reach_their_consumers(port: int) -> None:
    """An erasure of auth reaches each service, and all answers reach auth."""

    async def publish(bus: Bus) -> None:
        await bus.publish("events.auth.user.erased", b"{}", message_id="erased")

    async def answer(bus: Bus) -> None:
        subscription = await bus.js.pull_subscribe_bind(durable=bus.client.options["name"], stream="EVENTS")
        subject = ""
        # Other tests publish events, too.
        while subject != "events.auth.user.erased":
            [message] = await subscription.fetch(1, timeout=60)
            await message.ack_sync()
            subject = message.subject
        for subject in list_answer_subjects(bus.client.options["name"]):
            await bus.publish(subject, b"{}", message_id=f"answer {subject}")

    async def read_answers(bus: Bus) -> None:
        """Read until the answers of all services have come. A fetch may return only a part of them."""
        for stream, prefix in (("EVENTS", "events."), ("EXPORTS", "exports.")):
            subjects = {subject for service in OTHER_SERVICES for subject in list_answer_subjects(service)}
            missing_subjects = {subject for subject in subjects if subject.startswith(prefix)}
            subscription = await bus.js.pull_subscribe_bind(durable="auth", stream=stream)
            while missing_subjects:
                for message in await subscription.fetch(100, timeout=60):
                    missing_subjects.discard(message.subject)
                    await message.ack_sync()

    run(port, "auth", publish)
    for service in OTHER_SERVICES:
        run(port, service, answer)
    run(port, "auth", read_answers)


def test_only_auth_writes_the_identity_buckets(port: int) -> None:
    async def write_buckets(bus: Bus) -> None:
        await (await open_bucket(bus, "identity")).put("key.k4.pid.test", b"k4.public.x")
        await (await open_bucket(bus, "ended_sessions")).put("session", b"1")
        await (await open_bucket(bus, "identity")).delete("key.k4.pid.test")

    run(port, "auth", write_buckets)


WRITE_ATTEMPTS = {
    "a signing key": lambda bus: bus.js.publish("$KV.identity.key.evil", b"k4.public.evil"),
    "an account": lambda bus: bus.js.publish("$KV.identity.account.1", b'{"status":"active"}'),
    "an ended session": lambda bus: bus.js.publish("$KV.ended_sessions.1", b""),
    "an erasure": lambda bus: bus.js.publish("events.auth.user.erased", b"{}"),
    "another's answer to an erasure": lambda bus: bus.js.publish("events.auth.user.erased_done.auth", b"{}"),
    "another's part of an export": lambda bus: bus.js.publish("exports.auth.export.part.auth", b"{}"),
    "a parked event of another": lambda bus: bus.js.publish("dlq.auth", b"{}"),
    "an event of another": lambda bus: bus.js.publish(
        "events.status.incident.opened" if bus.client.options["name"] != "status" else "events.content.a.b", b"{}"
    ),
}


@pytest.mark.parametrize("service", OTHER_SERVICES)
def test_other_services_cannot_publish_for_auth_or_for_each_other(port: int, service: str) -> None:
    assert list_allowed_attempts(port, service, WRITE_ATTEMPTS) == []


STREAM_ATTEMPTS = {
    "delete": lambda bus: bus.js.delete_stream("EVENTS"),
    "purge": lambda bus: bus.js.purge_stream("EVENTS"),
    "update": lambda bus: bus.js.update_stream(StreamConfig(name="EVENTS", subjects=["events.>"], max_msgs=1)),
    "delete a message": lambda bus: bus.js.delete_msg("EVENTS", 1),
    "delete a bucket": lambda bus: bus.js.delete_key_value("ended_sessions"),
    "read past the consumers": lambda bus: bus.js.get_msg("EVENTS", 1),
    "delete another's consumer": lambda bus: bus.js.delete_consumer("EVENTS", "nobody"),
    "delete another's earlier events": lambda bus: bus.js.delete_consumer("EVENTS", "nobody_earlier"),
}


def _build_consumer_attempt(name: Callable[[str], str], **changes: Any) -> Callable[[Bus], Awaitable[Any]]:
    """Return an attempt to declare a consumer of all events. `name` makes its name from the service's name."""

    async def attempt(bus: Bus) -> None:
        config = ConsumerConfig(durable_name=name(bus.client.options["name"]), filter_subjects=["events.>"])
        await bus.js.add_consumer("EVENTS", config.evolve(**changes))

    return attempt


CONSUMER_ATTEMPTS = {
    "widen its own filter": _build_consumer_attempt(lambda service: service),
    "widen the filter of earlier events": _build_consumer_attempt(lambda service: f"{service}_earlier"),
    "another consumer": _build_consumer_attempt(lambda service: f"{service}_spy"),
    "a consumer that sends": _build_consumer_attempt(lambda service: service, deliver_subject="_INBOX_spy.x"),
    "delete its own consumer": lambda bus: bus.js.delete_consumer("EVENTS", bus.client.options["name"]),
    "a consumer of exports": lambda bus: bus.js.add_consumer("EXPORTS", ConsumerConfig(durable_name="spy")),
    "a stream that copies events": lambda bus: bus.js.add_stream(StreamConfig(name="SPY", subjects=["spy.>"])),
}


@pytest.mark.parametrize("service", SERVICES)
def test_services_cannot_declare_consumers(port: int, service: str) -> None:
    assert list_allowed_attempts(port, service, CONSUMER_ATTEMPTS) == []


@pytest.mark.parametrize("service", OTHER_SERVICES)
def test_only_auth_reads_parts_of_exports(port: int, service: str) -> None:
    async def fetch(bus: Bus) -> None:
        subscription = await bus.js.pull_subscribe_bind(durable="auth", stream="EXPORTS")
        await subscription.fetch(1, timeout=0.5)

    assert list_allowed_attempts(port, service, {"fetch": fetch}) == []
    assert not [subject for subject in list_readable_subjects(service) if subject.startswith("exports.")]


@pytest.mark.parametrize("service", SERVICES)
def test_services_cannot_change_streams(port: int, service: str) -> None:
    assert list_allowed_attempts(port, service, STREAM_ATTEMPTS) == []


def test_refused_attempts_succeed_for_the_operator(port: int) -> None:
    """The operator's attempts succeed, so the refusals above are caused by permissions."""
    reading = {"read past the consumers": STREAM_ATTEMPTS["read past the consumers"]}
    assert list_allowed_attempts(port, "operator", WRITE_ATTEMPTS | reading, seconds=120) == [*WRITE_ATTEMPTS, *reading]


@pytest.mark.parametrize("service", SERVICES)
def test_services_cannot_receive_messages_of_others(port: int, service: str) -> None:
    async def work(bus: Bus) -> list[str]:
        messages: list[str] = []
        errors: list[str] = []

        async def receive(message: Any) -> None:
            messages.append(message.subject)

        async def on_error(error: Exception) -> None:
            errors.append(str(error))

        bus.client._error_cb = on_error
        for subject in ("_INBOX.>", "_INBOX_auth.>" if service != "auth" else "_INBOX_content.>", "events.auth.>", ">"):
            await bus.client.subscribe(subject, cb=receive)
        await wait_for(lambda: len([error for error in errors if "permissions violation" in error.lower()]) == 4)
        return messages

    assert run(port, service, work) == []


def test_operator_has_all_permissions(port: int) -> None:
    async def work(bus: Bus) -> None:
        await bus.js.update_stream(EVENTS)
        await bus.js.purge_stream(str(DLQ.name))

    run(port, "operator", work)


def test_a_wrong_password_is_refused(port: int) -> None:
    async def connect() -> None:
        client = Client()
        try:
            await client.connect(f"nats://auth:wrong@127.0.0.1:{port}", allow_reconnect=False, connect_timeout=60)
        finally:
            await client.close()
            await asyncio.sleep(0.05)

    with pytest.raises(Error):
        asyncio.run(connect())
