import sys
from pathlib import Path

import pytest

# The sample service of the chassis' tests has events, handlers and tables.
sys.path.insert(0, str(Path(__file__).parents[2] / "chassis" / "tests" / "sample" / "src"))
pytest_plugins = ["chassis.testing.plugin"]


@pytest.fixture(scope="session")
def sends_emails() -> bool:
    return True


@pytest.fixture(scope="session")
def service() -> str:
    return "sample"
