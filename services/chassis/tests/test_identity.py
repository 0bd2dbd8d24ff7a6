"""What a service remembers of accounts and sessions it received of."""

from datetime import UTC, datetime, timedelta

from chassis.identity import Identity

NOW = datetime(2026, 11, 23, 12, 0, tzinfo=UTC)


def test_of_two_states_of_an_account_the_higher_version_counts() -> None:
    identity = Identity(clock=lambda: NOW)
    identity.apply("account.a", b'{"status":"blocked","version":7}')
    identity.apply("account.a", b'{"status":"active","version":6}')
    assert identity.accounts["a"].status == "blocked"
    identity.apply("account.a", b'{"status":"active","version":8}')
    assert identity.accounts["a"].status == "active"


def test_ended_sessions_are_purged_after_their_tokens_expire() -> None:
    moments = [NOW, NOW + timedelta(hours=20), NOW + timedelta(hours=25)]
    identity = Identity(clock=lambda: moments[0])
    identity.apply_session("first", b"1")
    moments.pop(0)
    identity.apply_session("second", b"1")
    moments.pop(0)
    identity.purge_old_sessions()
    assert set(identity.ended) == {"second"}
