"""Preview of content's emails with example values.

`python -m content.mail_preview FOLDER` writes this service's part of the preview page.
"""

from chassis.mail.preview import Preview, write_requested_part

from content.settings import Settings
from content.site.emails import TEXTS, build_signature
from content.site.schemas import SiteSettingsRead


def render_previews() -> list[Preview]:
    """Render every kind of email."""
    url = Settings().public_url
    examples = {
        "contact_received": {"reference": "MA-7F3K2Q", "due_at": "23 ноября, 10:15 МСК"},
        "request_received": {"reference": "MA-4C8T5W", "due_at": "23 ноября, 10:15 МСК"},
        "newsletter_confirm": {"confirm_url": f"{url}/api/newsletter/confirm?token=example"},
        "newsletter_post": {
            "post_title": "Сколько стоит растаможить дизель",
            "excerpt": "Считаем по действующей редакции на трёх примерах.",
            "post_url": f"{url}/blog/dizel",
            "unsubscribe_url": f"{url}/api/newsletter/unsubscribe?token=example",
        },
    }
    signature = build_signature(SiteSettingsRead())
    mail_previews = []
    for kind in TEXTS.kinds:
        email = TEXTS.render(kind, **signature, **examples[kind])
        mail_previews.append(Preview(kind, email.subject, email=email))
    return mail_previews


if __name__ == "__main__":
    write_requested_part("content", render_previews())
