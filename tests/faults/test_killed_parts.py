"""Killing any one process loses no message, and the stack heals within 15 seconds."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from tests.faults.stack import Administrator, Visitor, eventually, is_healed, kill

HEALS_WITHIN = 15


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def administrator() -> AsyncIterator[Administrator]:
    person = Administrator()
    await person.sign_in()
    yield person
    await person.http.aclose()


@pytest.fixture
async def visitor() -> AsyncIterator[Visitor]:
    person = Visitor()
    yield person
    await person.http.aclose()


@pytest.mark.anyio
@pytest.mark.parametrize("part", ["nats", "postgres", "content", "notifications-1"])
async def test_no_message_is_lost_or_doubled(part: str, administrator: Administrator, visitor: Visitor) -> None:
    await visitor.write(f"до сбоя: {part}")
    exited = kill(part)
    # The stack heals while people go on writing.
    healing = asyncio.create_task(eventually(lambda: asyncio.to_thread(is_healed, part, exited), seconds=HEALS_WITHIN))
    for number in range(3):
        await visitor.write(f"во время сбоя {number}: {part}")
    await healing
    await visitor.write(f"после сбоя: {part}")
    ids = set(visitor.received.values())
    assert len(ids) == 5

    async def all_notified() -> bool:
        return set(await administrator.notified_of(ids)) == ids

    await eventually(all_notified, seconds=30)
    result = await administrator.notified_of(ids)
    assert sorted(result) == sorted(ids), "a message was delivered twice"
