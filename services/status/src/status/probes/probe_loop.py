"""Runs all probes regularly, on one replica at a time, and saves the results.

While the database is down, results stay in memory and are saved later with their own times. So the history includes
outages of the database too.
"""

import asyncio
import time
from datetime import datetime, timedelta

import structlog
from chassis.events.outages import is_outage
from chassis.events.tracing import start_own_trace
from chassis.web.errors import Unavailable
from prometheus_client import Counter, Gauge
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from status.components import latencies
from status.components import queries as component_queries
from status.components import service as components
from status.components.health_state import ProbeResult, ProbeRound
from status.components.names import NAMES, ServiceId
from status.components.tables import ServiceState
from status.maintenance import service as maintenance
from status.probes import automatic_incidents
from status.probes.checks import run_probes
from status.probes.tables import ProbeSchedule
from status.runtime import Session, StatusRuntime
from status.settings import Settings
from status.summary import service as summary
from status.summary.local_state import LocalState
from status.summary.snapshot_files import write_snapshot_files
from status.webhooks.messages import queue_message

log = structlog.get_logger()
RESULTS = Counter("probe_total", "Probes by their result", ["service", "found"])
LATENCY = Gauge("probe_latency_seconds", "How long the last probe took", ["service"])
OPERATIONAL = Gauge("service_operational", "1 while a component works", ["service"])
ROUND_AT = Gauge("probe_last_round_timestamp_seconds", "When this replica last ran the probes")
SCHEDULE_NAME = "probes"
# The shortest pause after a round, also if the round took longer than the interval.
MIN_PAUSE_SECONDS = 0.2
# A replica may claim a round after this part of the interval. Otherwise a small difference of clocks would lose a whole
# round.
EARLIEST_CLAIM = 0.9


async def run_probe_loop(runtime: StatusRuntime) -> None:
    """Run probes until cancelled; more often while a component is in doubt."""
    while True:
        began_at = time.monotonic()
        try:
            await run_round(runtime)
        except Exception as error:  # one failed round must not end the probing
            log.error("probes_failed", exc_info=error)
        passed_seconds = time.monotonic() - began_at
        await asyncio.sleep(max(MIN_PAUSE_SECONDS, compute_seconds_to_next_round(runtime) - passed_seconds))


def compute_seconds_to_next_round(runtime: StatusRuntime) -> float:
    settings = runtime.settings
    return settings.doubt_seconds if runtime.local_state.is_in_doubt else settings.probe_seconds


async def run_round(runtime: StatusRuntime) -> bool:
    """Run the probes once if this replica claims the round, in a separate trace. Returns whether they ran."""
    local_state = runtime.local_state
    with start_own_trace():
        if not await claim_round(runtime):
            # Another replica runs the probes, so this one reads the saved states.
            async with runtime.database.reading() as db:
                local_state.set_saved_states(await component_queries.list_states(db))
            return False

        results = await run_probes(runtime)
        _record_metrics(results)
        local_state.unsaved_rounds.append(ProbeRound(runtime.now(), results))
        await _save_rounds(runtime, local_state)

        for service, state in local_state.compute_current_states().items():
            OPERATIONAL.labels(service).set(state.status == "operational")
        try:
            write_snapshot_files(runtime.settings, await summary.get_snapshot(runtime))
        except (OSError, Unavailable) as error:
            log.warning("snapshot_files_unwritten", error=type(error).__name__)
        return True


def _record_metrics(results: dict[ServiceId, ProbeResult]) -> None:
    ROUND_AT.set_to_current_time()
    for service, result in results.items():
        RESULTS.labels(service, result.status).inc()
        LATENCY.labels(service).set(result.latency_ms / 1000)


async def claim_round(runtime: StatusRuntime) -> bool:
    """Claim the next round. Returns False if another replica has claimed it.

    Without a database every replica runs the probes.
    """
    now = runtime.now()
    interval = timedelta(seconds=compute_seconds_to_next_round(runtime))
    insertion = insert(ProbeSchedule).values(name=SCHEDULE_NAME, taken_at=now)
    is_free = col(ProbeSchedule.taken_at) <= now - interval * EARLIEST_CLAIM
    upsert = insertion.on_conflict_do_update(index_elements=["name"], set_={"taken_at": now}, where=is_free)

    try:
        async with runtime.database.autocommit() as db:
            return (await db.execute(upsert.returning(col(ProbeSchedule.name)))).first() is not None
    except Exception as error:
        if not is_outage(error):
            raise
        return True


