"""Whatever bytes a client sends, the calculator answers or refuses; it never fails."""

import json

from calculator.estimates.endpoints import _parse_request
from chassis.testing.client_bytes import JSON, mutate
from fastapi.exceptions import RequestValidationError
from hypothesis import given
from hypothesis import strategies as st

from .cars import build_calculation_request

SAMPLE = json.dumps(build_calculation_request()).encode()


@given(st.binary(max_size=200) | JSON.map(lambda value: json.dumps(value).encode()) | mutate(SAMPLE))
def test_any_body_is_a_calculation_or_refused(body: bytes) -> None:
    try:
        assert _parse_request(body)
    except RequestValidationError:
        return


@given(st.dictionaries(st.sampled_from(sorted(build_calculation_request())), JSON, max_size=3))
def test_any_field_is_accepted_or_refused(fields: dict[str, object]) -> None:
    try:
        assert _parse_request(json.dumps(build_calculation_request() | fields).encode())
    except RequestValidationError:
        return
