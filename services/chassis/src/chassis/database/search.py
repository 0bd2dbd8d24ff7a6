"""Substring search with an index, for administrators' lists.

A GIN index holds all sequences of one, two and three characters (n-grams), so even a short substring uses the index;
candidates are then compared exactly. pg_trgm indexes three characters only, and the PostgreSQL of `make up` does not
include it (docs/decisions/0043).
"""

import re
import unicodedata
from typing import Any

from sqlalchemy import ColumnElement, Index, Text, TextClause, and_, func, inspect, or_, text

from chassis.database.tables import Base
from chassis.lookalikes import TO_CYRILLIC, unmix

# Each service's migration creates this function before its indexes. If its result changes, it needs a new name, because
# existing indexes keep the old results. COST is realistic (a quarter of a millisecond), so the planner uses the index.
CREATE_GRAMS_FUNCTION = """
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
# The number of an order or a request: `MA-895852`, with № or without the hyphen, in either alphabet.
NUMBER = re.compile(r"(?:№\s*)?([A-Za-zА-Яа-я]{2})[\s-]?([A-Za-zА-Яа-я0-9]*\d[A-Za-zА-Яа-я0-9]*)")
TELEPHONE = re.compile(r"[\d\s()+.-]+")
MIN_TELEPHONE_DIGITS = 7
NATIONAL_DIGITS = 10
# Literals, not bound parameters: with a parameter in the expression PostgreSQL would not match it to the index.
EMPTY_TEXT = text("''")
LINE_BREAK = text("chr(10)")


def build_searchable(table: type[Base], *names: str, max_length: int | None = None) -> ColumnElement[str]:
    """Return the columns of a table as one searchable expression with an n-gram index; the table gets it as `searched`.

    A change of an indexed column rewrites all n-grams of the row: about ten milliseconds for a thousand characters. For
    long texts that change often, `max_length` limits how many characters are indexed and searched.
    """
    columns = inspect(table).local_table.c
    searched_text: ColumnElement[str] = func.coalesce(columns[names[0]], EMPTY_TEXT)
    for name in names[1:]:
        searched_text = join_texts(searched_text, LINE_BREAK, func.coalesce(columns[name], EMPTY_TEXT))
    if max_length is not None:
        searched_text = func.left(searched_text, text(str(max_length)), type_=Text)
    Index(f"{table.__tablename__}_words", func.grams(searched_text), postgresql_using="gin")
    setattr(table, "searched", searched_text)  # noqa: B010 - no table declares it
    return searched_text


def join_texts(left: Any, separator: TextClause, right: Any) -> ColumnElement[str]:
    """Concatenate texts with textcat().

    PostgreSQL adds brackets to an index expression with `||`, so a comparison with the migrations would differ.
    """
    return func.textcat(func.textcat(left, separator), right, type_=Text)


def contains_text(searched: ColumnElement[str], words: str) -> ColumnElement[bool]:
    """Return the condition that the text contains `words`.

    Case, the difference of `ё` and `е`, and the spelling of numbers are ignored.
    """
    return or_(*(_contains_spelling(searched, spelling) for spelling in list_spellings(words)))


def list_spellings(words: str) -> list[str]:
    """Return the spellings by which `words` are searched: as typed, in one alphabet, as an order or phone number."""
    typed_words = " ".join(unicodedata.normalize("NFC", words).split())
    terms = [typed_words, unmix(typed_words)]
    number = NUMBER.fullmatch(typed_words)
    if number:
        letters, _, digits_and_letters = unmix(f"{number[1].upper()}-{number[2].upper()}").partition("-")
        terms += [f"{letters}-{digits_and_letters}", f"{letters.translate(TO_CYRILLIC)}-{digits_and_letters}"]
    digits = re.sub(r"\D", "", typed_words)
    if TELEPHONE.fullmatch(typed_words) and len(digits) >= MIN_TELEPHONE_DIGITS:
        # A number is stored as +79169635975, and typed with 8, with +7 or without a code.
        terms.append(digits[-NATIONAL_DIGITS:] if digits[0] in "78" else digits)
    return list(dict.fromkeys(spelling for spelling in terms if spelling)) or [words]


def _contains_spelling(searched: ColumnElement[str], words: str) -> ColumnElement[bool]:
    pieces = [piece for piece in re.split("[еёЕЁ]", words) if piece]
    has_neither_letter = pieces == [words]
    if has_neither_letter:
        return and_(func.grams(searched).op("@>")(func.grams(words)), searched.icontains(words, autoescape=True))
    # The index distinguishes ё and е: it finds the parts between them, and the rows are then compared exactly.
    candidates = [func.grams(searched).op("@>")(func.grams(piece)) for piece in pieces]
    text_without_yo = func.translate(func.lower(searched), "ё", "е")
    words_without_yo = words.lower().replace("ё", "е")
    return and_(*candidates, text_without_yo.contains(words_without_yo, autoescape=True))
