from datetime import timedelta

from chassis.jobs import Job, purge_older

from notifications.channels import email, metrics
from notifications.channels import service as deliveries
from notifications.channels.tables import TelegramChatPace
from notifications.inbox import retention as inbox
from notifications.live import presence
from notifications.live import service as live
from notifications.runtime import NotificationsRuntime
from notifications.telegram import linking, updates

# A pause that has ended is not needed any more.
PAUSES_RETENTION = timedelta(hours=1)
JOBS: list[Job[NotificationsRuntime]] = [
    Job("notifications.waiting", timedelta(seconds=30), metrics.update_waiting_gauge),
    Job("notifications.digests", timedelta(minutes=5), email.send_digests),
    Job("notifications.old_entries", timedelta(minutes=10), inbox.purge_old_entries, autocommit=True),
    Job("notifications.old_deliveries", timedelta(hours=6), deliveries.purge_old_deliveries, autocommit=True),
    Job("notifications.telegram_links", timedelta(minutes=10), linking.purge_expired_links),
    Job(
        "notifications.telegram_paces",
        timedelta(hours=1),
        purge_older(TelegramChatPace.next_at, PAUSES_RETENTION),
        autocommit=True,
    ),
    Job("notifications.telegram_updates", timedelta(hours=6), updates.purge_old_updates, autocommit=True),
    Job("notifications.replay_log", timedelta(minutes=10), live.purge_old_events, autocommit=True),
    Job("notifications.dead_replicas", timedelta(seconds=30), presence.purge_dead_replicas),
]
