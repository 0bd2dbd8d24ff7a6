"""Russian full-text search: words are compared by their stems, and the last one may be unfinished."""

import re
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Any

from chassis.lookalikes import unmix
from chassis.web.overload import ConcurrencyLimit
from sqlalchemy import ColumnElement, SQLColumnExpression, false, func, literal_column, select

RUSSIAN_CONFIG: ColumnElement[Any] = literal_column("'russian'::regconfig")
SIMPLE_CONFIG: ColumnElement[Any] = literal_column("'simple'::regconfig")
MIN_PREFIX_LENGTH = 3
# A word. A search without a word finds nothing.
WORD = re.compile(r"[^\W_]+")
# The last word, unless it is excluded (`-word`) or quoted. The captured group has only letters and digits, so
# to_tsquery finds no operator in it.
UNFINISHED_WORD = re.compile(r'(?:^|\s)(?!-)(?:\S*[^\w\s"])?([^\W_]+)[^\w"]*$')
SEARCHES = ConcurrencyLimit(running=4, waiting=20)


def limit_searches(search: str | None) -> AbstractAsyncContextManager[None]:
    """Limit concurrent searches, so that they leave database connections to other requests.

    Without a search there is no limit.
    """
    return SEARCHES.slot() if search else nullcontext()


def build_query(search: str) -> ColumnElement[Any] | None:
    """Build the text search query for the typed text. Returns None if it contains no word.

    It is a subquery, which PostgreSQL evaluates once. An expression would be parsed again for every ranked row.
    """
    search = unmix(search)
    if not WORD.search(search):
        return None
    query: ColumnElement[Any] = func.websearch_to_tsquery(RUSSIAN_CONFIG, search)
    unfinished_word = UNFINISHED_WORD.search(search)
    if unfinished_word and len(unfinished_word[1]) >= MIN_PREFIX_LENGTH and search.count('"') % 2 == 0:
        # The unfinished word is not stemmed: many words begin with the stem of a short word, such as `ки` of `кия`.
        prefix_query = func.to_tsquery(SIMPLE_CONFIG, f"{unfinished_word[1]}:*")
        other_words_query = func.websearch_to_tsquery(RUSSIAN_CONFIG, search[: unfinished_word.start(1)])
        query = query.op("||")(other_words_query.op("&&")(prefix_query))
    return select(query).scalar_subquery()


def build_search_condition(words: SQLColumnExpression[Any], search: str) -> ColumnElement[bool]:
    """Return the condition for rows whose `words` (a tsvector) match the search.

    A search without words matches no row.
    """
    query = build_query(search)
    return false() if query is None else words.op("@@")(query)


def select_snippet(text: Any, query: ColumnElement[Any]) -> ColumnElement[str]:
    """Select an excerpt of the text with matches in <mark>. The text is escaped first."""
    escaped_text = func.replace(func.replace(func.replace(text, "&", "&amp;"), "<", "&lt;"), ">", "&gt;")
    options = "StartSel=<mark>, StopSel=</mark>, MaxWords=30, MinWords=15, MaxFragments=1"
    return func.ts_headline(RUSSIAN_CONFIG, escaped_text, query, options)
