"""Substring search with an index, for the lists of administrators.

All sequences of one, two and three characters of the searched text are in a GIN index (n-grams), so that even a short
substring is looked up there; the candidates are then compared exactly. pg_trgm indexes three characters only, and the
PostgreSQL of `make up` does not include it (docs/decisions/0043).
"""

from typing import Any

from sqlalchemy import ColumnElement, Index, Text, TextClause, and_, func, inspect, text

from chassis.database.tables import Base

# Each service's migration creates this function before its indexes. A changed meaning needs a new name: existing
# indexes keep results of the old one. COST is the real cost, a quarter of a millisecond: with it the planner takes the
# index.
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
NOTHING, BREAK = text("''"), text("chr(10)")


def searchable(table: type[Base], *names: str, max_length: int | None = None) -> ColumnElement[str]:
    """The columns of a table as one searchable text, with its n-gram index; the table has it as `searched`.

    Each change of an indexed column rewrites all n-grams of the row, about ten milliseconds for a thousand characters:
    `max_length` limits how many characters are searched, for long texts that change often.
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
    """Concatenate two texts by functions: for operators PostgreSQL reports other brackets than were written."""
    return func.textcat(func.textcat(left, between), right, type_=Text)


def contains_text(whole: ColumnElement[str], words: str) -> ColumnElement[bool]:
    """Whether the text contains the words as typed, ignoring case."""
    return and_(func.grams(whole).op("@>")(func.grams(words)), whole.icontains(words, autoescape=True))
