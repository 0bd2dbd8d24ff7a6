"""Runtime of a process of auth: state that requests share, and the types of its database sessions."""

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

import chassis.database.session
import chassis.runtime
from chassis.features.storage import ObjectStorage

from auth.settings import Settings

if TYPE_CHECKING:
    # The features import this module.
    from auth.revocation.service import KnownBuckets
    from auth.sessions.keys import CachedSigner
    from auth.social.providers.registry import Breakers


class AuthRuntime(chassis.runtime.Runtime[Settings]):
    """The runtime of auth. `auth.runtime_factory.make_runtime` creates it."""

    def __init__(
        self,
        settings: Settings,
        *,
        now: Callable[[], datetime],
        storage: ObjectStorage,
        cached_signer: "CachedSigner",
        breakers: "Breakers",
        known_buckets: "KnownBuckets",
    ) -> None:
        super().__init__("auth", settings, now=now)
        self.storage = storage
        self.cached_signer = cached_signer
        self.breakers = breakers
        self.known_buckets = known_buckets


CurrentRuntime = chassis.runtime.CurrentRuntime[AuthRuntime]
Session = chassis.database.session.Session[AuthRuntime]
Db = chassis.runtime.Db[AuthRuntime]
ReadDb = chassis.runtime.ReadDb[AuthRuntime]
