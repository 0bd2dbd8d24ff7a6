"""Russian typesetting of server-rendered pages and emails.

The rules are the same as in web/src/lib/typography.ts: a server-rendered page must break its lines like the app, and a
journey compares the two. The functions are pure.
"""

import re

NBSP = "\u00a0"
JOINER = "\u2060"
ALPHA = r"[^\W\d_]"
SHORT_WORDS = "а|без|в|во|вы|для|до|за|и|из|или|к|ко|мы|на|над|не|ни|но|о|об|обо|он|от|по|под|при|про|с|со|то|ты|у|я"
SHORT_WORD = re.compile(rf"(^|[\s(«„—])({SHORT_WORDS})[ \t]+(?=\S|\Z)", re.IGNORECASE)
PARTICLE = re.compile(r"[ \t]+(бы|б|же|ж|ли|ль)(?![^\W_]|-)", re.IGNORECASE)
# «3-5» gets a dash. Numbers with further hyphens, such as telephone numbers and ISO dates, do not change.
RANGE = re.compile(r"(?<![0-9\-–])([0-9]{1,4})-([0-9]{1,4})(?![0-9\-–])")
UNITS = (
    r"₽|€|%|°|км|м|мм|мкм|см|см³|л|кг|т|кВт|л\.|дн\.|мин(?:ут[аыу]?)?|ч(?:ас(?:а|ов)?)?|с|г\.|тыс\.|млн|млрд|руб|января|"
    "февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря"
)
UNIT = re.compile(rf"([0-9])[ \t]+(?=(?:{UNITS})(?![^\W_]))")
# «1 234 567», but not the code of a country: «+7 495».
DIGIT_GROUP = re.compile(r"(?<!\+)([0-9])[ \t]+(?=[0-9]{3}(?![0-9-]))")
# «20 ноября, 14:05».
TIME_OF_DAY = re.compile(rf"({ALPHA}|,)[ \t]+(?=[0-9]{{1,2}}:[0-9]{{2}}(?![0-9]))")
# «150 л. с.»: the two letters of a unit, or the initials of a name.
LETTERS_WITH_DOTS = re.compile(rf"(?<=[\W\d_]{ALPHA}\.)[ \t]+(?={ALPHA}\.)")
NUMBER_SIGN = re.compile(r"([№§])[ \t]*(?=[0-9])")
# «38-й»: a word joiner after the hyphen prevents a line break.
ORDINAL = re.compile(rf"([0-9]-)(?={ALPHA}{{1,2}}(?!{ALPHA}))")
# «2.5 л», but not the «2.0» in a model's name.
DECIMAL = re.compile(r"([0-9])\.(?=[0-9]+[ \t\u00a0](?:л|см|м|км|кг|т)(?![^\W_]))")
DASH = re.compile(r"(^|[ \t\u00a0])[-–—][ \t]+", re.MULTILINE)
QUOTE = re.compile('["“”„«»]')
TEXT_OF_HTML = re.compile(r"(?:^|(?<=>))[^<]+")


def _replace_quotes(text: str) -> str:
    """Replace the quotes of a text by « and », and quotes inside a quotation by „ and “."""
    depth = 0
    opened_at = -1

    def choose_quote(match: re.Match[str]) -> str:
        nonlocal depth, opened_at
        mark = match[0]
        position = match.start()
        follows_space = position == 0 or re.match(r"[\s([—–-]", text[position - 1]) is not None
        starts_word = follows_space or opened_at == position - 1
        is_always_opening = mark in "«„"
        is_always_closing = mark == "»"
        if is_always_opening or (starts_word and not is_always_closing):
            depth += 1
            opened_at = position
            return "„" if depth > 1 else "«"
        if depth == 0:
            return mark
        depth -= 1
        return "“" if depth > 0 else "»"

    return QUOTE.sub(choose_quote, text)


def bind_short_words(text: str) -> str:
    """Put no-break spaces after short words and before particles, units, months and times."""
    for pattern in (UNIT, DIGIT_GROUP, TIME_OF_DAY, NUMBER_SIGN):
        text = pattern.sub(rf"\1{NBSP}", text)
    text = PARTICLE.sub(rf"{NBSP}\1", text)
    text = LETTERS_WITH_DOTS.sub(NBSP, text)
    # Twice, because neighbouring words share a space.
    for _ in range(2):
        text = SHORT_WORD.sub(rf"\1\2{NBSP}", text)
    return text


def typeset(text: str) -> str:
    """Return a plain text with Russian quotes, dashes and no-break spaces; a second call changes nothing."""
    text = _replace_quotes(text).replace("...", "…")
    text = RANGE.sub(r"\1–\2", text)
    text = ORDINAL.sub(rf"\1{JOINER}", text)
    text = DECIMAL.sub(r"\1,", text)
    text = DASH.sub(_replace_dash, text)
    return bind_short_words(text)


def _replace_dash(match: re.Match[str]) -> str:
    """Return a dash, bound to the word before it. At the start of a line there is no such word."""
    return f"{NBSP}— " if match[1] else "— "


def bind_short_words_in_html(html: str) -> str:
    """Apply `bind_short_words` to the text between the tags of safe HTML."""
    return TEXT_OF_HTML.sub(lambda match: bind_short_words(match[0]), html)
