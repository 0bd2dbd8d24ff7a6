"""Preview all emails: `python -m auth.mail_preview [folder]` writes them as HTML and text and sends none."""

import sys
from pathlib import Path

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
}


def write(folder: Path) -> list[Path]:
    """Write every kind of email with example values, and an index page. Returns the HTML pages."""
    folder.mkdir(parents=True, exist_ok=True)
    settings, written = Settings(), []
    for kind in emails.email_texts():
        url = f"{settings.public_url}{PATH}?token=example"
        email = emails.render(kind, SiteSettingsCopy(), settings, url=url, **EXAMPLE)
        (folder / f"{kind}.txt").write_text(f"{email.subject}\n\n{email.text}", encoding="utf-8")
        (folder / f"{kind}.html").write_text(email.html, encoding="utf-8")
        written.append(folder / f"{kind}.html")
    frames = "".join(
        f'<h2>{page.stem}</h2><iframe src="{page.name}" width="640" height="620"></iframe>' for page in written
    )
    index = folder / "index.html"
    index.write_text(f"<!doctype html><meta charset=utf-8><title>Письма</title>{frames}", encoding="utf-8")
    return [index, *written]


if __name__ == "__main__":
    pages = write(Path(sys.argv[1] if len(sys.argv) > 1 else "var/mail-preview"))
    sys.stdout.write(f"{len(pages) - 1} emails: {pages[0].resolve()}\n")
