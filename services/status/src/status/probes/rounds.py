"""One round of all probes, by one replica at a time, and what follows from it.

While the database does not answer, rounds are kept in memory and written down later as they happened, with their own
times: an outage of the database itself is then in the history like any other.
"""

import asyncio
import time
from datetime import datetime, timedelta

import structlog
from chassis.app import Runtime
from chassis.errors import is_outage
from prometheus_client import Counter, Gauge
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from status.board import queries as board_queries
from status.board import service as board
from status.board.names import NAMES, ServiceId
from status.board.tables import ServiceState
from status.incidents import automatic
from status.maintenance import service as maintenance
from status.outlook.memory import Outlook, outlook_of
from status.outlook.service import publish
from status.probes.finding import Finding, Round
from status.probes.journeys import look_around
from status.probes.tables import ProbeTurn
from status.settings import Settings

log = structlog.get_logger()
FOUND = Counter("probe_total", "Probes by what they found", ["service", "found"])
LATENCY = Gauge("probe_latency_seconds", "How long the last probe took", ["service"])
UP = Gauge("service_operational", "1 while a service is believed to work", ["service"])
ROUND_AT = Gauge("probe_last_round_timestamp_seconds", "When this replica last looked around")
TURN = "probes"


async def keep_probing(runtime: Runtime) -> None:
    """Look around by the clock until cancelled, sooner while something is in doubt."""
    while True:
        began = time.monotonic()
        try:
            await tick(runtime)
        except Exception as error:  # the eyes must not close over any one fault
            log.error("probes_failed", exc_info=error)
        await asyncio.sleep(max(0.2, pause(runtime) - (time.monotonic() - began)))


def pause(runtime: Runtime) -> float:
    """Seconds from one round to the next."""
    settings: Settings = runtime.settings  # type: ignore[assignment]
    return settings.doubt_seconds if outlook_of(runtime).in_doubt else settings.probe_seconds


async def tick(runtime: Runtime) -> bool:
    """One round, if it is this replica's turn; true when it looked around."""
    outlook = outlook_of(runtime)
    if not await is_our_turn(runtime):
        await read_states(runtime, outlook)
        return False
    findings = await look_around(runtime)
    measure(findings)
    outlook.add(Round(runtime.clock(), findings))
    await write_down(runtime, outlook)
    for service, state in outlook.states().items():
        UP.labels(service).set(state.status == "operational")
    await publish(runtime)
    return True


def measure(findings: dict[ServiceId, Finding]) -> None:
    ROUND_AT.set_to_current_time()
    for service, finding in findings.items():
        FOUND.labels(service, finding.found).inc()
        LATENCY.labels(service).set(finding.latency_ms / 1000)


async def is_our_turn(runtime: Runtime) -> bool:
    """Take the turn unless another replica has it. Without the database everybody looks for himself."""
    now = runtime.clock()
    # A little early counts: two clocks, or one that slept a moment less, must not lose a whole turn.
    row = insert(ProbeTurn).values(name=TURN, taken_at=now)
    free = col(ProbeTurn.taken_at) <= now - timedelta(seconds=pause(runtime) * 0.9)
    taken = row.on_conflict_do_update(index_elements=["name"], set_={"taken_at": now}, where=free)
    try:
        async with runtime.database.reading() as db:
            return (await db.execute(taken.returning(col(ProbeTurn.name)))).first() is not None
    except Exception as error:
        if not is_outage(error):
            raise
        return True


async def read_states(runtime: Runtime, outlook: Outlook) -> None:
    """What the replica that looks around has come to believe."""
    async with runtime.database.reading() as db:
        outlook.believed(await board_queries.states(db))


async def write_down(runtime: Runtime, outlook: Outlook) -> None:
    """Write the rounds that are not in the database yet; they wait while it is down."""
    rounds = list(outlook.unsaved)
    try:
        async with runtime.database.transaction() as db:
            states = await record(db, rounds, settings=runtime.settings)  # type: ignore[arg-type]
    except Exception as error:
        if not is_outage(error):
            # Never again the same rounds: one that cannot be written must not stop those after it.
            outlook.saved(rounds)
            outlook.is_ahead = False
            raise
        log.warning("rounds_wait", count=len(rounds), error=type(error).__name__)
        outlook.is_ahead = True
        return
    outlook.is_ahead = False
    outlook.saved(rounds)
    outlook.believed(states)


async def record(db: AsyncSession, rounds: list[Round], *, settings: Settings) -> dict[str, ServiceState]:
    """Believe what is to be believed, count the time, keep incidents in step; returns what is believed now."""
    turn = await db.get(ProbeTurn, TURN, with_for_update=True)
    if turn is None:
        turn = ProbeTurn(name=TURN, taken_at=rounds[0].at)
    states = await board_queries.states(db)
    for one in rounds:
        if turn.written_at is not None and one.at <= turn.written_at:
            continue
        seconds = _measured(turn.written_at, one.at, settings)
        turn.written_at = one.at
        await _record(db, one, states, seconds, settings)
    db.add(turn)
    return states


def _measured(before: datetime | None, at: datetime, settings: Settings) -> int:
    """The seconds this round speaks for; after a longer silence only the usual pause, the rest was not measured."""
    passed = round((at - before).total_seconds()) if before else settings.probe_seconds
    return int(passed if passed <= settings.fresh_seconds else settings.probe_seconds)


async def _record(
    db: AsyncSession, one: Round, states: dict[str, ServiceState], seconds: int, settings: Settings
) -> None:
    under_work = await maintenance.under_work(db, one.at)
    for service in NAMES:
        state = states.setdefault(service, ServiceState(id=service, since=one.at))
        await board.note_check(db, state, one.findings[service], at=one.at, settings=settings)
        await board.count(db, state, at=one.at, seconds=seconds, in_maintenance=service in under_work)
    # Planned work excuses a failure: it neither opens an incident nor keeps one open.
    broken: dict[ServiceId, str] = {
        service: states[service].status
        for service in NAMES
        if states[service].status in {"down", "degraded"} and service not in under_work
    }
    await automatic.follow(db, one, broken)
