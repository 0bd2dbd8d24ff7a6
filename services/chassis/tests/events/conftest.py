from collections.abc import Iterator

import pytest
from chassis.testing.nats_cluster import nats_cluster
from chassis.testing.servers import Nats


@pytest.fixture(scope="session")
def cluster() -> Iterator[list[Nats]]:
    with nats_cluster() as nodes:
        yield nodes
