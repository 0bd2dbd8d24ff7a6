import pytest

pytest_plugins = ["chassis.testing.plugin"]


@pytest.fixture(scope="session")
def service() -> str:
    return "status"


@pytest.fixture(scope="session")
def settings_overrides() -> dict[str, object]:
    # No probe looks around by itself: each test says what is found.
    nowhere = "http://127.0.0.1:9"
    addresses = {f"{name}_url": nowhere for name in ("gateway", "auth", "content", "notifications", "calculator")}
    return {**addresses, "app_version": "test-version"}
