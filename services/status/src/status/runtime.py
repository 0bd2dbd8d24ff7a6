"""Runtime of a process of status: state that requests share, and the types of its database sessions."""

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

import chassis.database.session
import chassis.runtime

from status.settings import Settings

if TYPE_CHECKING:
    # The features import this module.
    from status.summary.local_state import LocalState
    from status.version.health import CachedHealth


class StatusRuntime(chassis.runtime.Runtime[Settings]):
    """The runtime of status. `status.runtime_factory.make_runtime` creates it."""

    def __init__(
        self,
        settings: Settings,
        *,
        now: Callable[[], datetime],
        local_state: "LocalState",
        cached_health: "CachedHealth",
    ) -> None:
        super().__init__("status", settings, now=now)
        self.local_state = local_state
        self.cached_health = cached_health


CurrentRuntime = chassis.runtime.CurrentRuntime[StatusRuntime]
Session = chassis.database.session.Session[StatusRuntime]
Db = chassis.runtime.Db[StatusRuntime]
ReadDb = chassis.runtime.ReadDb[StatusRuntime]
