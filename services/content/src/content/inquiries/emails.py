from chassis.features.recipients import may_email
from chassis.mail import mail_queue

from content.inquiries.tables import Contact
from content.runtime import Session
from content.site import service as site


async def send_acknowledgement(db: Session, contact: Contact) -> None:
    """Confirm that the message arrived, with its reference number, at most three times a day per address.

    The address is unproven, so the email repeats nothing that the sender typed: else a form would send anybody
    another person's words under our signature.
    """
    if not await may_email(db, "contact", contact.email, per_day=db.runtime.settings.emails_per_recipient_per_day):
        return
    settings = await site.read_settings(db)
    await mail_queue.queue(
        db,
        to=contact.email,
        subject=f"{settings.siteName}: ваше обращение {contact.reference}",
        text=(
            "Здравствуйте!\n\n"
            f"Мы получили ваше сообщение. Его номер:\n{contact.reference}\n\n"
            f"Отвечаем в рабочее время: {settings.workingHours}.\n"
            f"Если удобнее по телефону: {settings.contactPhone}.\n\n{settings.siteName}\n"
        ),
        kind="contact_received",
    )
