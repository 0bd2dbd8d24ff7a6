"""Operators list parked events and publish them again."""

from typing import Any

import orjson
import pytest
from chassis.database.tables import new_id
from chassis.testing.servers import Nats
from nats.js import JetStreamContext
from status import parked_events
from status.runtime import StatusRuntime

TYPE = "nobody.reads.this"


@pytest.fixture
async def parked_ids(runtime: StatusRuntime, nats_server: Nats, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids of two parked events of two services."""
    monkeypatch.setenv("NATS_URL", nats_server.url)
    await runtime.bus.js.purge_stream("DLQ")
    ids = [str(new_id()), str(new_id())]
    for service, id in zip(("content", "auth"), ids, strict=True):
        body = {"id": id, "type": TYPE, "time": "2026-11-23T10:00:00Z", "data": {}}
        await runtime.bus.js.publish(f"dlq.{service}", orjson.dumps(body), headers={"Parked-Error": "ValueError"})
    return ids


async def count_parked(runtime: StatusRuntime) -> int:
    return int((await runtime.bus.js.stream_info("DLQ")).state.messages)


async def count_published(runtime: StatusRuntime) -> int:
    """Return the number of published events of the parked type. The service publishes others at any time."""
    stream = await runtime.bus.js.stream_info("EVENTS", subjects_filter=f"events.{TYPE}")
    return (stream.state.subjects or {}).get(f"events.{TYPE}", 0)


async def test_the_list_of_parked_events_names_event_service_and_error(
    parked_ids: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert await parked_events.main([]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines() if line.startswith("2026")]
    assert [(line[1], line[3], line[4]) for line in lines] == [
        ("dlq.content", parked_ids[0], "ValueError"),
        ("dlq.auth", parked_ids[1], "ValueError"),
    ]


async def test_a_busy_machine_ends_the_list_without_a_traceback(
    parked_ids: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the first request of a fetch uses up the time, the library raises asyncio's error instead of its own."""

    async def time_out(*_: Any, **__: Any) -> None:
        raise TimeoutError

    monkeypatch.setattr(JetStreamContext.PullSubscription, "fetch", time_out)
    assert await parked_events.main([]) == 0


@pytest.mark.parametrize(
    ("arguments", "replayed_count", "code"),
    [(["content"], 1, 0), (["*"], 2, 0), (["status"], 0, 0), (["*", "an id"], 0, 1)],
)
async def test_replay_publishes_the_chosen_events_and_removes_them(
    parked_ids: list[str],
    runtime: StatusRuntime,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    replayed_count: int,
    code: int,
) -> None:
    count_before = await count_published(runtime)
    assert await parked_events.main(["replay", *arguments]) == code
    assert f"{replayed_count} replayed" in capsys.readouterr().out
    assert await count_published(runtime) == count_before + replayed_count
    assert await count_parked(runtime) == 2 - replayed_count


async def test_an_empty_list_says_so(parked_ids: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert await parked_events.main(["replay"]) == 0
    assert await parked_events.main(["list"]) == 0
    assert "no event is parked" in capsys.readouterr().err


async def test_replay_of_one_event_leaves_the_others_parked(parked_ids: list[str], runtime: StatusRuntime) -> None:
    assert await parked_events.main(["replay", "auth", parked_ids[1]]) == 0
    assert await count_parked(runtime) == 1


async def test_unreadable_parked_event_is_listed_and_kept(
    parked_ids: list[str], runtime: StatusRuntime, capsys: pytest.CaptureFixture[str]
) -> None:
    await runtime.bus.js.publish("dlq.content", b"no json")
    assert await parked_events.main(["list"]) == 0
    assert "-  dlq.content  -  -" in capsys.readouterr().out
    assert await parked_events.main(["replay"]) == 1
    output = capsys.readouterr()
    assert (output.out, output.err) == ("2 replayed\n", "1 cannot be published again: they have no type\n")
    assert await count_parked(runtime) == 1


WRONG_ARGUMENTS = (
    ["relpay", "content"],
    ["replay", "contents"],
    ["list", "content"],
    ["replay", "content", "an id", "more"],
)


@pytest.mark.parametrize("arguments", WRONG_ARGUMENTS, ids=" ".join)
async def test_usage_error_of_the_command_changes_nothing(
    parked_ids: list[str], runtime: StatusRuntime, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert await parked_events.main(arguments) == 2
    assert "usage: python -m status.parked_events" in capsys.readouterr().err
    assert await count_parked(runtime) == 2


@pytest.mark.anyio
async def test_unreachable_nats_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NATS_URL", "nats://127.0.0.1:9")
    assert await parked_events.main(["replay", "content"]) == 1
    assert "NATS gives no connection" in capsys.readouterr().err
