"""Field types that are stricter than pydantic's own."""

import pytest
from chassis.fields import Consent, Moment, refuse_control_characters
from chassis.web.errors import build_field_problem
from pydantic import BaseModel, ValidationError


class Form(BaseModel):
    consent: Consent = True
    at: Moment | None = None


@pytest.mark.parametrize("value", [1, 1.0, "true", "True", False, 0, None, [True]])
def test_only_json_true_is_a_consent(value: object) -> None:
    with pytest.raises(ValidationError) as refusal:
        Form.model_validate({"consent": value})
    assert build_field_problem(dict(refusal.value.errors()[0])).message == "Нужно ваше согласие"


@pytest.mark.parametrize("value", [0, 1, 1.5, True, "1", "1700000000", "1e3"])
def test_a_number_is_not_a_time(value: object) -> None:
    with pytest.raises(ValidationError) as refusal:
        Form.model_validate({"at": value})
    assert build_field_problem(dict(refusal.value.errors()[0])).message == "Ожидается время вида 2026-11-20T14:05:00Z"


def test_the_document_describes_the_accepted_values() -> None:
    properties = Form.model_json_schema()["properties"]
    assert properties["consent"]["const"] is True
    assert properties["at"]["anyOf"][0]["format"] == "date-time"


@pytest.mark.parametrize("text", ["\u200b", "\u200b \ufeff\u2060", "\u3164", "\u2800\u2800", "\u00ad"])
def test_a_text_of_invisible_characters_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="видимых"):
        refuse_control_characters(text)


@pytest.mark.parametrize("text", ["", "  ", "да", "👨\u200d👩\u200d👧", "не\u00adразрывно", "می\u200cخواهم"])
def test_invisible_characters_may_stand_in_a_text(text: str) -> None:
    assert refuse_control_characters(text) == text
