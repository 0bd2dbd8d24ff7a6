"""Spellings of a search text: telephone numbers, order numbers, and letters that look alike."""

import pytest
from chassis.database.search import list_spellings


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("8 (916) 963-59-75", "+79169635975"),
        ("+7 916 963-59-75", "+79169635975"),
        ("916 963 59 75", "+79169635975"),
        ("+49 170 1234567", "+491701234567"),
        ("963-59-75", "+79169635975"),
        # Cyrillic М and А, which look like the Latin letters.
        ("\u041c\u0410-895852", "MA-895852"),
        ("MA895852", "MA-895852"),
        ("№ ma 895852", "MA-895852"),
        ("MA-895852", "\u041c\u0410-895852"),
        ("MA-7K3QX9", "MA-7K3QX9"),
        # Cyrillic а.
        ("\u04304", "a4"),
        # й as two code points: и and a combining breve.
        ("\u0438\u0306од", "йод"),
    ],
)
def test_stored_values_are_found_in_the_spellings_that_users_type(typed: str, stored: str) -> None:
    assert any(spelling.casefold() in stored.casefold() for spelling in list_spellings(typed)), list_spellings(typed)


@pytest.mark.parametrize("typed", ["Иванов", "12", "100%", "a_b", "Volvo V60"])
def test_other_words_are_searched_as_they_are(typed: str) -> None:
    assert list_spellings(typed) == [typed]
