"""A service that has lost its database: its copies of other services' data come back from their owners."""

import os
import subprocess
import sys
from typing import Any

import psycopg

from tests.faults.stack import ROOT, read_parts, replicas_of
from tests.journeys import databases
from tests.journeys.answers import expect_json
from tests.journeys.databases import local_stack
from tests.journeys.users import sign_in, sign_up, wait_for

PEOPLE = "SELECT id, email, first_name, role, is_blocked, marketing FROM users WHERE NOT is_erased ORDER BY id"
SETTINGS = "SELECT site_name, contact_phone, working_hours FROM site_settings_copy"

# The demo content has its orders without events.
BUYERS, DEMO_BUYER = "SELECT email FROM users WHERE is_buyer", "buyer@example.com"


def command(verb: str, **environment: str) -> None:
    words = [sys.executable, "-m", "deploy.local", verb]
    subprocess.run(words, cwd=ROOT, env=os.environ | environment, check=True, stdout=subprocess.DEVNULL)


def read_copies(where: str) -> list[list[tuple[Any, ...]]]:
    return [databases.read_rows(where, query) for query in (PEOPLE, SETTINGS)]


@local_stack
def test_notifications_gets_people_and_settings_again_without_a_backup() -> None:
    person, where = sign_up(), databases.address("notifications")
    admin = sign_in(os.environ["ADMIN_EMAIL"], os.environ["ADMIN_PASSWORD"])
    # The name of the site is copied only after a change of the settings.
    version = expect_json(admin.http.get("/api/settings"))["version"]
    expect_json(admin.http.put("/api/settings", json={"version": version}))
    wait_for(lambda: databases.read_rows(where, SETTINGS))
    wait_for(lambda: person.email in str(read_copies(where)))
    before = read_copies(where)
    replicas = replicas_of("notifications", read_parts())
    for replica in replicas:
        command("stop", P=replica)
    database_url = where.replace("postgresql://", "postgresql+psycopg://")
    with psycopg.connect(where) as database:
        database.execute("DROP SCHEMA public CASCADE")
        database.execute("CREATE SCHEMA public")
    migrate = [sys.executable, "-m", "chassis.migrate", "notifications"]
    subprocess.run(migrate, cwd=ROOT, env=os.environ | {"DATABASE_URL": database_url}, check=True)
    for replica in replicas:
        command("start", P=replica)
    assert not databases.read_rows(where, PEOPLE)
    for owner in ("auth", "content"):
        command("replay", P="notifications", FROM=owner)
    wait_for(lambda: read_copies(where) == before, seconds=60)
    wait_for(lambda: (DEMO_BUYER,) in databases.read_rows(where, BUYERS))

    # It knows them: a message to one of them arrives, and nobody got any from the replay.
    def inbox() -> Any:
        return expect_json(person.http.get("/api/notifications"))

    assert inbox()["total"] == 0
    body = {"type": "system", "title": "Новость", "message": "Текст", "audience": {"user_ids": [person.id]}}
    expect_json(admin.http.post("/api/notifications/admin/send", json=body), 202)
    wait_for(lambda: inbox()["total"] == 1)
    for one in (person, admin):
        one.http.close()
