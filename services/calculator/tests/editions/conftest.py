import pytest


@pytest.fixture(autouse=True)
def _clean() -> None:
    """Nothing here has a database to empty: these tests are of pure functions."""
