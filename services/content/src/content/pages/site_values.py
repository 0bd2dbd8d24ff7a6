"""The site settings in the built HTML of the web app.

The build renders its pages with built-in values (`settings.json` beside the pages). The current values replace them.
The current values are also embedded as JSON. The app starts with this JSON, so its first render equals the HTML.
"""

import html
import json
import re
from typing import Any

from content.site.schemas import SiteSettingsRead

# Scripts and styles are left as they are (the policy of the pages contains their hashes), except for linked data.
BLOCK = re.compile(r"(<(script|style)\b[^>]*>.*?</\2>)", re.DOTALL)
SCRIPT_ESCAPES = str.maketrans({character: f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"})
LINKED_DATA = '<script type="application/ld+json"'


def escape_for_script(text: str) -> str:
    """Escape a JSON text for a script element.

    Nothing in the text can then end the element, begin a comment or end a line of code.
    """
    return text.translate(SCRIPT_ESCAPES)


def escape_json(value: Any) -> str:
    """Return a value as JSON for a script element."""
    return escape_for_script(json.dumps(value, ensure_ascii=False))


def _escape_for_json(text: str) -> str:
    """Return a text as it stands inside a JSON string, without the quotes."""
    return escape_json(text)[1:-1]


def _build_phone_address(phone: str) -> str:
    """Return the address of a phone link, as the app writes it."""
    return "tel:" + re.sub(r"[^\d+]", "", phone)


class SiteValues:
    """Replaces the built-in values of one build by the current values."""

    def __init__(self, built_in: dict[str, str], settings: SiteSettingsRead) -> None:
        self.values = {name: str(getattr(settings, name)) for name in built_in}
        changed_values = [
            (built_in_value, self.values[name])
            for name, built_in_value in built_in.items()
            if built_in_value and built_in_value != self.values[name]
        ]
        # The number is also in the addresses of phone links.
        phones = []
        if "contactPhone" in built_in:
            built_in_phone = _build_phone_address(built_in["contactPhone"])
            phones.append((built_in_phone, _build_phone_address(self.values["contactPhone"])))
        # React escapes texts as `html.escape` does.
        self._html = {html.escape(old): html.escape(new) for old, new in changed_values + phones}
        self._json = {_escape_for_json(old): _escape_for_json(new) for old, new in changed_values}

    def fill(self, page: str) -> str:
        """Return the page with the current values, and with their JSON at the end of its head."""
        parts = []
        # The pattern has two groups, so three kinds of parts alternate: text, block, and the name of the block's tag.
        for index, part in enumerate(BLOCK.split(page)):
            if index % 3 == 0:
                parts.append(_replace(part, self._html))
            elif index % 3 == 1:
                parts.append(_replace(part, self._json) if part.startswith(LINKED_DATA) else part)
        embedded_settings = f'<script type="application/json" id="site-settings">{escape_json(self.values)}</script>'
        return "".join(parts).replace("</head>", embedded_settings + "</head>", 1)


def _replace(text: str, pairs: dict[str, str]) -> str:
    """Apply all replacements in one pass, the longest value first: a replacement is never replaced again."""
    if not pairs:
        return text
    values = re.compile("|".join(re.escape(value) for value in sorted(pairs, key=len, reverse=True)))
    return values.sub(lambda match: pairs[match.group(0)], text)
