import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from chassis.testing.nats_cluster import nats_cluster
from chassis.testing.servers import Nats

# The sample service of the chassis' tests has events, handlers and tables.
sys.path.insert(0, str(Path(__file__).parents[2] / "chassis" / "tests" / "sample" / "src"))
pytest_plugins = ["chassis.testing.plugin"]


@pytest.fixture(scope="session")
def service() -> str:
    return "sample"


@pytest.fixture(scope="session")
def cluster() -> Iterator[list[Nats]]:
    with nats_cluster() as nodes:
        yield nodes
