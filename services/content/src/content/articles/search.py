"""Russian full-text search: words are compared by their stems, and the last one may be unfinished."""

import re
from typing import Any

from sqlalchemy import ColumnElement, Text, cast, func, literal
from sqlalchemy.dialects.postgresql import REGCONFIG

RUSSIAN = cast(literal("russian", Text), REGCONFIG)
PREFIX_FROM = 3
# Letters and digits only: what is left cannot be read as an operator of a query.
WORD = re.compile(r"[^\W_]+")


def query_for(search: str) -> ColumnElement[Any] | None:
    """The query that finds what was typed; None when there is no word in it."""
    words = WORD.findall(search)
    if not words:
        return None
    whole = func.websearch_to_tsquery(RUSSIAN, search)
    if len(words[-1]) < PREFIX_FROM:
        return whole
    typed = " & ".join([*words[:-1], f"{words[-1]}:*"])
    return whole.op("||")(func.to_tsquery(RUSSIAN, typed))


def snippet(text: Any, query: ColumnElement[Any]) -> ColumnElement[str]:
    """A piece of the text with the found words between marks; the text itself is escaped first."""
    escaped = func.replace(func.replace(func.replace(text, "&", "&amp;"), "<", "&lt;"), ">", "&gt;")
    options = "StartSel=<mark>, StopSel=</mark>, MaxWords=30, MinWords=15, MaxFragments=1"
    return func.ts_headline(RUSSIAN, escaped, query, options)
