"""Waiting until parts are ready."""

from collections.abc import Callable

import pytest

from deploy.local import readiness
from deploy.local.console import StepError
from deploy.local.parts import Part


def test_parts_that_are_late_are_named_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch, make_part: Callable[[str], Part]
) -> None:
    monkeypatch.setattr(readiness, "wait_until_ready", lambda part: f"{part.name} is not ready after 180 s")
    with pytest.raises(StepError, match=r"(?s)auth is not ready.*web is not ready.*make up again waits for them"):
        readiness.wait_for_all([make_part("auth"), make_part("web")])


@pytest.fixture
def make_part() -> Callable[[str], Part]:
    return lambda name: Part(name=name, command=["/bin/true"], address=f"http://127.0.0.1:9/{name}")
