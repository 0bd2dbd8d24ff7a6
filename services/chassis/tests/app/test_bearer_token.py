"""Parsing of the bearer token in an Authorization header."""

import pytest
from chassis.web.auth import parse_bearer_token


@pytest.mark.parametrize(
    ("header", "token"),
    [
        ("Bearer abc", "abc"),
        ("bearer  abc ", "abc"),
        ("BEARER abc", "abc"),
        ("Bearer", None),
        ("Bearer    ", None),
        ("Basic abc", None),
        ("abc", None),
        ("", None),
    ],
)
def test_only_a_bearer_header_with_a_token_counts(header: str, token: str | None) -> None:
    assert parse_bearer_token(header) == token
