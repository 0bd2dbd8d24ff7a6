"""Waiting until parts are ready."""

from collections.abc import Callable

import pytest

from deploy.local import readiness
from deploy.local.console import StepError
from deploy.local.parts import Part


def test_parts_that_are_late_are_named_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch, make_part: Callable[[str], Part]
) -> None:
    monkeypatch.setattr(readiness, "wait_until_ready", lambda part: f"{part.name} is not ready after 600 s")
    with pytest.raises(StepError, match=r"(?s)auth is not ready.*web is not ready.*make up again waits for them"):
        readiness.wait_for_all([make_part("auth"), make_part("web")])


def test_a_part_that_is_late_is_named_with_the_reason_until_it_is_ready(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], make_part: Callable[[str], Part]
) -> None:
    answers = iter(["/readyz answers 503", "/readyz answers 503", None])
    monkeypatch.setattr(readiness, "find_problem", lambda url: next(answers))
    monkeypatch.setattr(readiness, "REMINDER_SECONDS", 0)
    assert readiness.wait_until_ready(make_part("auth")) is None
    first, second, last = capsys.readouterr().out.splitlines()
    assert "auth is not ready" in first
    assert "/readyz answers 503" in first
    assert "auth is not ready" in second
    assert "auth is ready" in last


@pytest.fixture
def make_part() -> Callable[[str], Part]:
    return lambda name: Part(name=name, command=["/bin/true"], address=f"http://127.0.0.1:9/{name}")
