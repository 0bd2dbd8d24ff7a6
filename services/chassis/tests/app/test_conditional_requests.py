import pytest
from chassis.web.http import client_has_current_version
from starlette.requests import Request


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ([], False),
        (['W/"a"'], True),
        (['"a"'], True),
        (['"other", W/"a"'], True),
        (['"other"', '"a"'], True),
        (["*"], True),
        (['"x,y" , "a"'], True),
        (['"other"'], False),
        (["a"], False),
        (['"A"'], False),
        ([""], False),
    ],
)
def test_entity_tags_are_compared_weakly_and_in_lists(headers: list[str], expected: bool) -> None:
    scope = {"type": "http", "headers": [(b"if-none-match", value.encode()) for value in headers]}
    assert client_has_current_version(Request(scope), 'W/"a"') is expected
    assert client_has_current_version(Request(scope), '"a"') is expected