async def _save_rounds(runtime: StatusRuntime, local_state: LocalState) -> None:
    """Save pending rounds. They wait while the database is down."""
    rounds = list(local_state.unsaved_rounds)
    try:
        async with runtime.database.transaction() as db:
            states = await save_rounds(db, rounds)
    except Exception as error:
        if not is_outage(error):
            await _save_one_by_one(runtime, local_state, rounds)
            return
        log.warning("probe_rounds_unsaved", count=len(rounds), error=type(error).__name__)
        local_state.is_ahead = True
        return

    local_state.is_ahead = False
    local_state.remove_saved(rounds)
    local_state.set_saved_states(states)


async def _save_one_by_one(runtime: StatusRuntime, local_state: LocalState, rounds: list[ProbeRound]) -> None:
    """Save each round separately and drop the rounds that cannot be saved, so that they do not block the others."""
    for probe_round in rounds:
        try:
            async with runtime.database.transaction() as db:
                states = await save_rounds(db, [probe_round])
            local_state.set_saved_states(states)
        except Exception as error:
            if is_outage(error):
                local_state.is_ahead = True
                return
            log.error("probe_round_dropped", at=probe_round.at.isoformat(), exc_info=error)
        local_state.remove_saved([probe_round])
    local_state.is_ahead = False


async def save_rounds(db: Session, rounds: list[ProbeRound]) -> dict[str, ServiceState]:
    """Save results, count time, open and close incidents. Returns the new states."""
    schedule = await db.get(ProbeSchedule, SCHEDULE_NAME, with_for_update=True)
    if schedule is None:
        schedule = ProbeSchedule(name=SCHEDULE_NAME, taken_at=rounds[0].at)

    states = await component_queries.list_states(db)
    for probe_round in rounds:
        if schedule.written_at is not None and probe_round.at <= schedule.written_at:
            continue
        seconds = _compute_measured_seconds(schedule.written_at, probe_round.at, db.runtime.settings)
        schedule.written_at = probe_round.at
        await _save_round(db, probe_round, states, seconds)

    db.add(schedule)
    return states


def _compute_measured_seconds(previous_at: datetime | None, at: datetime, settings: Settings) -> int:
    """Return the seconds that a round adds to the history. After a long gap only the usual interval counts."""
    if previous_at is None:
        return int(settings.probe_seconds)
    passed_seconds = round((at - previous_at).total_seconds())
    if passed_seconds > settings.fresh_seconds:
        return int(settings.probe_seconds)
    return passed_seconds


async def _save_round(db: Session, probe_round: ProbeRound, states: dict[str, ServiceState], seconds: int) -> None:
    windows = await maintenance.list_unfinished_maintenance(db, probe_round.at)
    services_in_maintenance = maintenance.list_services_in_maintenance(windows, probe_round.at)

    for service in NAMES:
        state = states.setdefault(service, ServiceState(id=service, since=probe_round.at))
        change = await components.save_result(db, state, probe_round.results[service], at=probe_round.at)
        if change is not None:
            data = {"component": service, "name": change.name, "from": change.old, "to": change.new}
            await queue_message(db, "component.changed", data, affected=[service])
        await latencies.add_latency(db, service, probe_round.results[service], at=probe_round.at)
        await components.count_seconds(
            db, state, at=probe_round.at, seconds=seconds, is_in_maintenance=service in services_in_maintenance
        )

    # Maintenance excuses a failure: such a failure neither opens an incident nor keeps one open.
    failed_services: dict[ServiceId, str] = {
        service: states[service].status
        for service in NAMES
        if states[service].status in {"down", "degraded"} and service not in services_in_maintenance
    }
    await automatic_incidents.update_incidents(db, probe_round, failed_services)
