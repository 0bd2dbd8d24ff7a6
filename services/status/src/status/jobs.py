"""Every scheduled job of status; each runs on one replica at a time."""

from datetime import timedelta

from chassis.jobs import Job

from status.client_logs.service import purge_logs
from status.components.latencies import purge_latencies, roll_up
from status.incidents.service import publish_due_incidents
from status.maintenance.service import announce_reached_stages
from status.runtime import StatusRuntime
from status.subscriptions.service import purge_subscriptions, queue_emails
from status.webhooks.service import purge_messages

JOBS: list[Job[StatusRuntime]] = [
    Job("latencies.rollup", timedelta(minutes=5), roll_up),
    Job("latencies.purge", timedelta(hours=1), purge_latencies, autocommit=True),
    Job("incidents.publish", timedelta(seconds=5), publish_due_incidents),
    Job("maintenance.clock", timedelta(seconds=5), announce_reached_stages),
    Job("subscriptions.deliver", timedelta(seconds=5), queue_emails),
    Job("subscriptions.purge", timedelta(hours=6), purge_subscriptions, autocommit=True),
    Job("webhooks.purge", timedelta(hours=6), purge_messages, autocommit=True),
    Job("clientlogs.purge", timedelta(hours=1), purge_logs, autocommit=True),
]
