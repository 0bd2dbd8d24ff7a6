"""Creates the runtime of auth. The objects built here exist once in each process."""

from collections.abc import Callable
from datetime import datetime

from chassis.features.storage import open_storage
from chassis.runtime import utc_now

from auth.revocation.service import KnownBuckets
from auth.runtime import AuthRuntime
from auth.sessions.keys import CachedSigner
from auth.settings import Settings
from auth.social.providers.registry import Breakers


def make_runtime(settings: Settings, *, now: Callable[[], datetime] = utc_now) -> AuthRuntime:
    return AuthRuntime(
        settings,
        now=now,
        storage=open_storage(settings),
        cached_signer=CachedSigner(),
        breakers=Breakers(),
        known_buckets=KnownBuckets(),
    )
