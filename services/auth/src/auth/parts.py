"""Creates the runtime of auth with the singletons of its process."""

from chassis.features.storage import open_storage

from auth.revocation.service import KnownBuckets
from auth.runtime import Runtime
from auth.sessions.keys import CachedSigner
from auth.settings import Settings
from auth.social.providers.registry import Breakers


def make_runtime(settings: Settings) -> Runtime:
    return Runtime("auth", settings, open_storage(settings), CachedSigner(), Breakers(), KnownBuckets())
