from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from emails.double_opt_in import VALID_FOR, has_recent_link, has_valid_link, new_link
from emails.signed_links import hash_token

NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
MINUTES = timedelta(minutes=10)


@dataclass
class Row:
    consent_at: datetime = NOW
    token_hash: bytes | None = None
    token_expires_at: datetime | None = None


def test_a_link_is_valid_for_three_days() -> None:
    row = Row()
    assert not has_valid_link(row, NOW)
    token = new_link(row, NOW)
    assert row.token_hash == hash_token(token)
    assert has_valid_link(row, NOW + VALID_FOR)
    assert not has_valid_link(row, NOW + VALID_FOR + timedelta(seconds=1))


def test_a_new_link_replaces_the_old_one_and_dates_the_consent() -> None:
    row = Row()
    first, later = new_link(row, NOW), NOW + timedelta(days=1)
    assert new_link(row, later) != first
    assert (row.consent_at, row.token_expires_at) == (later, later + VALID_FOR)


def test_a_link_is_recent_by_the_time_it_was_sent() -> None:
    row = Row()
    assert not has_recent_link(row, since=NOW - MINUTES)
    new_link(row, NOW)
    assert has_recent_link(row, since=NOW - MINUTES)
    assert not has_recent_link(row, since=NOW)
    row.token_hash = None
    assert not has_recent_link(row, since=NOW - MINUTES)
