"""Creates the runtime of status with the objects that its process has once."""

from collections.abc import Callable
from datetime import datetime

from chassis.runtime import utc_now

from status.runtime import StatusRuntime
from status.settings import Settings
from status.summary.local_state import LocalState
from status.version.health import CachedHealth


def make_runtime(settings: Settings, *, now: Callable[[], datetime] = utc_now) -> StatusRuntime:
    return StatusRuntime(settings, now=now, local_state=LocalState(settings), cached_health=CachedHealth())
