"""Any piece of a word in the lists of administrators, found by an index.

Every one, two and three letters in a row of what is searched stand in a GIN index, so a piece is looked up there
however short it is, and what is found is then compared letter by letter. pg_trgm would index three letters only, and
the PostgreSQL of `make up` does not bring it (docs/decisions/0043-pieces-of-words-have-an-index-of-our-own.md).
"""

from typing import Any

from sqlalchemy import ColumnElement, Index, Text, TextClause, and_, func, inspect, text

from chassis.tables import Base

# What each service's migration makes before its indexes. Another meaning needs another name: indexes keep the old one.
# Its cost is told as it is, a quarter of a millisecond, or the planner would work it out for every row of a table.
FUNCTION = """
CREATE FUNCTION grams(searched text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 10000
RETURN ARRAY(
    SELECT DISTINCT piece
    FROM (
        SELECT one, lead(one, 1) OVER (ORDER BY place) AS two, lead(one, 2) OVER (ORDER BY place) AS three
        FROM unnest(string_to_array(lower(searched), NULL)) WITH ORDINALITY AS letters (one, place)
    ) AS rows, unnest(ARRAY[one, one || two, one || two || three]) AS piece
    WHERE piece IS NOT NULL
)
"""
# Written out, not bound: a statement whose expression holds a parameter would not be known for the index's own.
NOTHING, BREAK = text("''"), text("chr(10)")


def searchable(table: type[Base], *names: str, letters: int | None = None) -> ColumnElement[str]:
    """These columns of a table as one text, with an index for the pieces of its words.

    Every change of an indexed column writes the whole row's pieces anew, some ten milliseconds for a thousand letters:
    of long texts whose rows change all the time only so many letters are searched.
    """
    columns = inspect(table).local_table.c
    whole: ColumnElement[str] = func.coalesce(columns[names[0]], NOTHING)
    for name in names[1:]:
        whole = joined(whole, BREAK, func.coalesce(columns[name], NOTHING))
    if letters is not None:
        whole = func.left(whole, text(str(letters)), type_=Text)
    Index(f"{table.__tablename__}_words", func.grams(whole), postgresql_using="gin")
    return whole


def joined(left: Any, between: TextClause, right: Any) -> ColumnElement[str]:
    """Two texts as one. Said by functions: of operators PostgreSQL tells another number of brackets than we wrote."""
    return func.textcat(func.textcat(left, between), right, type_=Text)


def mentions(whole: ColumnElement[str], words: str) -> ColumnElement[bool]:
    """Whether the words stand in the text as they were typed, in letters of either size."""
    return and_(func.grams(whole).op("@>")(func.grams(words)), whole.icontains(words, autoescape=True))
