"""Costly work is refused if too much of it waits already."""

import asyncio
import threading

import pytest
from chassis.testing.limits import HANG_SECONDS
from chassis.testing.plugin import wait_for
from chassis.web.errors import Unavailable
from chassis.web.overload import ConcurrencyLimit

pytestmark = pytest.mark.anyio


def count_waiting_tasks(limit: ConcurrencyLimit) -> int:
    return limit._limiter.statistics().tasks_waiting


async def test_work_over_the_limit_waits_and_more_is_refused_at_once() -> None:
    limit = ConcurrencyLimit(running=2, waiting=3)
    may_end = asyncio.Event()
    running_count = 0
    max_running_count = 0

    async def do_work() -> None:
        nonlocal running_count, max_running_count
        async with limit.slot():
            running_count += 1
            max_running_count = max(max_running_count, running_count)
            await may_end.wait()
            running_count -= 1

    accepted_tasks = [asyncio.create_task(do_work()) for _ in range(5)]
    await wait_for(lambda: (running_count, count_waiting_tasks(limit)) == (2, 3))
    with pytest.raises(Unavailable) as refusal:
        await do_work()
    may_end.set()
    await asyncio.gather(*accepted_tasks)
    assert max_running_count == 2
    assert refusal.value.headers["Retry-After"] == "1"
    await do_work()


async def test_work_that_fails_or_is_cancelled_frees_its_slot() -> None:
    limit = ConcurrencyLimit(running=1, waiting=1)

    async def fail() -> None:
        async with limit.slot():
            raise ZeroDivisionError

    async def stay() -> None:
        async with limit.slot():
            await asyncio.Event().wait()

    with pytest.raises(ZeroDivisionError):
        await fail()
    running_task = asyncio.create_task(stay())
    waiting_task = asyncio.create_task(stay())
    await wait_for(lambda: count_waiting_tasks(limit) == 1)
    for task in (waiting_task, running_task):
        task.cancel()
    await asyncio.gather(running_task, waiting_task, return_exceptions=True)
    async with asyncio.timeout(HANG_SECONDS), limit.slot():
        pass


async def test_work_in_threads_is_limited_too() -> None:
    limit = ConcurrencyLimit(running=2, waiting=8)
    lock = threading.Lock()
    both_threads = threading.Barrier(2, timeout=HANG_SECONDS)
    running_count = 0
    max_running_count = 0

    def count(change: int) -> None:
        nonlocal running_count, max_running_count
        with lock:
            running_count += change
            max_running_count = max(max_running_count, running_count)

    def do_work(number: int) -> int:
        count(1)
        both_threads.wait()
        count(-1)
        return number

    assert await asyncio.gather(*(limit.run_in_thread(do_work, number) for number in range(6))) == list(range(6))
    assert max_running_count == 2
