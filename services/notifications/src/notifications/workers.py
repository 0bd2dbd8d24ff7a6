"""Background workers of the queues. Other code wakes them by their names."""

from chassis.workers import Worker

from notifications.campaigns import sending
from notifications.channels import email, stored_secrets, vapid
from notifications.live import service as live
from notifications.runtime import NotificationsRuntime
from notifications.telegram.receiving import UpdateReceiver


def create_workers(runtime: NotificationsRuntime) -> list[Worker]:
    stream_workers = live.create_workers(runtime)
    if not runtime.settings.has_api:
        return stream_workers
    poll_seconds = runtime.settings.idle_poll_seconds
    telegram_workers: list[Worker] = []
    if runtime.settings.has_telegram:
        receiver = UpdateReceiver(runtime)
        telegram_workers = [
            # A chat may have a message each second.
            Worker("telegram", runtime.telegram_queue.step, every=1.0),
            Worker("status_news", runtime.status_news_queue.step, every=poll_seconds),
            Worker("telegram_updates", receiver.step, every=poll_seconds),
        ]
    return [
        *stream_workers,
        *telegram_workers,
        Worker("campaigns", lambda: sending.step(runtime), every=poll_seconds),
        Worker("email", lambda: email.step(runtime), every=poll_seconds),
        Worker("push", runtime.push_queue.step, every=poll_seconds),
    ]


async def prepare(runtime: NotificationsRuntime) -> None:
    if runtime.settings.has_api:
        await vapid.create_key(runtime)
        await stored_secrets.encrypt_existing(runtime)
    if runtime.settings.has_streams:
        await live.begin(runtime)


async def finish(runtime: NotificationsRuntime) -> None:
    await live.finish(runtime)
    await runtime.push_queue.close()
    await runtime.status_news_queue.close()
    await runtime.telegram_queue.close()
