"""Preview of auth's emails with example values.

`python -m auth.mail_preview FOLDER` writes this service's part of the preview page.
"""

from chassis.mail.preview import Preview, write_requested_part

from auth.accounts import emails
from auth.accounts.tables import SiteSettingsCopy
from auth.sessions.report_links import PATH
from auth.settings import Settings

EXAMPLE = {
    "name": "Анна",
    "code": "042917",
    "device": "Chrome, Windows 10",
    "ip": "203.0.113.7",
    "when": "20 ноября 2026, 14:05",
    "provider": "VK",
    "reason": "Спор по оплате",
    "change": "добавлен ключ доступа",
    "wait": "15 минут",
}


def render_previews() -> list[Preview]:
    """Render every kind of email."""
    settings = Settings()
    url = f"{settings.public_url}{PATH}?token=example"
    mail_previews = []
    for kind in emails.TEXTS.kinds:
        email = emails.render(kind, SiteSettingsCopy(), settings, url=url, **EXAMPLE)
        mail_previews.append(Preview(kind, email.subject, email=email))
    return mail_previews


if __name__ == "__main__":
    write_requested_part("auth", render_previews())
