"""argon2id, in threads: as many as there are cores, so that a rush of logins queues instead of starving the loop."""

import asyncio
import os
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial

from chassis.app import Runtime
from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

from auth.metrics import HASHING
from auth.settings import settings_of

THREADS = ThreadPoolExecutor(os.cpu_count() or 2, thread_name_prefix="argon2")


@lru_cache(maxsize=8)
def _hasher(memory_kib: int, passes: int, lanes: int) -> PasswordHash:
    return PasswordHash((Argon2Hasher(time_cost=passes, memory_cost=memory_kib, parallelism=lanes),))


@lru_cache(maxsize=8)
def _dummy(memory_kib: int, passes: int, lanes: int) -> str:
    return _hasher(memory_kib, passes, lanes).hash("no account has this password")


def _costs(runtime: Runtime) -> tuple[int, int, int]:
    settings = settings_of(runtime)
    return settings.argon2_memory_kib, settings.argon2_passes, settings.argon2_lanes


def _same_signs(password: str) -> str:
    """One password typed on two keyboards must be one password (NIST SP 800-63B)."""
    return unicodedata.normalize("NFKC", password)


async def hash_token(runtime: Runtime, password: str) -> str:
    """The hash to store."""
    hasher = _hasher(*_costs(runtime))
    with HASHING.time():
        return await asyncio.get_running_loop().run_in_executor(THREADS, hasher.hash, _same_signs(password))


async def verified(runtime: Runtime, password: str, stored: str | None) -> tuple[bool, str | None]:
    """Whether the password fits, and a new hash when today's costs are higher than the stored one's.

    Where there is nothing to compare with, a dummy is checked: the answer takes as long as for a real account.
    """
    work = partial(_compare, _costs(runtime), _same_signs(password), stored)
    with HASHING.time():
        return await asyncio.get_running_loop().run_in_executor(THREADS, work)


def _compare(costs: tuple[int, int, int], password: str, stored: str | None) -> tuple[bool, str | None]:
    # The dummy is made at the first look at any password, so that its making tells nothing of that one.
    dummy = _dummy(*costs)
    fits, fresh = _hasher(*costs).verify_and_update(password, stored or dummy)
    return (True, fresh) if fits and stored else (False, None)
