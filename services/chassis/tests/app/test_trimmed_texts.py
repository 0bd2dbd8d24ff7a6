from typing import Annotated

import pytest
from chassis.fields import PRINTABLE_CHECK, limit_length, refuse_invisible_characters, trim
from chassis.mail.addresses import EmailAddress
from pydantic import TypeAdapter, ValidationError

LINE = TypeAdapter(Annotated[str, limit_length(1, 10), PRINTABLE_CHECK])
EMAIL = TypeAdapter(EmailAddress)


@pytest.mark.parametrize("sent_text", ["\u202a+7 916\u202c", " \u200b+7 916\ufeff\n", "+7 916"])
def test_invisible_characters_at_the_ends_are_removed(sent_text: str) -> None:
    assert trim(sent_text) == LINE.validate_python(sent_text) == "+7 916"


def test_invisible_characters_do_not_count_as_length() -> None:
    assert LINE.validate_python("\u200b" * 20 + "Анна") == "Анна"
    with pytest.raises(ValidationError):
        LINE.validate_python("\u200b \u2060")


def test_an_invisible_character_behind_an_address_is_removed() -> None:
    assert EMAIL.validate_python("anna@example.com\u200b") == "anna@example.com"


def test_an_invisible_character_inside_a_name_is_refused_with_its_code() -> None:
    with pytest.raises(ValueError, match=r"U\+200B"):
        refuse_invisible_characters("Ан\u200bна")
    with pytest.raises(ValidationError, match=r"U\+200B"):
        EMAIL.validate_python("an\u200bna@example.com")


def test_letters_are_stored_in_one_form() -> None:
    assert LINE.validate_python("и\u0306од") == "йод"
