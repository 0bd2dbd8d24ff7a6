"""Every task is ended, even one that loses its cancellation."""

import asyncio
from contextlib import suppress

import pytest
from chassis.tasks import end_tasks

pytestmark = pytest.mark.anyio


async def lose_first_cancellation() -> None:
    with suppress(asyncio.CancelledError):
        await asyncio.sleep(3600)
    await asyncio.sleep(3600)


async def test_a_task_that_loses_its_first_cancellation_ends() -> None:
    tasks = [asyncio.create_task(lose_first_cancellation()), asyncio.create_task(asyncio.sleep(3600))]
    await asyncio.sleep(0)
    await end_tasks(tasks)
    assert all(task.cancelled() for task in tasks)


async def test_a_caller_that_is_cancelled_meanwhile_leaves_no_task_behind() -> None:
    task = asyncio.create_task(lose_first_cancellation())
    await asyncio.sleep(0)
    caller = asyncio.create_task(end_tasks([task]))
    await asyncio.sleep(0)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    assert task.cancelled()


async def test_a_task_that_has_failed_keeps_its_error() -> None:
    async def fail() -> None:
        raise ValueError

    task = asyncio.create_task(fail())
    await asyncio.sleep(0)
    await end_tasks([task])
    assert isinstance(task.exception(), ValueError)
