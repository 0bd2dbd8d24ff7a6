import pytest

pytest_plugins = ["chassis.testing.plugin", "services.notifications.tests.fixtures"]


@pytest.fixture(scope="session")
def sends_emails() -> bool:
    return True


@pytest.fixture(scope="session")
def service() -> str:
    return "notifications"


@pytest.fixture(scope="session")
def settings_overrides() -> dict[str, object]:
    return {"campaign_pause_seconds": 0.0, "delivery_retry_seconds": (0.05, 0.05), "stream_stuck_seconds": 2}


@pytest.fixture(scope="session")
def kept_tables() -> set[str]:
    # The running service keeps its keys and its row of `replicas` in memory. A redelivered event is not handled twice.
    return {"alembic_version", "vapid_keys", "replicas", "seen_events"}


@pytest.fixture(scope="session")
def restarts_sequences() -> bool:
    # The hub remembers its position in the replay log.
    return False
