"""Runtime of a process of notifications: shared state, and the types of its database sessions."""

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

import chassis.database.session
import chassis.runtime
from chassis.runtime import utc_now

from notifications.settings import Settings

if TYPE_CHECKING:
    # The features import this module, so it imports only their types.
    from notifications.channels.push import PushQueue
    from notifications.channels.status_news import StatusNewsQueue
    from notifications.channels.telegram import TelegramQueue
    from notifications.live.hub import Hub
    from notifications.live.publisher import Publisher


class NotificationsRuntime(chassis.runtime.Runtime[Settings]):
    """The runtime of notifications. `notifications.runtime_factory.make_runtime` creates it.

    The attributes keep a reference to the runtime, so they are set after it has been created.
    """

    hub: "Hub"
    publisher: "Publisher"
    push_queue: "PushQueue"
    telegram_queue: "TelegramQueue"
    status_news_queue: "StatusNewsQueue"

    def __init__(self, settings: Settings, *, now: Callable[[], datetime] = utc_now) -> None:
        super().__init__("notifications", settings, now=now)


CurrentRuntime = chassis.runtime.CurrentRuntime[NotificationsRuntime]
Session = chassis.database.session.Session[NotificationsRuntime]
Db = chassis.runtime.Db[NotificationsRuntime]
ReadDb = chassis.runtime.ReadDb[NotificationsRuntime]
