"""Undo of bulk changes: one request restores the earlier values of all records, or none if a record has changed."""

from typing import Any

import pytest
from chassis.database.tables import new_id
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventReader
from content.articles.tables import Post
from content.cars.tables import Car
from content.inquiries.tables import Contact, ServiceRequest
from content.runtime import Session
from content.team.tables import TeamMember
from content.users.tables import UserCopy
from contracts.content import PostPublished

from services.content.tests.fixture_types import Factory

ADMIN = "/api/content/admin"


@pytest.fixture
def make_record(
    make_contact: Factory[Contact],
    make_request: Factory[ServiceRequest],
    make_car: Factory[Car],
    make_post: Factory[Post],
    make_member: Factory[TeamMember],
) -> dict[str, Factory[Any]]:
    return {
        "contacts": make_contact,
        "requests": make_request,
        "cars": make_car,
        "posts": make_post,
        "team": make_member,
    }


async def change_record(
    client: ApiClient, headers: dict[str, str], kind: str, row: Any, version: int, **fields: Any
) -> dict[str, Any]:
    url = f"{ADMIN}/{kind}/{row.id}"
    answer = await client.patch(url, json={"version": version, **fields}, headers=headers)
    assert answer.status_code == 200, answer.text
    item: dict[str, Any] = answer.json()["item"]
    return item


STATUSES = [("contacts", "closed"), ("requests", "spam"), ("cars", "hidden"), ("posts", "draft"), ("team", "draft")]


@pytest.mark.parametrize(("kind", "status"), STATUSES)
async def test_bulk_change_is_undone(
    client: ApiClient, admin: dict[str, str], make_record: dict[str, Factory[Any]], kind: str, status: str
) -> None:
    rows = [await make_record[kind]() for _ in range(2)]
    statuses_before = {str(row.id): row.status for row in rows}
    changed_records = [await change_record(client, admin, kind, row, row.version, status=status) for row in rows]
    items = [
        {"id": row["id"], "version": row["version"], "status": statuses_before[row["id"]]} for row in changed_records
    ]
    answer = await client.post(f"{ADMIN}/{kind}/restore", json={"items": items}, headers=admin)
    assert (answer.status_code, answer.json()["restored"]) == (200, 2), answer.text
    for row in rows:
        item = (await client.get(f"{ADMIN}/{kind}/{row.id}", headers=admin)).json()["item"]
        assert item["status"] == statuses_before[item["id"]]


@pytest.mark.parametrize(("kind", "status"), STATUSES)
async def test_a_record_that_was_changed_meanwhile_is_named_and_nothing_is_restored(
    client: ApiClient, admin: dict[str, str], make_record: dict[str, Factory[Any]], kind: str, status: str
) -> None:
    first_record, second_record = [await make_record[kind]() for _ in range(2)]
    former_status = first_record.status
    changed_records = [
        await change_record(client, admin, kind, row, row.version, status=status)
        for row in (first_record, second_record)
    ]
    versions = {row["id"]: row["version"] for row in changed_records}
    await change_record(client, admin, kind, second_record, versions[str(second_record.id)], status=status)
    deleted_id = str(new_id())
    items = [
        {"id": id, "version": version, "status": former_status} for id, version in [*versions.items(), (deleted_id, 1)]
    ]
    refusal = await client.post(f"{ADMIN}/{kind}/restore", json={"items": items}, headers=admin)
    assert (refusal.status_code, refusal.json()["code"]) == (409, "changed_meanwhile")
    assert refusal.json()["changed"] == [str(second_record.id), deleted_id]
    item = (await client.get(f"{ADMIN}/{kind}/{first_record.id}", headers=admin)).json()["item"]
    assert item["status"] == status


async def test_former_assignee_is_restored(
    client: ApiClient,
    build_auth_headers: AuthHeadersBuilder,
    make_user: Factory[UserCopy],
    make_contact: Factory[Contact],
) -> None:
    manager = await make_user(role="admin")
    admin = build_auth_headers(id=manager.id, role="admin")
    contact = await make_contact()
    assigned_contact = await change_record(
        client, admin, "contacts", contact, contact.version, assignee_id=str(manager.id), status="in_progress"
    )
    former_values = {
        "id": assigned_contact["id"],
        "version": assigned_contact["version"],
        "status": "new",
        "assignee_id": None,
    }
    answer = await client.post(f"{ADMIN}/contacts/restore", json={"items": [former_values]}, headers=admin)
    assert answer.status_code == 200, answer.text
    item = (await client.get(f"{ADMIN}/contacts/{contact.id}", headers=admin)).json()["item"]
    assert (item["status"], item["assignee_id"]) == ("new", None)


