from chassis.features.email_limits import count_email_within_limit
from chassis.formats import format_moscow_time
from chassis.mail import mail_queue

from content.inquiries.tables import Contact, ServiceRequest
from content.runtime import Session
from content.site import emails as site


async def send_contact_acknowledgement(db: Session, contact: Contact) -> None:
    """Queue an email that confirms the message and names its reference."""
    await _send(db, "contact_received", contact, to=contact.email)


async def send_request_acknowledgement(db: Session, request: ServiceRequest) -> None:
    """Queue an email that confirms the request of a guest who gave an address. Users get a notification instead."""
    if request.email and request.user_id is None:
        await _send(db, "request_received", request, to=request.email)


async def _send(db: Session, kind: str, inquiry: Contact | ServiceRequest, *, to: str) -> None:
    """Queue an email to an unverified address. One address gets only a few emails a day, of both kinds together.

    The email contains nothing that the sender typed. Otherwise the form could send any text to anyone in the company's
    name.
    """
    per_day = db.runtime.settings.emails_per_recipient_per_day
    if not await count_email_within_limit(db, "contact", to, per_day=per_day):
        return
    due_at = format_moscow_time(inquiry.due_at, "d MMMM, HH:mm 'МСК'")
    email = await site.render_email(db, kind, reference=inquiry.reference, due_at=due_at)
    headers = {"Auto-Submitted": "auto-replied"}
    await mail_queue.queue_email(db, to=to, **email._asdict(), kind=kind, headers=headers)
