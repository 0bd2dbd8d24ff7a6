"""Emails of the contact form."""

from chassis import mail
from sqlalchemy.ext.asyncio import AsyncSession

from content.contacts.tables import Contact
from content.site import service as site


async def send_acknowledgement(db: AsyncSession, contact: Contact) -> None:
    """Confirm that the message arrived, with its reference number."""
    settings = await site.read_settings(db)
    await mail.queue(
        db,
        to=contact.email,
        subject=f"{settings.siteName}: ваше обращение {contact.reference}",
        text=(
            f"Здравствуйте, {contact.name}!\n\n"
            f"Мы получили ваше сообщение. Его номер:\n{contact.reference}\n\n"
            f"Отвечаем в рабочее время: {settings.workingHours}.\n"
            f"Если удобнее по телефону: {settings.contactPhone}.\n\n{settings.siteName}\n"
        ),
        kind="contact_received",
    )
