"""Preview of all notifications with example values.

`python -m notifications.mail_preview FOLDER` writes this service's part of the preview page (`make mail-preview`).
"""

from chassis.mail.preview import Preview, write_requested_part

from notifications.channels.email import EmailEntry, render
from notifications.channels.tables import SiteSettingsCopy
from notifications.rules.examples import EXAMPLE_TIME, EXAMPLES
from notifications.rules.registry import RULES_BY_EVENT
from notifications.rules.texts import fill_in_message
from notifications.settings import Settings

RECEIVERS = {
    "user": "тот, о ком событие",
    "assignee": "ответственный сотрудник",
    "admins": "администраторы",
    "everyone": "все",
    "subscribers": "согласившиеся на рассылку",
}


def render_previews() -> list[Preview]:
    """Render each text as its recipients read it: in the bell, in the toast and, if it is emailed, in the email."""
    site_settings = SiteSettingsCopy(
        contact_phone="+7 495 000-00-00", working_hours="Будни 9:00–19:00, суббота 10:00–16:00", event_time=EXAMPLE_TIME
    )
    public_url = Settings().public_url
    unsubscribe_url = f"{public_url}/api/notifications/unsubscribe?token=example"
    mail_previews = []
    for event in EXAMPLES:
        for rule in RULES_BY_EVENT[type(event)]:
            if not rule.applies(event):
                continue
            text = rule.text
            title, message = fill_in_message(text.title, text.message, rule.build_values(event, EXAMPLE_TIME))
            link = text.link.format_map(event.model_dump(mode="json"))
            email = None
            if "email" in text.channels:
                note = rule.build_email_note(event)
                email_text = f"{message}\n\n{note}" if note else message
                entries = [EmailEntry(title, email_text, public_url + link)]
                email = render(entries, first_name="Анна", site_settings=site_settings, unsubscribe_url=unsubscribe_url)
            facts = {
                "Кому": RECEIVERS[text.to],
                "Тип": text.type,
                "Каналы": ", ".join(text.channels),
                "Ведёт": link,
            }
            mail_previews.append(Preview(rule.key, title, message, facts, email))
    return mail_previews


if __name__ == "__main__":
    write_requested_part("notifications", render_previews())
