"""The emails of this service: texts from `emails.yaml`, signed with the site settings."""

from typing import Any

from chassis.mail.texts import EmailTexts, RenderedEmail

from content.runtime import Session
from content.site import service
from content.site.schemas import SiteSettingsRead

TEXTS = EmailTexts("content", "emails.yaml")


def build_signature(settings: SiteSettingsRead) -> dict[str, str]:
    """Return the values of the signature: the company's name, telephone, email address and hours."""
    return {
        "site_name": settings.siteName,
        "contact_phone": settings.contactPhone,
        "contact_email": settings.contactEmail,
        "working_hours": settings.workingHours,
    }


async def render_email(db: Session, kind: str, **values: Any) -> RenderedEmail:
    """Render a signed email."""
    return TEXTS.render(kind, **build_signature(await service.read_settings_of_pages(db)), **values)
