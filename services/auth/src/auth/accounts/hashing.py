"""Password hashing with argon2id, in one thread for each available core.

Simultaneous sign-ins wait in a queue and do not block the event loop. Each thread needs AUTH_ARGON2_MEMORY_KIB.
"""

import unicodedata
from functools import lru_cache

from chassis.web.overload import ConcurrencyLimit, count_available_cores
from prometheus_client import Histogram
from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

from auth.runtime import AuthRuntime

HASH_SECONDS = Histogram("auth_password_hash_seconds", "Time of one argon2 computation, waiting included")
# One hash takes 20 ms, so the queue delays a sign-in by about half a second at most.
HASHING_LIMIT = ConcurrencyLimit(running=count_available_cores(), waiting=25 * count_available_cores())


@lru_cache(maxsize=8)
def _create_hasher(memory_kib: int, passes: int, lanes: int) -> PasswordHash:
    return PasswordHash((Argon2Hasher(time_cost=passes, memory_cost=memory_kib, parallelism=lanes),))


@lru_cache(maxsize=8)
def _create_dummy_hash(memory_kib: int, passes: int, lanes: int) -> str:
    return _create_hasher(memory_kib, passes, lanes).hash("no account has this password")


def _get_costs(runtime: AuthRuntime) -> tuple[int, int, int]:
    settings = runtime.settings
    return settings.argon2_memory_kib, settings.argon2_passes, settings.argon2_lanes


def _normalize(password: str) -> str:
    """Return the Unicode normal form of a password: keyboards compose characters differently (NIST SP 800-63B)."""
    return unicodedata.normalize("NFKC", password)


async def hash_password(runtime: AuthRuntime, password: str) -> str:
    """Hash a password for storage. The password is normalized first."""
    hasher = _create_hasher(*_get_costs(runtime))
    with HASH_SECONDS.time():
        return await HASHING_LIMIT.run_in_thread(hasher.hash, _normalize(password))


async def verify_password(runtime: AuthRuntime, password: str, stored_hash: str | None) -> tuple[bool, str | None]:
    """Return whether the password matches, and a new hash if the stored one was made with other costs.

    Without a stored hash a dummy hash is checked, so that the response time is the same for unknown accounts.
    """
    with HASH_SECONDS.time():
        return await HASHING_LIMIT.run_in_thread(_compare, _get_costs(runtime), _normalize(password), stored_hash)


def _compare(costs: tuple[int, int, int], password: str, stored_hash: str | None) -> tuple[bool, str | None]:
    # The dummy hash is created for known accounts too, so that the time of its creation does not reveal an unknown one.
    dummy = _create_dummy_hash(*costs)
    is_right, new_hash = _create_hasher(*costs).verify_and_update(password, stored_hash or dummy)
    if not is_right or not stored_hash:
        return False, None
    return True, new_hash
