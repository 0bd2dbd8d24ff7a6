from chassis.features.recipients import count_email_within_limit
from chassis.formats import format_moscow_time
from chassis.mail import mail_queue

from content.inquiries.tables import Contact
from content.runtime import Session
from content.site import emails as site


async def send_acknowledgement(db: Session, contact: Contact) -> None:
    """Queue an email that confirms the message and names its reference. One address gets only a few emails a day.

    The address is unverified, so the email contains nothing that the sender typed. Otherwise the form could send any
    text to anyone in the company's name.
    """
    if not await count_email_within_limit(
        db, "contact", contact.email, per_day=db.runtime.settings.emails_per_recipient_per_day
    ):
        return
    due_at = format_moscow_time(contact.due_at, "d MMMM, HH:mm 'МСК'")
    email = await site.render_email(db, "contact_received", reference=contact.reference, due_at=due_at)
    headers = {"Auto-Submitted": "auto-replied"}
    await mail_queue.queue_email(db, to=contact.email, **email._asdict(), kind="contact_received", headers=headers)
