from datetime import timedelta

from chassis.app import create_app
from chassis.jobs import Job
from fastapi import FastAPI

from status.board import endpoints as board
from status.clientlogs import endpoints as clientlogs
from status.clientlogs.service import purge as purge_logs
from status.following import endpoints as following
from status.incidents import endpoints as incidents
from status.maintenance import endpoints as maintenance
from status.maintenance.service import tell_the_time
from status.personaldata import handlers as personal_data
from status.probes.rounds import keep_probing
from status.settings import Settings
from status.subscriptions import endpoints as subscriptions
from status.subscriptions import service as letters
from status.version import endpoints as version

FEATURES = [board, incidents, maintenance, following, subscriptions, clientlogs, version]
JOBS = [
    Job("maintenance.clock", timedelta(seconds=5), tell_the_time),
    Job("subscriptions.deliver", timedelta(seconds=5), letters.deliver),
    Job("subscriptions.purge", timedelta(hours=6), letters.purge),
    Job("clientlogs.purge", timedelta(hours=1), purge_logs),
]


def build(settings: Settings | None = None) -> FastAPI:
    routers = [feature.router for feature in FEATURES]
    return create_app(
        settings or Settings(),
        name="status",
        routers=routers,
        handlers=[personal_data.on],
        jobs=JOBS,
        loops=[keep_probing],
    )
