"""Russian full-text search: words are compared by their stems, and the last one may be unfinished."""

import re
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Any

from chassis.web.overload import ConcurrencyLimit
from sqlalchemy import ColumnElement, func, literal_column, select

RUSSIAN: ColumnElement[Any] = literal_column("'russian'::regconfig")
PREFIX_FROM = 3
# Word characters only, so that nothing typed is read as a query operator.
WORD = re.compile(r"[^\W_]+")
SEARCHES = ConcurrencyLimit(running=4, waiting=20)


def turn_of(search: str | None) -> AbstractAsyncContextManager[None]:
    """A turn among the searches, so that a flood of them leaves connections to the other pages; none without words."""
    return SEARCHES.turn() if search else nullcontext()


def query_for(search: str) -> ColumnElement[Any] | None:
    """The text search query for the typed text; None when it contains no word.

    A subquery, which PostgreSQL evaluates once: as an expression it parses the words again for every row it ranks.
    """
    words = WORD.findall(search)
    if not words:
        return None
    query: ColumnElement[Any] = func.websearch_to_tsquery(RUSSIAN, search)
    if len(words[-1]) >= PREFIX_FROM:
        typed = " & ".join([*words[:-1], f"{words[-1]}:*"])
        query = query.op("||")(func.to_tsquery(RUSSIAN, typed))
    return select(query).scalar_subquery()


def snippet(text: Any, query: ColumnElement[Any]) -> ColumnElement[str]:
    """An excerpt of the text with matches in <mark>; the text is escaped first."""
    escaped = func.replace(func.replace(func.replace(text, "&", "&amp;"), "<", "&lt;"), ">", "&gt;")
    options = "StartSel=<mark>, StopSel=</mark>, MaxWords=30, MinWords=15, MaxFragments=1"
    return func.ts_headline(RUSSIAN, escaped, query, options)
