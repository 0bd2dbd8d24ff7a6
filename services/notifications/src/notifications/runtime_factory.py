"""Creates the runtime of notifications. The objects built here exist once in each process."""

from collections.abc import Callable
from datetime import datetime

from chassis.runtime import utc_now

from notifications.channels.push import PushQueue
from notifications.channels.status_news import StatusNewsQueue
from notifications.channels.telegram import TelegramQueue
from notifications.live.hub import Hub
from notifications.live.publisher import Publisher
from notifications.runtime import NotificationsRuntime
from notifications.settings import Settings


def make_runtime(settings: Settings, *, now: Callable[[], datetime] = utc_now) -> NotificationsRuntime:
    runtime = NotificationsRuntime(settings, now=now)
    runtime.hub = Hub(runtime, settings)
    runtime.publisher = Publisher(runtime, runtime.hub.deliver)
    runtime.push_queue = PushQueue(runtime)
    runtime.telegram_queue = TelegramQueue(runtime)
    runtime.status_news_queue = StatusNewsQueue(runtime)
    return runtime
