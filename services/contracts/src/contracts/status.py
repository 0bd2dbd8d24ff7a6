"""Events published by the status service."""

from datetime import datetime
from typing import ClassVar
from uuid import UUID

from contracts.event import Event

# Labels of the states of incidents and maintenance in emails, feeds and notifications.
INCIDENT_STATES = {
    "investigating": "разбираемся",
    "identified": "причина найдена",
    "monitoring": "наблюдаем",
    "resolved": "исправлено",
    "withdrawn": "отменено",
}
MAINTENANCE_STAGES = {
    "scheduled": "назначены",
    "in_progress": "начались",
    "verifying": "проверяются",
    "completed": "завершены",
    "cancelled": "отменены",
}


class ServiceChanged(Event):
    """The public state of a component has changed, for example from operational to down."""

    type: ClassVar[str] = "status.service.changed"
    service: str
    name: str
    old: str
    new: str


class IncidentOpened(Event):
    """An incident was opened, by an administrator or by the probes."""

    type: ClassVar[str] = "status.incident.opened"
    incident_id: UUID
    title: str
    severity: str
    affected: list[str]


class IncidentUpdated(Event):
    """An update was added to an incident."""

    type: ClassVar[str] = "status.incident.updated"
    incident_id: UUID
    title: str
    status: str
    message: str


class IncidentResolved(Event):
    """An incident was resolved."""

    type: ClassVar[str] = "status.incident.resolved"
    incident_id: UUID
    title: str


class MaintenanceScheduled(Event):
    """Maintenance was scheduled."""

    type: ClassVar[str] = "status.maintenance.scheduled"
    maintenance_id: UUID
    title: str
    starts_at: datetime
    ends_at: datetime
    affected: list[str]
    # True if the maintenance was scheduled before, and its title, time or services have changed.
    is_correction: bool = False


class MaintenanceChanged(Event):
    """The stage of planned maintenance has changed: it has begun, is being verified, is completed or was cancelled."""

    type: ClassVar[str] = "status.maintenance.changed"
    maintenance_id: UUID
    title: str
    status: str


class AnnouncementPublished(Event):
    """News of incidents or maintenance was published for subscribers of the status page, as in their emails.

    It is for subscribers of one of the components in `affected`; an empty list is for all subscribers.
    """

    type: ClassVar[str] = "status.announcement.published"
    announcement_id: UUID
    subject: str
    text: str
    affected: list[str]


class WebhookEndpointDisabled(Event):
    """A webhook endpoint was disabled, because its server did not accept the messages."""

    type: ClassVar[str] = "status.webhook.disabled"
    endpoint_id: UUID
    host: str
    reason: str
