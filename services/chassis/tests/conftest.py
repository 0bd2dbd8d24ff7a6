import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent / "sample" / "src"))
pytest_plugins = ["chassis.testing.plugin"]


@pytest.fixture(scope="session")
def service() -> str:
    return "sample"
