"""Short version of `make faults`: parts crash under load. No write is lost, and the site recovers by itself."""

from collections.abc import Iterator

import pytest

from tests.faults.catalogue import SHORT_SET, Fault
from tests.faults.laboratory import Laboratory, start_laboratory
from tests.journeys.databases import local_stack


@pytest.fixture(scope="module")
def laboratory() -> Iterator[Laboratory]:
    with start_laboratory(measures_time=False) as laboratory:
        yield laboratory


@local_stack
@pytest.mark.parametrize("fault", SHORT_SET, ids=[fault.name for fault in SHORT_SET])
def test_no_acknowledged_write_is_lost_duplicated_or_reordered(laboratory: Laboratory, fault: Fault) -> None:
    row = laboratory.run(fault)
    assert row.failures == [], row
