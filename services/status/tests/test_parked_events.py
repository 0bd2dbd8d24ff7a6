"""Operators list parked events and publish them again."""

from typing import Any

import orjson
import pytest
from persistence.tables import new_id
from status import parked_events


@pytest.fixture
async def parked(runtime: Any, nats_server: Any, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids of two events that were parked, of two services."""
    monkeypatch.setenv("NATS_URL", nats_server.url)
    await runtime.bus.js.purge_stream("DLQ")
    ids = [str(new_id()), str(new_id())]
    for service, id in zip(("content", "auth"), ids, strict=True):
        body = {"id": id, "type": "nobody.reads.this", "time": "2026-11-23T10:00:00Z", "data": {}}
        await runtime.bus.js.publish(f"dlq.{service}", orjson.dumps(body), headers={"Parked-Error": "ValueError"})
    return ids


async def count(runtime: Any, stream: str) -> int:
    return int((await runtime.bus.js.stream_info(stream)).state.messages)


async def test_the_list_names_event_service_and_error(parked: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    await parked_events.main([])
    lines = [line.split() for line in capsys.readouterr().out.splitlines() if line.startswith("2026")]
    assert [(line[1], line[3], line[4]) for line in lines] == [
        ("dlq.content", parked[0], "ValueError"),
        ("dlq.auth", parked[1], "ValueError"),
    ]


@pytest.mark.parametrize(("words", "replayed"), [(["content"], 1), (["*"], 2), (["*", "an id"], 0)])
async def test_a_replay_publishes_what_was_asked_for_and_removes_it(
    parked: list[str], runtime: Any, capsys: pytest.CaptureFixture[str], words: list[str], replayed: int
) -> None:
    before = await count(runtime, "EVENTS")
    await parked_events.main(["replay", *words])
    assert f"{replayed} replayed" in capsys.readouterr().out
    assert await count(runtime, "EVENTS") == before + replayed
    assert await count(runtime, "DLQ") == 2 - replayed
