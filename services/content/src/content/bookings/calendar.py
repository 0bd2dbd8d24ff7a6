from datetime import UTC, datetime

from chassis.web.errors import NotFound, raises

from content.bookings.tables import Booking
from content.site.schemas import SiteSettingsRead

# RFC 5545, section 3.8.1.11: a meeting that the company has not confirmed is tentative.
STATUSES = {"requested": "TENTATIVE", "confirmed": "CONFIRMED", "cancelled": "CANCELLED"}


@raises(NotFound)
def build_calendar(booking: Booking, settings: SiteSettingsRead, *, now: datetime) -> bytes:
    """Build an iCalendar file of a booking, in UTC. Raises NotFound for a booking without a time."""
    if booking.starts_at is None or booking.ends_at is None:
        raise NotFound("У этой записи ещё нет времени")
    # The library is large and rarely needed, so it is imported at its first use (decision 0146).
    import icalendar

    event = icalendar.Event()
    event.add("uid", f"{booking.id}@meridian")
    event.add("dtstamp", now)
    event.add("dtstart", booking.starts_at.astimezone(UTC))
    event.add("dtend", booking.ends_at.astimezone(UTC))
    event.add("summary", f"{booking.title}: {settings.siteName}")
    event.add("location", booking.place or settings.contactAddress)
    event.add("sequence", booking.version)
    event.add("status", STATUSES[booking.status])
    calendar = icalendar.Calendar()
    calendar.add("prodid", "-//Meridian//Bookings//RU")
    calendar.add("version", "2.0")
    calendar.add_component(event)
    content: bytes = calendar.to_ical()
    return content
