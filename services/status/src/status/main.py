from datetime import timedelta

from chassis.app import create_app
from chassis.jobs import Job
from fastapi import FastAPI

from status.board import endpoints as board
from status.clientlogs import endpoints as clientlogs
from status.clientlogs.service import purge
from status.following import endpoints as following
from status.incidents import endpoints as incidents
from status.maintenance import endpoints as maintenance
from status.probes.rounds import probe_round
from status.settings import Settings
from status.version import endpoints as version

FEATURES = [board, incidents, maintenance, following, clientlogs, version]


def build(settings: Settings | None = None) -> FastAPI:
    settings = settings or Settings()
    jobs = [
        Job("probes", timedelta(seconds=settings.probe_seconds), probe_round),
        Job("clientlogs.purge", timedelta(hours=6), purge),
    ]
    return create_app(settings, name="status", routers=[feature.router for feature in FEATURES], jobs=jobs)
