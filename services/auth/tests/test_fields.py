import pytest
from auth.fields import Code, Name, Phone
from auth.second_factor.schemas import FactorCode
from pydantic import TypeAdapter, ValidationError


@pytest.mark.parametrize("text", [" 209612", "209 612", "209-612", "\u200b209612\n", "٢٠٩٦١٢"])
def test_only_the_digits_of_a_pasted_code_count(text: str) -> None:
    assert TypeAdapter(Code).validate_python(text) == "209612"


@pytest.mark.parametrize("text", ["2096123", "", "abcdefg"])
def test_a_code_of_another_length_is_refused(text: str) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(Code).validate_python(text)


@pytest.mark.parametrize(
    ("text", "code"), [("123 456", "123456"), ("abcde-fghij", "abcdefghij"), (" abcde fghij ", "abcdefghij")]
)
def test_codes_of_apps_and_recovery_codes_may_stand_in_groups(text: str, code: str) -> None:
    assert TypeAdapter(FactorCode).validate_python(text) == code


def test_names_and_phone_numbers_lose_invisible_ends() -> None:
    assert TypeAdapter(Name).validate_python("Анна\u200b") == "Анна"
    assert TypeAdapter(Phone).validate_python("\u202a+7 916 963-59-75\u202c") == "+7 916 963-59-75"


def test_an_invisible_character_inside_a_name_is_refused() -> None:
    with pytest.raises(ValidationError, match=r"U\+200B"):
        TypeAdapter(Name).validate_python("Ан\u200bна")


def test_a_number_with_the_international_prefix_00_begins_with_a_plus() -> None:
    assert TypeAdapter(Phone).validate_python("00 49 170 1234567") == "+49 170 1234567"


def test_a_number_with_an_extension_is_refused() -> None:
    with pytest.raises(ValidationError, match="добавочного"):
        TypeAdapter(Phone).validate_python("+7 495 123-45-67 доб. 1234")
