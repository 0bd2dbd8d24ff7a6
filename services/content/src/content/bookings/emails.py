from datetime import timedelta

from chassis.formats import moscow_time
from chassis.mail import mail_queue

from content.bookings import queries
from content.runtime import Runtime, Session

IN_SUBJECT, IN_TEXT = "dd.MM 'в' HH:mm 'МСК'", "dd.MM.y 'в' HH:mm 'МСК'"


async def send_reminders(db: Session, runtime: Runtime) -> None:
    """Queue one reminder email for each confirmed booking that is near."""
    now, ahead = runtime.now(), timedelta(hours=runtime.settings.booking_reminder_hours)
    for booking, user in await queries.lock_near(db, now=now, until=now + ahead):
        booking.reminded_at = now
        db.add(booking)
        at = booking.starts_at
        assert at is not None
        await mail_queue.queue(
            db,
            to=user.email,
            subject=f"Напоминание: {booking.title.lower()} {moscow_time(at, IN_SUBJECT)}",
            text=f"Здравствуйте, {user.first_name}!\n\nЖдём вас {moscow_time(at, IN_TEXT)}: {booking.title.lower()}.\n"
            "Перенести или отменить встречу можно в личном кабинете.\n",
            kind="booking_reminder",
        )
