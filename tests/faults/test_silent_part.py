"""A service that does not answer: an export names it as missing, an erasure waits for it, and metrics show both."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

from tests.faults.stack import list_pids, sum_metric
from tests.journeys import databases
from tests.journeys.answers import expect_json
from tests.journeys.data_export import complete_export, confirm_identity
from tests.journeys.databases import local_stack
from tests.journeys.users import Person, sign_up, wait_for

SILENT_SERVICE = "calculator"
MISSING_PARTS_METRIC = f'auth_export_parts_missing_total{{service="{SILENT_SERVICE}"}}'


@contextmanager
def pause_part(part: str) -> Iterator[None]:
    """Suspend all replicas of the part inside the block. Their ports are open, but nothing answers."""
    pids = list_pids(part)
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


def read_erasure_answers(address: str, person: Person) -> set[str]:
    """Return the services that have confirmed the erasure of the user."""
    query = "SELECT service FROM erasure_answers a JOIN erasures e ON e.id = a.erasure_id WHERE account_id = %s"
    return {service for (service,) in databases.read_rows(address, query, person.id)}


def is_closed(address: str, person: Person) -> bool:
    [(closed,)] = databases.read_rows(address, "SELECT closed_at FROM erasures WHERE account_id = %s", person.id)
    return closed is not None


@local_stack
def test_silent_service_is_missing_in_an_export_and_erases_later() -> None:
    person = sign_up()
    address = databases.get_database_url("auth")
    before = sum_metric("auth", MISSING_PARTS_METRIC)
    with pause_part(SILENT_SERVICE):
        copy = expect_json(person.http.get("/api/auth/me/export", headers=confirm_identity(person)))
        assert copy["complete"] is False
        assert SILENT_SERVICE in copy["missing"]
        assert sum_metric("auth", MISSING_PARTS_METRIC) > before
        expect_json(person.http.request("DELETE", "/api/auth/me", json={"password": person.password}))
        wait_for(lambda: {"auth", "content"} <= read_erasure_answers(address, person))
        assert SILENT_SERVICE not in read_erasure_answers(address, person)
        assert not is_closed(address, person)
    wait_for(lambda: is_closed(address, person))
    person.http.close()
    other = sign_up()
    assert SILENT_SERVICE in complete_export(other)["services"]
    other.http.close()
