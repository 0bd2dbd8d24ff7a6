"""Every report of a browser is masked and limited in size, and none fails."""

import json

import pytest
from chassis.testing.client_bytes import JSON
from hypothesis import assume, given
from hypothesis import strategies as st
from pydantic import ValidationError
from status.client_logs.masking import (
    MAX_DATA_LENGTH,
    MAX_TEXT_LENGTH,
    compute_fingerprint,
    mask_and_shorten,
    mask_text,
)
from status.client_logs.schemas import LogLine


@given(JSON)
def test_any_data_of_a_log_line_is_bounded_and_can_be_stored(value: object) -> None:
    written_data = json.dumps(mask_and_shorten(value), ensure_ascii=False, allow_nan=False)
    assert len(written_data) <= MAX_DATA_LENGTH + 100
    assert "\x00" not in written_data
    written_data.encode()


@given(st.text(max_size=100))
def test_any_text_of_a_log_line_is_bounded_and_can_be_stored(text: str) -> None:
    masked_text = mask_text(text)
    assert len(masked_text) <= MAX_TEXT_LENGTH
    assert "\x00" not in masked_text
    assert compute_fingerprint("error", "x", masked_text)


@given(st.text(max_size=30), st.from_regex(r"[a-z0-9]{1,10}@[a-z0-9]{1,10}\.ru", fullmatch=True), st.text(max_size=30))
def test_an_email_anywhere_in_a_text_is_masked(before: str, email: str, after: str) -> None:
    assert email not in mask_text(f"{before} {email} {after}")


@given(JSON)
def test_a_log_line_may_carry_any_data(data: object) -> None:
    line = LogLine.model_validate({"level": "error", "message": "x", "data": data})
    assert line.data is data


@given(JSON)
def test_a_value_that_is_not_a_log_line_is_refused(value: object) -> None:
    assume(not isinstance(value, dict) or not {"level", "message"} <= value.keys())
    with pytest.raises(ValidationError):
        LogLine.model_validate(value)
