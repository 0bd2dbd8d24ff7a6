from datetime import date
from typing import Any

import pytest
from content.fields import Day, Name, Phone
from pydantic import TypeAdapter, ValidationError


class TestDay:
    @pytest.mark.parametrize(
        ("value", "day"),
        [
            ("2026-11-20", date(2026, 11, 20)),
            ("2026-11-19T21:00:00Z", date(2026, 11, 20)),
            ("2026-11-19T20:59:59Z", date(2026, 11, 19)),
            ("2026-11-20T01:00:00+05:00", date(2026, 11, 19)),
            ("2026-11-20T00:30:00", date(2026, 11, 20)),
        ],
    )
    def test_day_of_a_timestamp_is_the_day_in_moscow(self, value: str, day: date) -> None:
        assert TypeAdapter(Day).validate_python(value) == day

    @pytest.mark.parametrize("value", ["", "20.11.2026", "2026-13-01", "2026-11-20T25:00:00Z", 20261120, None])
    def test_malformed_day_is_refused(self, value: Any) -> None:
        with pytest.raises(ValidationError):
            TypeAdapter(Day).validate_python(value)


class TestPhone:
    @pytest.mark.parametrize(
        ("value", "number"),
        [
            ("8 (916) 963-59-75", "+79169635975"),
            ("00 49 170 1234567", "+491701234567"),
            ("0049 170 1234567", "+491701234567"),
            ("\u202a+7 916 963-59-75\u202c", "+79169635975"),
        ],
    )
    def test_phone_is_stored_in_one_form(self, value: str, number: str) -> None:
        assert TypeAdapter(Phone).validate_python(value) == number

    @pytest.mark.parametrize(
        ("value", "reason"),
        [("+7 495 123-45-67 доб. 1234", "добавочн"), ("+7 916\u200b 963-59-75", "U\\+200B"), ("12345", "Проверьте")],
    )
    def test_wrong_phone_is_refused_with_the_reason(self, value: str, reason: str) -> None:
        with pytest.raises(ValidationError, match=reason):
            TypeAdapter(Phone).validate_python(value)


class TestName:
    def test_name_has_no_invisible_characters(self) -> None:
        assert TypeAdapter(Name).validate_python("Анна\u200b") == "Анна"
        with pytest.raises(ValidationError, match=r"U\+200B"):
            TypeAdapter(Name).validate_python("Ан\u200bна")
