"""Export and import of the history of incidents and maintenance. A repeated import changes nothing."""

from collections import Counter
from uuid import UUID

from chassis.web.errors import Invalid, raises

from status.history import queries
from status.history.schemas import (
    MAX_ROWS,
    History,
    HistoryExport,
    ImportAnswer,
    PastIncident,
    PastMaintenance,
    PastUpdate,
)
from status.incidents import queries as incident_queries
from status.incidents.tables import Incident, IncidentUpdate
from status.maintenance.tables import Maintenance
from status.runtime import Session

IMPORTED_CAUSE = "imported"


async def export_history(db: Session) -> HistoryExport:
    """Return the newest resolved incidents and completed maintenance, at most `MAX_ROWS` of each, oldest first."""
    now = db.now()
    incidents = await queries.list_resolved_incidents(db, limit=MAX_ROWS)
    updates = await incident_queries.list_updates(db, [incident.id for incident in incidents])
    windows = await queries.list_completed_maintenance(db, now, limit=MAX_ROWS)
    return HistoryExport(
        format="meridian-status-history/1",
        exportedAt=now,
        incidents=[_build_past_incident(incident, updates[incident.id]) for incident in incidents],
        maintenance=[_build_past_maintenance(window) for window in windows],
    )


def _build_past_incident(incident: Incident, updates: list[IncidentUpdate]) -> PastIncident:
    fields = incident.model_dump(include={"id", "title", "severity", "description", "postmortem"})
    return PastIncident(
        **fields,
        affectedServices=incident.affected,
        createdAt=incident.created_at,
        resolvedAt=incident.resolved_at,
        isAutomatic=incident.cause is not None,
        postmortemAt=incident.postmortem_at,
        updates=[
            PastUpdate(timestamp=update.created_at, status=update.status, message=update.message)
            for update in reversed(updates)
        ],
    )


def _build_past_maintenance(window: Maintenance) -> PastMaintenance:
    ends_at = window.ends_at
    # Maintenance that was completed early has ended, and an import refuses an end in the future.
    if window.completed_at is not None and window.starts_at < window.completed_at < window.ends_at:
        ends_at = window.completed_at
    return PastMaintenance(
        **window.model_dump(include={"id", "title", "description"}),
        affectedServices=window.affected,
        scheduledStart=window.starts_at,
        scheduledEnd=ends_at,
    )


@raises(Invalid)
async def import_history(db: Session, history: History) -> ImportAnswer:
    """Add the rows that do not exist yet. Existing rows stay as they are, and nobody is notified.

    A file is refused whole if an id occurs twice or a row lies in the future.
    """
    _refuse_repeated_ids_and_future_rows(db, history)

    ids = [*(incident.id for incident in history.incidents), *(window.id for window in history.maintenance)]
    known_ids = await queries.list_known_ids(db, ids)

    for incident in history.incidents:
        if incident.id not in known_ids:
            _add_incident(db, incident)
    for window in history.maintenance:
        if window.id not in known_ids:
            _add_maintenance(db, window)

    await db.flush()
    return ImportAnswer(added=len(ids) - len(known_ids), known=len(known_ids))


def _refuse_repeated_ids_and_future_rows(db: Session, history: History) -> None:
    now = db.now()
    id_counts: Counter[UUID] = Counter()
    incidents = [
        (f"incidents.{index}", incident.id, incident.resolvedAt) for index, incident in enumerate(history.incidents)
    ]
    windows = [
        (f"maintenance.{index}", maintenance.id, maintenance.scheduledEnd)
        for index, maintenance in enumerate(history.maintenance)
    ]
    for field, id, end in [*incidents, *windows]:
        id_counts[id] += 1
        if id_counts[id] > 1:
            raise Invalid(**{f"{field}.id": "Этот номер уже есть выше в файле"})
        if end > now:
            raise Invalid(**{field: "История бывает только в прошлом"})


def _add_incident(db: Session, past_incident: PastIncident) -> None:
    incident = Incident(
        **past_incident.model_dump(include={"id", "title", "severity", "description", "postmortem"}),
        status="resolved",
        affected=list(past_incident.affectedServices),
        cause=IMPORTED_CAUSE if past_incident.isAutomatic else None,
        created_at=past_incident.createdAt,
        resolved_at=past_incident.resolvedAt,
        postmortem_at=past_incident.postmortemAt,
    )
    db.add(incident)
    db.add_all(
        IncidentUpdate(
            incident_id=past_incident.id, status=update.status, message=update.message, created_at=update.timestamp
        )
        for update in past_incident.updates
    )


def _add_maintenance(db: Session, past_maintenance: PastMaintenance) -> None:
    db.add(
        Maintenance(
            **past_maintenance.model_dump(include={"id", "title", "description"}),
            affected=list(past_maintenance.affectedServices),
            starts_at=past_maintenance.scheduledStart,
            ends_at=past_maintenance.scheduledEnd,
            completed_at=past_maintenance.scheduledEnd,
            announced_stage="completed",
            created_at=past_maintenance.scheduledStart,
        )
    )
