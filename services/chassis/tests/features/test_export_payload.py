"""The size of a data export in one message."""

import orjson
from chassis.features.personal_data import fit_lists


def test_lists_that_fit_are_complete() -> None:
    assert fit_lists({"a": [1, 2], "b": [], "chosen": {"x": 1}}) == {"a": [1, 2], "b": [], "chosen": {"x": 1}}


def test_the_first_entries_of_each_list_are_kept_and_the_others_are_counted() -> None:
    lines = ["ж" * 1000] * 100
    payload = fit_lists({"long": lines, "short": ["a", "b"]}, max_bytes=20_000)
    assert payload["short"] == ["a", "b"]
    assert payload["left_out"] == {"long": 100 - len(payload["long"])}
    assert 15_000 < len(orjson.dumps(payload)) < 21_000


def test_one_entry_that_fits_nowhere_is_left_out() -> None:
    assert fit_lists({"a": ["x" * 100]}, max_bytes=50) == {"a": [], "left_out": {"a": 1}}
