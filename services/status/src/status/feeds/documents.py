"""The status as an Atom feed, a badge and a calendar."""

from datetime import datetime, timedelta
from html import escape
from typing import TYPE_CHECKING

from contracts.status import INCIDENT_STATES
from feedgenerator import Atom1Feed

from status.components.names import format_service_names
from status.incidents.schemas import IncidentRead
from status.maintenance.schemas import MaintenanceRead

if TYPE_CHECKING:
    from icalendar import Timezone

BADGE_LABELS = {
    "operational": ("работает", "#17663c"),
    "maintenance": ("плановые работы", "#0d6174"),
    "degraded": ("перебои", "#865000"),
    "down": ("недоступно", "#b0261c"),
    "unknown": ("нет данных", "#68665f"),
}
# The feed contains at most this many updates.
MAX_UPDATES = 100
# Widths and height of a badge.
CHARACTER_PX = 7
PADDING_PX = 10
HEIGHT_PX = 20


def build_atom(incidents: list[IncidentRead], *, page: str) -> bytes:
    """Return the incidents as an Atom feed (RFC 4287): the newest updates, then the postmortems."""
    feed = Atom1Feed(
        title="Меридиан Авто: статус сервисов",
        link=page,
        description="Сбои и их устранение",
        language="ru",
        # RFC 4287 section 4.1.1: a feed has an author, unless each of its entries has one.
        author_name="Меридиан Авто",
        feed_url=f"{page.removesuffix('/status')}/api/status/feed.atom",
    )
    updates = [(update, incident) for incident in incidents for update in incident.updates]
    updates.sort(key=lambda pair: pair[0].timestamp, reverse=True)
    for update, incident in updates[:MAX_UPDATES]:
        feed.add_item(
            title=f"{incident.title}: {INCIDENT_STATES.get(update.status, update.status)}",
            link=_build_incident_address(page, incident),
            description=update.message,
            unique_id=f"urn:uuid:{incident.id}#{update.timestamp.isoformat()}",
            pubdate=update.timestamp,
            updateddate=update.timestamp,
        )
    for incident in incidents:
        if incident.postmortem and incident.postmortemAt:
            feed.add_item(
                title=f"{incident.title}: разбор",
                link=_build_incident_address(page, incident),
                description=incident.postmortem,
                unique_id=f"urn:uuid:{incident.id}#postmortem",
                pubdate=incident.postmortemAt,
                updateddate=incident.postmortemAt,
            )
    text: str = feed.writeString("utf-8")
    return text.encode()


def _build_incident_address(page: str, incident: IncidentRead) -> str:
    """Return the address of an incident on the status page. Feed readers merge entries that have the same address."""
    return f"{page}#incident-{incident.id}"


def build_badge(name: str, status: str) -> bytes:
    """Return the SVG badge that says `name` and the status. A screen reader reads its title."""
    label, colour = BADGE_LABELS.get(status, BADGE_LABELS["unknown"])
    name_width = len(name) * CHARACTER_PX + 2 * PADDING_PX
    label_width = len(label) * CHARACTER_PX + 2 * PADDING_PX
    text_attributes = 'y="14" fill="#fff" font-family="Verdana,sans-serif" font-size="11" text-anchor="middle"'
    title = f"{escape(name)}: {escape(label)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{name_width + label_width}" height="{HEIGHT_PX}" role="img" '
        f'aria-label="{title}"><title>{title}</title>'
        f'<rect width="{name_width}" height="{HEIGHT_PX}" fill="#16181a"/>'
        f'<rect x="{name_width}" width="{label_width}" height="{HEIGHT_PX}" fill="{colour}"/>'
        f'<text x="{name_width / 2}" {text_attributes}>{escape(name)}</text>'
        f'<text x="{name_width + label_width / 2}" {text_attributes}>{escape(label)}</text></svg>'
    ).encode()


def build_calendar(windows: list[MaintenanceRead], *, now: datetime) -> bytes:
    """Return the maintenance as a calendar (RFC 5545), times in UTC."""
    # The library is heavy and rarely needed, so it is imported at its first use (decision 0146).
    from icalendar import Calendar, Event

    document = Calendar()
    document.add("prodid", "-//Meridian Avto//Status//RU")
    document.add("version", "2.0")
    document.add_component(_build_moscow_time_zone())

    for window in windows:
        entry = Event()
        entry.add("uid", f"{window.id}@status.meridian")
        entry.add("dtstamp", now)
        entry.add("dtstart", window.scheduledStart)
        entry.add("dtend", window.scheduledEnd)
        entry.add("summary", window.title)
        entry.add("description", f"{window.description}\n{format_service_names(window.affectedServices)}".strip())
        document.add_component(entry)

    content: bytes = document.to_ical()
    return content


def _build_moscow_time_zone() -> "Timezone":
    """Return a time zone component: RFC 5545 section 3.6 requires a component even when nothing is planned."""
    from icalendar import Timezone, TimezoneStandard

    standard = TimezoneStandard()
    # The zone has had no summer time since this day (Federal Law No. 248-FZ of 21.07.2014).
    standard.add("dtstart", datetime(2014, 10, 26, 2, 0))  # noqa: DTZ001  # local time, as RFC 5545 requires here
    standard.add("tzoffsetfrom", timedelta(hours=4))
    standard.add("tzoffsetto", timedelta(hours=3))
    standard.add("tzname", "MSK")
    zone = Timezone()
    zone.add("tzid", "Europe/Moscow")
    zone.add_component(standard)
    return zone
