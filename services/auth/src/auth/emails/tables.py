from datetime import datetime

from persistence.tables import Base, UtcDateTime
from sqlmodel import Field


class SiteSettingsCopy(Base, table=True):
    """A copy of the site settings that emails show; the content service publishes their changes."""

    __tablename__ = "site_settings_copy"
    id: int = Field(default=1, primary_key=True)
    site_name: str = "Меридиан Авто"
    contact_phone: str = "+7 495 000-00-00"
    contact_email: str = "hello@example.com"
    working_hours: str = "будни 9:00–19:00, суббота 10:00–16:00"
    # The time of the newest event applied.
    event_time: datetime | None = Field(default=None, sa_type=UtcDateTime)
