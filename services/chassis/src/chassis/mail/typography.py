"""Non-breaking spaces in the HTML of emails, as the pages of the site have them (web/src/lib/typography.ts)."""

import re
from typing import Any

NBSP = "\u00a0"
SHORT_WORDS = "а|без|в|во|вы|для|до|за|и|из|или|к|ко|мы|на|над|не|ни|но|о|об|обо|он|от|по|под|при|про|с|со|то|ты|у|я"
UNITS = (
    "₽|€|%|км|л|ч|мин|час|МСК|г\\.|года|лет|день|дня|дней|секунд|января|февраля|марта|апреля|мая|июня|июля|августа|"
    "сентября|октября|ноября|декабря"
)
_after_short_word = re.compile(rf"(?<![\w-])({SHORT_WORDS}) (?=\S)", re.IGNORECASE)
_before_unit = re.compile(rf"(\d) (?=(?:{UNITS})(?!\w))|№ (?=\d)")


def bind_short_words(value: Any) -> Any:
    """Keep short words with the next word, and numbers with their units. Values that are no text stay."""
    if not isinstance(value, str):
        return value
    bound = _before_unit.sub(lambda found: found[0][:-1] + NBSP, value)
    # Two passes, because neighbouring words share a space: «и в Москве».
    for _ in range(2):
        bound = _after_short_word.sub(rf"\1{NBSP}", bound)
    # Safe markup stays what it is.
    return type(value)(bound) if hasattr(value, "__html__") else bound
