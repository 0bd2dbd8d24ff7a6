"""Masking of secrets and personal data before log lines are stored. The browser is not trusted to mask them."""

import hashlib
import json
import re
from math import isfinite
from typing import Any

MASK = "[скрыто]"
SECRET_NAMES = re.compile(
    r"pass|парол|token|secret|authoriz|cookie|session|code|otp|passport|паспорт|phone|телефон|email|почта|card|cvv",
    re.I,
)
# Each pattern matches only at the start of a run of its characters: otherwise a long run costs quadratic time.
PATTERNS = [
    # A PASETO token.
    re.compile(r"v4\.(?:public|local)\.[\w-]+(?:\.[\w-]+)?"),
    # A JSON Web Token: eyJ is the beginning of {" in base64.
    re.compile(r"(?<![\w-])(?=[\w-]*eyJ)[\w-]++\.[\w-]++\.[\w-]*"),
    # The value of an Authorization header.
    re.compile(r"(?i)bearer\s+[^\s\"']+"),
    # A secret parameter of a query string.
    re.compile(r"(?i)\b(?:token|code|password|secret|state|key)=[^\s&\"']+"),
    # An email address.
    re.compile(r"(?<![\w.+-])[\w.+-]++@[\w-]++\.[\w.-]+"),
    # A Russian phone number.
    re.compile(r"(?<!\d)(?:\+7|8)[\s(-]*\d{3}[\s)-]*\d{3}[\s-]*\d{2}[\s-]*\d{2}(?!\d)"),
    # Series and number of a Russian passport.
    re.compile(r"(?<!\d)\d{2}\s?\d{2}\s?№?\s?\d{6}(?!\d)"),
    # A confirmation code.
    re.compile(r"(?<![\w-])\d{6}(?![\w-])"),
]
# Parts in which messages of one group differ: UUIDs, long hexadecimal ids, and numbers.
VARIABLE_PARTS = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}|\b[0-9a-f]{16,}\b|\d+")
MAX_DEPTH = 6
MAX_ITEMS = 50
MAX_NAME_LENGTH = 100
MAX_TEXT_LENGTH = 2000
MAX_DATA_LENGTH = 16_000


def mask_text(text: str) -> str:
    """Return the text without tokens, emails, phones, passport numbers and codes.

    NUL characters and lone surrogates are removed, because the database cannot store them.
    """
    text = text.replace("\0", "").encode("utf-8", "replace").decode()
    for pattern in PATTERNS:
        text = pattern.sub(MASK, text)
    return text[:MAX_TEXT_LENGTH]


def mask_and_shorten(value: Any) -> Any:
    """Return the masked data of a line. Data longer than MAX_DATA_LENGTH as JSON is replaced by its beginning."""
    masked_value = mask(value)
    written_value = json.dumps(masked_value, ensure_ascii=False)
    return masked_value if len(written_value) <= MAX_DATA_LENGTH else {"cut": written_value[:MAX_TEXT_LENGTH]}


def mask(value: Any, depth: int = 0) -> Any:
    """Return a masked copy of a value, with limited depth, length of lists and length of texts."""
    if depth >= MAX_DEPTH:
        return MASK
    if isinstance(value, dict):
        masked_items = {}
        for name, item in list(value.items())[:MAX_ITEMS]:
            masked_name = mask_text(str(name))[:MAX_NAME_LENGTH]
            masked_items[masked_name] = MASK if SECRET_NAMES.search(str(name)) else mask(item, depth + 1)
        return masked_items
    if isinstance(value, list):
        return [mask(item, depth + 1) for item in value[:MAX_ITEMS]]
    if isinstance(value, float) and not isfinite(value):
        # Neither JSON nor the database knows infinity. JSON.stringify writes null too.
        return None
    return mask_text(value) if isinstance(value, str) else value


def compute_fingerprint(level: str, context: str, message: str) -> str:
    """Return the key of a line's group: a digest of level, context, and message without numbers and ids."""
    constant_text = VARIABLE_PARTS.sub("#", message)
    return hashlib.blake2b(f"{level}\n{context}\n{constant_text}".encode(), digest_size=12).hexdigest()
