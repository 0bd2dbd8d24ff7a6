"""Data of the status page: from the database, or from memory while the database is down."""

from datetime import timedelta

from chassis.events.outages import is_outage
from chassis.web.errors import Unavailable

from status.components import service as components
from status.components.errors import UnknownComponent
from status.incidents import queries as incident_queries
from status.incidents import service as incidents
from status.incidents.schemas import IncidentsRead
from status.maintenance import service as maintenance
from status.maintenance.schemas import MaintenanceList
from status.runtime import Session, StatusRuntime
from status.summary.schemas import ComponentRead, Snapshot
from status.summary.snapshot_files import read_snapshot_file

# Incidents of this period are on the page.
RECENT_PERIOD = timedelta(days=90)


async def get_snapshot(runtime: StatusRuntime) -> Snapshot:
    """Return the current snapshot. Raises Unavailable if there is neither a database nor an earlier snapshot."""
    local_state = runtime.local_state
    if local_state.is_ahead:
        return build_snapshot_from_memory(runtime)
    try:
        async with runtime.database.reading() as db:
            snapshot = await read_snapshot(db)
    except Exception as error:
        if not is_outage(error):
            raise
        return build_snapshot_from_memory(runtime)
    local_state.last_snapshot = snapshot
    return snapshot


async def read_snapshot(db: Session) -> Snapshot:
    """Return the data of the status page from the database."""
    now = db.now()
    windows = await maintenance.list_unfinished_maintenance(db, now)
    rows = await incident_queries.list_recent(db, since=now - RECENT_PERIOD)
    recent_incidents = await incidents.serialize_incidents(db, rows)
    reported_statuses = incidents.list_reported_statuses(recent_incidents)
    reported_statuses |= dict.fromkeys(maintenance.list_services_in_maintenance(windows, now), "maintenance")
    services = await components.list_components(db, reported_statuses=reported_statuses)
    return Snapshot(
        services=services,
        incidents=IncidentsRead(data=recent_incidents),
        maintenance=MaintenanceList(data=[maintenance.serialize_maintenance(window, now) for window in windows]),
        summary=components.build_summary(services, sum(incident.resolvedAt is None for incident in recent_incidents)),
    )


def build_component(snapshot: Snapshot, component: str) -> ComponentRead:
    """Return the part of the snapshot that concerns one component. Raises UnknownComponent."""
    row = next((service for service in snapshot.services.data if service.id == component), None)
    if row is None:
        raise UnknownComponent
    return ComponentRead(
        data=row,
        incidents=[incident for incident in snapshot.incidents.data if component in incident.affectedServices],
        maintenance=[window for window in snapshot.maintenance.data if component in window.affectedServices],
        generatedAt=snapshot.services.generatedAt,
    )


def build_snapshot_from_memory(runtime: StatusRuntime) -> Snapshot:
    """Return the last snapshot, with the newest measurements of the components. Raises Unavailable."""
    local_state = runtime.local_state
    now = runtime.now()
    last_snapshot = local_state.last_snapshot or read_snapshot_file(local_state.settings)
    if last_snapshot is None:
        raise Unavailable
    local_state.last_snapshot = last_snapshot

    states = local_state.compute_current_states()
    services_in_maintenance = {
        id
        for window in last_snapshot.maintenance.data
        if window.status in maintenance.RUNNING_STAGES
        for id in window.affectedServices
    }

    reported_statuses = incidents.list_reported_statuses(last_snapshot.incidents.data)
    reported_statuses |= dict.fromkeys(services_in_maintenance, "maintenance")

    rows = []
    for row in last_snapshot.services.data:
        state = states.get(row.id)
        status = components.choose_visible_status(
            state,
            now=now,
            reported_status=reported_statuses.get(row.id),
            fresh_seconds=local_state.settings.fresh_seconds,
        )
        new_values: dict[str, object] = {
            "status": status,
            "description": components.get_service_description(row.id, state, status),
        }
        if state:
            new_values |= {"latency_ms": state.latency_ms, "checked_at": state.checked_at}
        rows.append(row.model_copy(update=new_values))

    services = last_snapshot.services.model_copy(update={"data": rows, "generatedAt": now, "isSnapshot": False})
    summary = components.build_summary(services, last_snapshot.summary.openIncidents)
    return last_snapshot.model_copy(update={"services": services, "summary": summary})
