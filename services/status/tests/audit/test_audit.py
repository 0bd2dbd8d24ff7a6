"""Administrators' actions on incidents and maintenance leave entries that nobody can change."""

from datetime import timedelta
from uuid import uuid4

import pytest
from chassis.database.tables import new_id
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventDelivery
from chassis.testing.plugin import MovableClock
from contracts.auth import UserErased
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError
from status.audit.tables import AuditEntry
from status.runtime import Session

ADMIN = "/api/status/admin"
INCIDENT = {"title": "Не приходят письма", "severity": "major", "affectedServices": ["email"]}


class TestAudit:
    async def test_every_action_on_an_incident_or_maintenance_leaves_an_audit_entry(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, clock: MovableClock
    ) -> None:
        admin = build_auth_headers(role="admin")
        start = clock() + timedelta(hours=1)
        form = {
            "title": "Обновление базы",
            "scheduledStart": start.isoformat(),
            "scheduledEnd": (start + timedelta(hours=1)).isoformat(),
        }

        incident = (await client.post(f"{ADMIN}/incidents", json=INCIDENT, headers=admin)).json()["item"]
        incident_url = f"{ADMIN}/incidents/{incident['id']}"
        update = {"status": "monitoring", "message": "Наблюдаем"}
        assert (await client.patch(incident_url, json={"title": "Иначе"}, headers=admin)).status_code == 200
        assert (await client.post(f"{incident_url}/updates", json=update, headers=admin)).status_code == 201
        assert (await client.delete(incident_url, headers=admin)).status_code == 200

        maintenance = (await client.post(f"{ADMIN}/maintenance", json=form, headers=admin)).json()["item"]
        maintenance_url = f"{ADMIN}/maintenance/{maintenance['id']}"
        assert (await client.patch(maintenance_url, json={"title": "Иначе"}, headers=admin)).status_code == 200
        assert (await client.delete(maintenance_url, headers=admin)).status_code == 200

        page = (await client.get(f"{ADMIN}/audit", headers=admin)).json()
        assert [entry["action"] for entry in reversed(page["items"])] == [
            "incident.opened", "incident.changed", "incident.updated", "incident.withdrawn",
            "maintenance.scheduled", "maintenance.changed", "maintenance.cancelled",
        ]  # fmt: skip
        assert page["total"] == 7
        assert [entry["title"] for entry in reversed(page["items"])] == (
            ["Не приходят письма", "Иначе", "Иначе", "Иначе", "Обновление базы", "Иначе", "Иначе"]
        )
        changed_entry = page["items"][1]
        assert (changed_entry["changes"], changed_entry["actor_name"]) == ({"title": "Иначе"}, "Анна Орлова")
        assert changed_entry["address"]

    async def test_a_refused_action_leaves_no_audit_entry(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, db: Session
    ) -> None:
        admin = build_auth_headers(role="admin")
        refusal = await client.delete(f"{ADMIN}/incidents/{new_id()}", headers=admin)
        assert refusal.status_code == 404
        assert list(await db.scalars(select(AuditEntry))) == []

    async def test_only_administrators_read_the_audit_log(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        assert (await client.get(f"{ADMIN}/audit")).status_code == 401
        assert (await client.get(f"{ADMIN}/audit", headers=build_auth_headers())).status_code == 403

    @pytest.mark.parametrize(
        "statement",
        [
            "UPDATE audit_entries SET action = 'x'", "DELETE FROM audit_entries", "TRUNCATE audit_entries",
            "UPDATE audit_entries SET actor_name = 'Удалённый пользователь', address = NULL, action = 'x'",
        ],
    )  # fmt: skip
    async def test_the_database_refuses_changes_of_audit_entries(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, db: Session, statement: str
    ) -> None:
        await client.post(f"{ADMIN}/incidents", json=INCIDENT, headers=build_auth_headers(role="admin"))
        with pytest.raises(DBAPIError, match="append-only"):
            await db.execute(text(statement))

    async def test_an_erasure_removes_name_and_address_from_audit_entries(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, deliver: EventDelivery, db: Session
    ) -> None:
        erased_id = uuid4()
        await client.post(f"{ADMIN}/incidents", json=INCIDENT, headers=build_auth_headers(role="admin", id=erased_id))
        await deliver(UserErased(user_id=erased_id, erasure_id=new_id()))
        [entry] = await db.scalars(select(AuditEntry))
        assert (entry.actor_id, entry.actor_name, entry.address) == (erased_id, "Удалённый пользователь", None)
