"""Password hashing with argon2id, in as many threads as the container may use cores: many sign-ins at once wait in
a queue and do not block the event loop. Each thread needs AUTH_ARGON2_MEMORY_KIB."""

import unicodedata
from functools import lru_cache

from chassis.web.overload import ConcurrencyLimit
from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

from auth.accounts.cores import available_cores
from auth.metrics import HASHING
from auth.runtime import Runtime

# One takes 20 ms: nobody waits much longer than half a second behind a flood of sign-ins.
LIMIT = ConcurrencyLimit(running=available_cores(), waiting=25 * available_cores())


@lru_cache(maxsize=8)
def _hasher(memory_kib: int, passes: int, lanes: int) -> PasswordHash:
    return PasswordHash((Argon2Hasher(time_cost=passes, memory_cost=memory_kib, parallelism=lanes),))


@lru_cache(maxsize=8)
def _dummy(memory_kib: int, passes: int, lanes: int) -> str:
    return _hasher(memory_kib, passes, lanes).hash("no account has this password")


def _costs(runtime: Runtime) -> tuple[int, int, int]:
    settings = runtime.settings
    return settings.argon2_memory_kib, settings.argon2_passes, settings.argon2_lanes


def _normalize(password: str) -> str:
    """The normal form of a password: keyboards differ in how they compose characters (NIST SP 800-63B)."""
    return unicodedata.normalize("NFKC", password)


async def hash_password(runtime: Runtime, password: str) -> str:
    """The hash to store. The password is normalized first."""
    hasher = _hasher(*_costs(runtime))
    with HASHING.time():
        return await LIMIT.run_in_thread(hasher.hash, _normalize(password))


async def verify_password(runtime: Runtime, password: str, stored: str | None) -> tuple[bool, str | None]:
    """Whether the password matches, and a new hash when the stored one has lower costs than today's.

    Without a stored hash a dummy is checked, so that the answer takes as long as for a real account.
    """
    with HASHING.time():
        return await LIMIT.run_in_thread(_compare, _costs(runtime), _normalize(password), stored)


def _compare(costs: tuple[int, int, int], password: str, stored: str | None) -> tuple[bool, str | None]:
    # Created for every password, so that its creation reveals nothing about this one.
    dummy = _dummy(*costs)
    fits, fresh = _hasher(*costs).verify_and_update(password, stored or dummy)
    return (True, fresh) if fits and stored else (False, None)
