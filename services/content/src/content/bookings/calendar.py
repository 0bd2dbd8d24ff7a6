"""The calendar file of a booking, and the reminder email the day before."""

from datetime import UTC, datetime, timedelta

from chassis.errors import NotFound
from contracts.formats import moscow_time
from emails import mail

from content.bookings import queries
from content.bookings.tables import Booking
from content.runtime import Session

IN_SUBJECT, IN_TEXT = "dd.MM 'в' HH:mm 'МСК'", "dd.MM.y 'в' HH:mm 'МСК'"


def build_calendar(booking: Booking, *, site_name: str, address: str, now: datetime) -> bytes:
    """The booking as an iCalendar file, in UTC. Raises NotFound for one without a time."""
    if booking.starts_at is None or booking.ends_at is None:
        raise NotFound("У этой записи ещё нет времени")
    # A heavy library for a rare request: imported when one comes (decision 0146).
    import icalendar

    event = icalendar.Event()
    event.add("uid", f"{booking.id}@meridian")
    event.add("dtstamp", now)
    event.add("dtstart", booking.starts_at.astimezone(UTC))
    event.add("dtend", booking.ends_at.astimezone(UTC))
    event.add("summary", f"{booking.title}: {site_name}")
    event.add("location", booking.place or address)
    event.add("sequence", booking.version)
    event.add("status", "CANCELLED" if booking.status == "cancelled" else "CONFIRMED")
    calendar = icalendar.Calendar()
    calendar.add("prodid", "-//Meridian//Bookings//RU")
    calendar.add("version", "2.0")
    calendar.add_component(event)
    content: bytes = calendar.to_ical()
    return content


async def send_reminders(db: Session, _: object) -> None:
    """Queue one reminder email for each confirmed booking that is near."""
    runtime = db.runtime
    now, ahead = runtime.now(), timedelta(hours=runtime.settings.booking_reminder_hours)
    for booking, user in await queries.lock_near(db, now=now, until=now + ahead):
        booking.reminded_at = now
        db.add(booking)
        at = booking.starts_at
        assert at is not None
        await mail.queue(
            db,
            to=user.email,
            subject=f"Напоминание: {booking.title.lower()} {moscow_time(at, IN_SUBJECT)}",
            text=f"Здравствуйте, {user.first_name}!\n\nЖдём вас {moscow_time(at, IN_TEXT)}: {booking.title.lower()}.\n"
            "Перенести или отменить встречу можно в личном кабинете.\n",
            kind="booking_reminder",
        )
