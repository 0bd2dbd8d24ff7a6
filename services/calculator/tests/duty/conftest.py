import pytest


@pytest.fixture(autouse=True)
def _clean() -> None:
    """Do nothing: these tests are of pure functions and use no database."""
