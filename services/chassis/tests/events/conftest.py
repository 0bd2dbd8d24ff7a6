from collections.abc import Iterator

import pytest
from chassis.testing.nats_cluster import run_nats_cluster
from chassis.testing.servers import Nats


@pytest.fixture(scope="session")
def cluster() -> Iterator[list[Nats]]:
    with run_nats_cluster() as nodes:
        yield nodes
