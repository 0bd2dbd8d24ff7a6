"""The page's data of one moment: read from the database, from memory while that is down, and left as files for the
web server, which serves them when this service is gone."""

import json
from datetime import datetime, timedelta
from pathlib import Path

import structlog
from chassis.app import Runtime
from chassis.errors import Unavailable, is_outage
from chassis.http import CachedBytes
from pydantic import ValidationError
from sqlalchemy.ext.asyncio import AsyncSession

from status.board import service as board
from status.board.names import DESCRIPTIONS
from status.board.schemas import ServicesRead, SummaryRead
from status.incidents import queries as incident_queries
from status.incidents import service as incidents
from status.incidents.schemas import IncidentsRead
from status.maintenance import service as maintenance
from status.maintenance.schemas import MaintenanceList
from status.outlook.memory import outlook_of
from status.outlook.schemas import Snapshot
from status.settings import Settings

log = structlog.get_logger()
kept = CachedBytes(seconds=1)
# The file this service itself reads at a start without its database.
WHOLE = "snapshot.json"


def drop() -> None:
    """Forget kept answers: something was changed by a person, who looks at once."""
    kept.drop()


async def current(runtime: Runtime) -> Snapshot:
    """As things are now. Raises Unavailable without a database and without any memory of one."""
    outlook = outlook_of(runtime)
    if outlook.is_ahead:
        return remembered(runtime)
    try:
        async with runtime.database.reading() as db:
            snapshot = await taken(db, now=runtime.clock(), settings=outlook.settings)
    except Exception as error:
        if not is_outage(error):
            raise
        return remembered(runtime)
    outlook.last = snapshot
    return snapshot


async def taken(db: AsyncSession, *, now: datetime, settings: Settings) -> Snapshot:
    """From the database."""
    works = await maintenance.shown(db, now)
    found = await incidents.read(db, await incident_queries.visible(db, since=now - timedelta(days=90)))
    told = incidents.told(found) | dict.fromkeys(maintenance.affected_now(works, now), "maintenance")
    services = await board.board(db, now=now, told=told, settings=settings)
    return Snapshot(
        services=services,
        incidents=IncidentsRead(data=found),
        maintenance=MaintenanceList(data=[maintenance.read(work, now) for work in works]),
        summary=summed_up(services, sum(one.resolvedAt is None for one in found)),
    )


def summed_up(services: ServicesRead, open_incidents: int) -> SummaryRead:
    """One word and one sentence about everything."""
    worst, sentence = board.overall([row.status for row in services.data])
    return SummaryRead(
        status=worst,
        message=sentence,
        services={row.id: row.status for row in services.data},
        openIncidents=open_incidents,
        generatedAt=services.generatedAt,
    )


def remembered(runtime: Runtime) -> Snapshot:
    """The last snapshot, with the rows as the probes see them since. Raises Unavailable."""
    outlook, now = outlook_of(runtime), runtime.clock()
    last = outlook.last or _left_behind(outlook.settings)
    if last is None:
        raise Unavailable
    outlook.last = last
    states, rows = outlook.states(), []
    under_work = {
        id for work in last.maintenance.data if work.status in maintenance.RUNNING for id in work.affectedServices
    }
    told = incidents.told(last.incidents.data) | dict.fromkeys(under_work, "maintenance")
    for row in last.services.data:
        state = states.get(row.id)
        status = board.shown(state, now=now, told=told.get(row.id), fresh=outlook.settings.fresh_seconds)
        seen = {"latency_ms": state.latency_ms, "checked_at": state.checked_at} if state else {}
        rows.append(
            row.model_copy(update={"status": status, "description": board.described(row.id, state, status), **seen})
        )
    services = last.services.model_copy(update={"data": rows, "generatedAt": now, "isSnapshot": False})
    summary = summed_up(services, last.summary.openIncidents)
    return last.model_copy(update={"services": services, "summary": summary})


def folder(settings: Settings) -> Path:
    """Where the web server finds the files."""
    return Path(settings.data_dir) / "public"


def _left_behind(settings: Settings) -> Snapshot | None:
    try:
        return Snapshot.model_validate_json((folder(settings) / WHOLE).read_bytes())
    except (OSError, ValidationError):
        return None


async def publish(runtime: Runtime) -> None:
    """Leave the present snapshot as files: each answer as it is, and as it must read once it is old."""
    settings: Settings = runtime.settings  # type: ignore[assignment]
    try:
        snapshot = await current(runtime)
        for name, body in files(snapshot).items():
            _write(folder(settings) / name, body)
    except (OSError, Unavailable) as error:
        log.warning("snapshot_not_left", error=type(error).__name__)


def files(snapshot: Snapshot) -> dict[str, bytes]:
    """By name: the answers of the four calls, and those for a snapshot older than three minutes."""
    as_it_is = {
        "services": snapshot.services.model_copy(update={"isSnapshot": True}),
        "incidents": snapshot.incidents,
        "maintenance": snapshot.maintenance,
        "summary": snapshot.summary,
    }
    aged = {**as_it_is, **outdated(snapshot)}
    bodies = {f"{name}.json": answer for name, answer in as_it_is.items()}
    bodies |= {f"{name}.old.json": answer for name, answer in aged.items()}
    written = {name: answer.model_dump_json().encode() for name, answer in bodies.items()}
    return {**written, WHOLE: json.dumps(snapshot.model_dump(mode="json")).encode()}


def outdated(snapshot: Snapshot) -> dict[str, ServicesRead | SummaryRead]:
    """What an old snapshot says of now: nothing. The history stays."""
    rows = [
        row.model_copy(update={"status": "unknown", "description": DESCRIPTIONS[row.id]})
        for row in snapshot.services.data
    ]
    services = snapshot.services.model_copy(update={"data": rows, "isSnapshot": True})
    return {"services": services, "summary": summed_up(services, snapshot.summary.openIncidents)}


def _write(file: Path, body: bytes) -> None:
    """Whole at once, or as it was."""
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f".{file.name}")
    draft.write_bytes(body)
    draft.replace(file)