async def test_former_assignee_without_an_account_is_refused(
    client: ApiClient,
    build_auth_headers: AuthHeadersBuilder,
    make_user: Factory[UserCopy],
    make_contact: Factory[Contact],
    db: Session,
) -> None:
    manager = await make_user(role="admin")
    admin = build_auth_headers(id=manager.id, role="admin")
    former_manager = await make_user(role="admin")
    contact = await make_contact(assignee_id=former_manager.id)
    changed_record = await change_record(
        client, admin, "contacts", contact, contact.version, assignee_id=str(manager.id)
    )
    await db.delete(former_manager)
    await db.flush()
    assignee_id = str(former_manager.id)
    entry = {
        "id": changed_record["id"],
        "version": changed_record["version"],
        "status": "new",
        "assignee_id": assignee_id,
    }
    refusal = await client.post(f"{ADMIN}/contacts/restore", json={"items": [entry]}, headers=admin)
    assert refusal.status_code == 422, refusal.text
    item = (await client.get(f"{ADMIN}/contacts/{contact.id}", headers=admin)).json()["item"]
    assert item["assignee_id"] == str(manager.id)


async def test_car_that_a_buyer_has_reserved_meanwhile_stays_shown(
    client: ApiClient, build_auth_headers: AuthHeadersBuilder, admin: dict[str, str], make_car: Factory[Car]
) -> None:
    hidden_car = await make_car(status="hidden", price_rub=4_200_000)
    shown_car = await change_record(client, admin, "cars", hidden_car, hidden_car.version, status="published")
    reserve_answer = await client.post(
        "/api/me/reservations", json={"car_id": str(hidden_car.id)}, headers=build_auth_headers()
    )
    assert reserve_answer.status_code == 201, reserve_answer.text
    former_values = {"id": shown_car["id"], "version": shown_car["version"], "status": "hidden"}
    refusal = await client.post(f"{ADMIN}/cars/restore", json={"items": [former_values]}, headers=admin)
    assert (refusal.status_code, refusal.json()["code"]) == (409, "car_held")
    assert (await client.get(f"/api/cars/{hidden_car.slug}")).status_code == 200


async def test_each_restored_record_has_an_entry_in_the_audit_log(
    client: ApiClient, admin: dict[str, str], make_contact: Factory[Contact]
) -> None:
    contacts = [await make_contact() for _ in range(2)]
    changed_records = [
        await change_record(client, admin, "contacts", row, row.version, status="spam") for row in contacts
    ]
    items = [{"id": row["id"], "version": row["version"], "status": "new"} for row in changed_records]
    assert (await client.post(f"{ADMIN}/contacts/restore", json={"items": items}, headers=admin)).status_code == 200
    entries = (await client.get(f"{ADMIN}/audit?entity=contact", headers=admin)).json()["items"]
    newest_changes = {entry["entity_id"]: entry["changes"] for entry in reversed(entries)}
    assert [newest_changes[str(row.id)]["status"] for row in contacts] == ["new", "new"]


async def test_article_that_is_shown_again_is_not_announced_again(
    client: ApiClient, admin: dict[str, str], read_events: EventReader
) -> None:
    body = {"title": "Первая", "content": "Текст статьи.", "category": "tips", "status": "published"}
    post = (await client.post(f"{ADMIN}/posts", json=body, headers=admin)).json()["item"]
    hide_answer = await client.patch(
        f"{ADMIN}/posts/{post['id']}", json={"status": "draft", "version": post["version"]}, headers=admin
    )
    former_values = {"id": post["id"], "version": hide_answer.json()["item"]["version"], "status": "published"}
    answer = await client.post(f"{ADMIN}/posts/restore", json={"items": [former_values]}, headers=admin)
    assert answer.status_code == 200, answer.text
    assert len(await read_events(PostPublished)) == 1
    assert (await client.get(f"/api/blog/posts/{post['slug']}")).status_code == 200


@pytest.mark.parametrize(("kind", "status"), STATUSES)
async def test_an_empty_long_or_wrong_list_of_records_is_not_restored(
    client: ApiClient, admin: dict[str, str], kind: str, status: str
) -> None:
    wrong_entry = {"id": str(new_id()), "version": 1, "status": "no such status"}
    repeated_entries = [wrong_entry | {"status": status}] * 2
    too_many_entries = [{"id": str(new_id()), "version": 1, "status": status} for _ in range(101)]
    for items in ([], [wrong_entry], repeated_entries, too_many_entries):
        refusal = await client.post(f"{ADMIN}/{kind}/restore", json={"items": items}, headers=admin)
        assert refusal.status_code == 422, refusal.text
