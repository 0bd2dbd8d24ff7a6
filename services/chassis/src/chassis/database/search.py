"""Substring search with an index, for administrators' lists.

A GIN index holds all sequences of one, two and three characters (n-grams), so even a short substring uses the index;
candidates are then compared exactly. pg_trgm indexes three characters only, and the PostgreSQL of `make up` does not
include it (docs/decisions/0043).
"""

from typing import Any

from sqlalchemy import ColumnElement, Index, Text, TextClause, and_, func, inspect, text

from chassis.database.tables import Base

# Each service's migration creates this function before its indexes. If its result changes, it needs a new name, because
# existing indexes keep the old results. COST is realistic (a quarter of a millisecond), so the planner uses the index.
FUNCTION = """
CREATE FUNCTION grams(searched text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 10000
RETURN ARRAY(
    SELECT DISTINCT piece
    FROM (
        SELECT one, lead(one, 1) OVER (ORDER BY place) AS two, lead(one, 2) OVER (ORDER BY place) AS three
        FROM unnest(string_to_array(lower(searched), NULL)) WITH ORDINALITY AS characters (one, place)
    ) AS rows, unnest(ARRAY[one, one || two, one || two || three]) AS piece
    WHERE piece IS NOT NULL
)
"""
# Literals, not bound parameters: with a parameter in the expression PostgreSQL would not match it to the index.
NOTHING = text("''")
BREAK = text("chr(10)")


def searchable(table: type[Base], *names: str, max_length: int | None = None) -> ColumnElement[str]:
    """Columns of a table as one searchable expression with an n-gram index; the table gets it as `searched`.

    A change of an indexed column rewrites all n-grams of the row: about ten milliseconds for a thousand characters.
    For long texts that change often, `max_length` limits how many characters are indexed and searched.
    """
    columns = inspect(table).local_table.c
    whole: ColumnElement[str] = func.coalesce(columns[names[0]], NOTHING)
    for name in names[1:]:
        whole = joined(whole, BREAK, func.coalesce(columns[name], NOTHING))
    if max_length is not None:
        whole = func.left(whole, text(str(max_length)), type_=Text)
    Index(f"{table.__tablename__}_words", func.grams(whole), postgresql_using="gin")
    setattr(table, "searched", whole)  # noqa: B010 - no table declares it
    return whole


def joined(left: Any, between: TextClause, right: Any) -> ColumnElement[str]:
    """Concatenate texts with textcat(): PostgreSQL reports the `||` operator with other brackets than were written."""
    return func.textcat(func.textcat(left, between), right, type_=Text)


def contains_text(whole: ColumnElement[str], words: str) -> ColumnElement[bool]:
    """True if the text contains `words` literally, ignoring case."""
    return and_(func.grams(whole).op("@>")(func.grams(words)), whole.icontains(words, autoescape=True))
