from datetime import UTC, datetime, timedelta

from chassis.features.double_opt_in import LINK_LIFETIME, OptIn
from chassis.mail.signed_links import hash_token

NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
TEN_MINUTES = timedelta(minutes=10)


def make_row() -> OptIn:
    return OptIn(email="anna@example.com", consent_at=NOW)


def test_a_link_is_valid_for_three_days() -> None:
    row = make_row()
    assert not row.has_valid_link(NOW)
    token = row.create_token(NOW)
    assert row.token_hash == hash_token(token)
    assert row.has_valid_link(NOW + LINK_LIFETIME)
    assert not row.has_valid_link(NOW + LINK_LIFETIME + timedelta(seconds=1))


def test_a_new_link_replaces_the_old_one_and_dates_the_consent() -> None:
    row = make_row()
    first_token = row.create_token(NOW)
    next_day = NOW + timedelta(days=1)
    assert row.create_token(next_day) != first_token
    assert (row.consent_at, row.token_expires_at) == (next_day, next_day + LINK_LIFETIME)


def test_a_link_is_recent_by_the_time_it_was_sent() -> None:
    row = make_row()
    assert not row.has_recent_link(since=NOW - TEN_MINUTES)
    row.create_token(NOW)
    assert row.has_recent_link(since=NOW - TEN_MINUTES)
    assert not row.has_recent_link(since=NOW)
    row.token_hash = None
    assert not row.has_recent_link(since=NOW - TEN_MINUTES)
