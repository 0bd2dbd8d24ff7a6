"""A service that has lost its database or its copies of other services' data gets the copies from their owners.

Every pair of services that `make replay` accepts is tested.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import psycopg
import pytest
from contracts.services import COPIED_BY

from tests.faults.stack import ROOT, list_replicas, read_parts
from tests.journeys import databases
from tests.journeys.answers import expect_json
from tests.journeys.databases import local_stack
from tests.journeys.users import Person, sign_in, sign_up, wait_for

SELECT_USERS = "SELECT id, email, first_name, role, is_blocked, marketing FROM users WHERE NOT is_erased ORDER BY id"
SELECT_SETTINGS = "SELECT site_name, contact_phone, working_hours FROM site_settings_copy"

# A copied table, its column with the user (empty if it has none), and the columns that are the same after a replay.
COPIES = {
    ("content", "auth"): ("user_copies", "id", "email, first_name, last_name, phone, role, is_blocked, marketing"),
    ("content", "calculator"): ("saved_calculations", "user_id", "id, edition, total_customs, total"),
    ("notifications", "auth"): ("users", "id", "email, first_name, last_name, role, is_blocked, marketing"),
    ("notifications", "content"): ("site_settings_copy", "", "site_name, contact_phone, working_hours"),
    ("calculator", "content"): ("orders_copy", "user_id", "order_id"),
    ("auth", "content"): ("site_settings_copy", "", "site_name, contact_phone, contact_email, working_hours"),
    ("status", "auth"): ("user_email_digests", "user_id", "digest"),
}
PAIRS = [(service, owner) for owner, services in COPIED_BY.items() for service in services]
CAR = {"price": 2_800_000, "engineVolumeLiters": 2, "age": 4, "fuelType": "petrol", "importCategory": "personal"}
# The demo orders were created without events, so only a replay shows notifications that this user has an order.
SELECT_BUYERS = "SELECT email FROM users WHERE is_buyer"
DEMO_BUYER = "buyer@example.com"


def run_make(verb: str, **environment: str) -> None:
    command = [sys.executable, "-m", "deploy.local", verb]
    subprocess.run(command, cwd=ROOT, env=os.environ | environment, check=True, stdout=subprocess.DEVNULL)


def read_copies(address: str) -> list[list[tuple[Any, ...]]]:
    return [databases.read_rows(address, query) for query in (SELECT_USERS, SELECT_SETTINGS)]


def publish_settings(admin: Person) -> None:
    """Change the settings, since they are copied only after a change."""
    version = expect_json(admin.http.get("/api/settings"))["version"]
    expect_json(admin.http.put("/api/settings", json={"version": version}))


@pytest.fixture(scope="module")
def administrator() -> Iterator[Person]:
    person = sign_in(os.environ["ADMIN_EMAIL"], os.environ["ADMIN_PASSWORD"])
    with closing(person.http):
        yield person


@pytest.fixture(scope="module")
def person(administrator: Person) -> Iterator[Person]:
    """A user whose data every service has copied."""
    person = sign_up()
    with closing(person.http):
        expect_json(person.http.post("/api/calculator/calculations", json=CAR), 201)
        order = {"user_id": person.id, "title": "BMW", "price_rub": 3_000_000}
        wait_for(lambda: administrator.http.post("/api/content/admin/orders", json=order).status_code == 201)
        publish_settings(administrator)
        yield person


@local_stack
@pytest.mark.parametrize(("service", "owner"), PAIRS)
def test_lost_copies_are_restored_from_their_owner(service: str, owner: str, person: Person) -> None:
    address = databases.get_database_url(service)
    table, key, columns = COPIES[service, owner]
    from_clause = f"FROM {table} WHERE {key} = %s" if key else f"FROM {table}"
    values = [person.id] if key else []

    def read() -> list[tuple[Any, ...]]:
        return databases.read_rows(address, f"SELECT {columns} {from_clause}", *values)

    before = wait_for(read)
    with psycopg.connect(address) as database:
        database.execute(f"DELETE {from_clause}".encode(), values)
    assert not read()
    run_make("replay", P=service, FROM=owner)
    assert wait_for(read) == before


@local_stack
def test_notifications_restores_users_and_settings_without_a_backup(person: Person, administrator: Person) -> None:
    address = databases.get_database_url("notifications")

    def read_inbox() -> Any:
        return expect_json(person.http.get("/api/notifications"))

    wait_for(lambda: databases.read_rows(address, SELECT_SETTINGS))
    wait_for(lambda: person.email in str(read_copies(address)))
    wait_for(lambda: read_inbox()["total"])
    before = read_copies(address)
    replicas = list_replicas("notifications", read_parts())
    for replica in replicas:
        run_make("stop", P=replica)
    database_url = address.replace("postgresql://", "postgresql+psycopg://")
    with psycopg.connect(address) as database:
        database.execute("DROP SCHEMA public CASCADE")
        database.execute("CREATE SCHEMA public")
    migrate = [sys.executable, "-m", "chassis.migrate", "notifications"]
    subprocess.run(migrate, cwd=ROOT, env=os.environ | {"DATABASE_URL": database_url}, check=True)
    for replica in replicas:
        run_make("start", P=replica)
    assert not databases.read_rows(address, SELECT_USERS)
    for owner in ("auth", "content"):
        run_make("replay", P="notifications", FROM=owner)
    wait_for(lambda: read_copies(address) == before)
    wait_for(lambda: (DEMO_BUYER,) in databases.read_rows(address, SELECT_BUYERS))

    # A message to one of these users arrives, and the replay itself sent no notification.
    assert read_inbox()["total"] == 0
    body = {"type": "system", "title": "Новость", "message": "Текст", "audience": {"user_ids": [person.id]}}
    expect_json(administrator.http.post("/api/notifications/admin/send", json=body), 202)
    wait_for(lambda: read_inbox()["total"] == 1)
