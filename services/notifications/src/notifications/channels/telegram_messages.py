"""Messages of the bot: the text, its bold title, and a button that opens a screen of the site."""

from typing import Any
from urllib.parse import urlsplit

from notifications.channels.telegram_texts import BUTTONS
from notifications.settings import Settings

# Telegram allows 4096 UTF-16 code units of text, not counting the markup.
MAX_TEXT_LENGTH = 4096
PARAGRAPH_BREAK = "\n\n"
STATUS_PATH = "/status"


def build_message(title: str, message: str, link: str, settings: Settings) -> dict[str, Any]:
    """Build the fields of a message: a bold title, the text, and a button that opens the screen."""
    text = title
    if message:
        max_length = MAX_TEXT_LENGTH - _count_utf16_units(title + PARAGRAPH_BREAK)
        text = title + PARAGRAPH_BREAK + _shorten(message, max_length)
    bold_title = {"type": "bold", "offset": 0, "length": _count_utf16_units(title)}
    return {"text": text, "entities": [bold_title]} | build_link_button(settings, text, get_button_label(link), link)


def build_link_button(settings: Settings, text: str, button: str, path: str) -> dict[str, Any]:
    """Build the fields of a button that opens a screen.

    Telegram refuses buttons to localhost, so there the text has the link.
    """
    if not path:
        return {}
    url = settings.public_url.rstrip("/") + path
    no_preview = {"link_preview_options": {"is_disabled": True}}
    if urlsplit(url).hostname == "localhost":
        max_length = MAX_TEXT_LENGTH - _count_utf16_units(PARAGRAPH_BREAK + url)
        return no_preview | {"text": _shorten(text, max_length) + PARAGRAPH_BREAK + url}
    return no_preview | {"reply_markup": {"inline_keyboard": [[{"text": button or BUTTONS.site, "url": url}]]}}


def get_button_label(path: str) -> str:
    """Return the label of a button that opens this screen."""
    if "#message-" in path:
        return BUTTONS.conversation
    if path == STATUS_PATH:
        return BUTTONS.status
    if path.startswith("/dashboard/orders/"):
        return BUTTONS.order
    return BUTTONS.site


def _count_utf16_units(text: str) -> int:
    """Return the length as Telegram counts it."""
    return len(text.encode("utf-16-le")) // 2


def _shorten(text: str, max_length: int) -> str:
    if _count_utf16_units(text) <= max_length:
        return text
    shortened_text = text.encode("utf-16-le")[: (max_length - 1) * 2].decode("utf-16-le", errors="ignore")
    return shortened_text.rstrip() + "…"
