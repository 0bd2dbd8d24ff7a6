import pytest


@pytest.fixture(scope="session")
def sends_emails() -> bool:
    return True
