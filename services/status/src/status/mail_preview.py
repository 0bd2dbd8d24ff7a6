"""Preview of status's emails with example values.

`python -m status.mail_preview FOLDER` writes this service's part of the preview page.
"""

from datetime import UTC, datetime, timedelta

from chassis.mail.preview import Preview, write_requested_part

from status.settings import Settings
from status.subscriptions import emails


def render_previews() -> list[Preview]:
    """Return the confirmation, and every announcement as subscribers get it."""
    url = Settings().public_url
    starts_at = datetime(2026, 11, 24, 20, 0, tzinfo=UTC)
    confirm = f"{url}/api/status/subscriptions/confirm?token=example"
    announcements = {
        "incident_opened": emails.render_incident_opened("Не приходят письма", ["email"], "Разбираемся в причине."),
        "incident_changed": emails.render_incident_changed("Не приходят письма", "resolved", "Заменили сервер."),
        "maintenance_changed": emails.render_maintenance_changed(
            "Замена дисков", "scheduled", starts_at, starts_at + timedelta(hours=1), ["storage"]
        ),
    }
    rendered_emails = {
        "subscription_confirm": emails.render_confirmation(confirm, []),
        "subscription_confirm_chosen": emails.render_confirmation(confirm, ["website", "email"]),
    }
    for kind, content in announcements.items():
        rendered_emails[kind] = emails.render_announcement(
            content.subject,
            content.text,
            public_url=url,
            unsubscribe_url=f"{url}/api/status/subscriptions/unsubscribe?token=example",
        )
    return [Preview(kind, email.subject, email=email) for kind, email in rendered_emails.items()]


if __name__ == "__main__":
    write_requested_part("status", render_previews())
