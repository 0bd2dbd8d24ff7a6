"""Russian full-text search: words are compared by their stems, and the last one may be unfinished."""

import re
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Any

from chassis.lookalikes import unmix
from chassis.web.overload import ConcurrencyLimit
from sqlalchemy import ColumnElement, SQLColumnExpression, false, func, literal_column, select

RUSSIAN: ColumnElement[Any] = literal_column("'russian'::regconfig")
SIMPLE: ColumnElement[Any] = literal_column("'simple'::regconfig")
PREFIX_FROM = 3
# Word characters only, so that nothing typed is read as a query operator.
WORD = re.compile(r"[^\W_]+")
# The last word, where it is neither excluded (`-word`) nor quoted.
UNFINISHED = re.compile(r'(?:^|\s)(?!-)(?:\S*[^\w\s"])?([^\W_]+)[^\w"]*$')
SEARCHES = ConcurrencyLimit(running=4, waiting=20)


def turn_of(search: str | None) -> AbstractAsyncContextManager[None]:
    """A turn among the searches, so that a flood of them leaves connections to the other pages; none without words."""
    return SEARCHES.turn() if search else nullcontext()


def query_for(search: str) -> ColumnElement[Any] | None:
    """The text search query for the typed text; None when it contains no word.

    A subquery, which PostgreSQL evaluates once: as an expression it parses the words again for every row it ranks.
    """
    search = unmix(search)
    if not WORD.search(search):
        return None
    query: ColumnElement[Any] = func.websearch_to_tsquery(RUSSIAN, search)
    unfinished = UNFINISHED.search(search)
    if unfinished and len(unfinished[1]) >= PREFIX_FROM and search.count('"') % 2 == 0:
        # Not stemmed: the stem of a short word, `ки` of `кия`, is the beginning of many others.
        begins = func.to_tsquery(SIMPLE, f"{unfinished[1]}:*")
        others = func.websearch_to_tsquery(RUSSIAN, search[: unfinished.start(1)])
        query = query.op("||")(others.op("&&")(begins))
    return select(query).scalar_subquery()


def matches(searched: SQLColumnExpression[Any], search: str) -> ColumnElement[bool]:
    """Whether the indexed text matches the search; nothing matches a search without words."""
    query = query_for(search)
    return false() if query is None else searched.op("@@")(query)


def snippet(text: Any, query: ColumnElement[Any]) -> ColumnElement[str]:
    """An excerpt of the text with matches in <mark>; the text is escaped first."""
    escaped = func.replace(func.replace(func.replace(text, "&", "&amp;"), "<", "&lt;"), ">", "&gt;")
    options = "StartSel=<mark>, StopSel=</mark>, MaxWords=30, MinWords=15, MaxFragments=1"
    return func.ts_headline(RUSSIAN, escaped, query, options)
