"""The ledger's checks report what is lost, doubled, reordered or miscounted, and nothing else."""

from dataclasses import replace
from typing import Any

import pytest

from tests.faults.ledger import (
    Inbox,
    Ledger,
    Violation,
    Write,
    check_effects,
    check_events,
    check_inboxes,
    check_stream,
    check_writes,
)

WRITE = Write("contact", "Вопрос 1", acknowledged=True, id="a")
ROW = ("contact", "Вопрос 1", "a")
INBOX = Inbox("anna", unread=2, total=5, revision=9, counted_unread=2, counted_total=5, last_logged=9)


def list_kinds(violations: list[Violation]) -> list[str]:
    return [violation.kind for violation in violations]


class TestWrites:
    def test_write_stored_once_is_accepted(self) -> None:
        assert check_writes([WRITE], [ROW]) == []

    def test_missing_acknowledged_write_is_lost(self) -> None:
        assert list_kinds(check_writes([WRITE], [])) == ["lost"]

    def test_acknowledged_write_with_another_id_is_lost(self) -> None:
        assert list_kinds(check_writes([WRITE], [("contact", "Вопрос 1", "b")])) == ["lost"]

    def test_two_rows_are_a_duplicate(self) -> None:
        assert list_kinds(check_writes([WRITE], [ROW, ("contact", "Вопрос 1", "b")])) == ["doubled"]

    def test_unanswered_write_may_be_stored_at_most_once(self) -> None:
        unanswered_write = replace(WRITE, acknowledged=False, id=None)
        assert check_writes([unanswered_write], []) == []
        assert check_writes([unanswered_write], [ROW]) == []
        assert list_kinds(check_writes([unanswered_write], [ROW, ("contact", "Вопрос 1", "b")])) == ["doubled"]

    def test_writes_of_different_kinds_are_separate(self) -> None:
        assert list_kinds(check_writes([WRITE], [("comment", "Вопрос 1", "a")])) == ["lost"]


class TestEffects:
    @pytest.mark.parametrize(
        ("seen", "expected"), [(["a", "b"], []), (["a"], ["lost"]), (["a", "b", "b"], ["doubled"])]
    )
    def test_each_effect_must_exist_once(self, seen: list[str], expected: list[str]) -> None:
        assert list_kinds(check_effects("the row", {"a", "b"}, seen)) == expected

    def test_each_consumer_must_apply_the_events_it_handles(self) -> None:
        published_types = {"1": "content.order.created", "2": "auth.user.verified"}
        handled_types = {"calculator": {"content.order.created"}, "notifications": set(published_types.values())}
        whole = {"calculator": ["1"], "notifications": ["1", "2"]}
        assert check_events(published_types, handled_types, whole) == []
        assert list_kinds(check_events(published_types, handled_types, whole | {"notifications": ["1"]})) == ["lost"]
        assert list_kinds(check_events(published_types, handled_types, whole | {"calculator": ["1", "1"]})) == [
            "doubled"
        ]


class TestStreams:
    @pytest.mark.parametrize(
        ("revisions", "expected"),
        [
            ([4, 5, 6], []),
            ([4, 6], ["lost"]),
            ([4, 5], ["lost"]),
            ([4, 5, 5, 6], ["doubled"]),
            ([4, 6, 5], ["reordered"]),
            ([5, 4, 4, 6], ["doubled", "reordered"]),
        ],
    )
    def test_each_revision_must_arrive_once_in_order(self, revisions: list[int], expected: list[str]) -> None:
        assert list_kinds(check_stream("a tab", revisions, first=3, last=6)) == expected


class TestInboxes:
    def test_matching_counters_are_accepted(self) -> None:
        assert check_inboxes([INBOX]) == []

    @pytest.mark.parametrize("counter", ["unread", "total", "revision"])
    def test_each_counter_of_an_inbox_is_compared(self, counter: str) -> None:
        changed_counter: dict[str, Any] = {counter: 1}
        assert list_kinds(check_inboxes([replace(INBOX, **changed_counter)])) == ["miscounted"]


def test_ledger_returns_acknowledged_writes() -> None:
    ledger = Ledger()
    ledger.add_write(WRITE)
    ledger.add_write(replace(WRITE, kind="order", acknowledged=False))
    ledger.add_refusal("503", "/api/contact")
    assert ledger.list_acknowledged_writes() == ledger.list_acknowledged_writes("contact") == [WRITE]
    assert ledger.list_acknowledged_writes("order") == []
    assert ledger.refusal_counts["503"] == 1
