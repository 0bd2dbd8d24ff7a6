"""A customer's card, and the notes of the staff: their access, export and erasure."""

from typing import Any

from chassis.database.tables import new_id
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventDelivery, EventReader
from content.audit.tables import AuditEntry
from content.cars.tables import Car
from content.customers.tables import CustomerNote
from content.inquiries.tables import Contact, ServiceRequest
from content.orders.tables import Order
from content.runtime import Session
from content.users.tables import UserCopy
from contracts.auth import ExportPart, ExportRequested, UserErased
from sqlalchemy import func, select
from sqlmodel import col

from services.content.tests.fixture_types import Factory

CUSTOMERS = "/api/content/admin/customers"


async def count_notes(db: Session) -> int | None:
    return await db.scalar(select(func.count()).select_from(CustomerNote))


class TestCard:
    async def test_card_has_the_newest_rows_of_the_customer_only(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        admin: dict[str, str],
        make_user: Factory[UserCopy],
        make_order: Factory[Order],
        make_contact: Factory[Contact],
        make_request: Factory[ServiceRequest],
        make_car: Factory[Car],
    ) -> None:
        customer = await make_user()
        order = await make_order(user_id=customer.id, title="Audi A6, 2021")
        contact = await make_contact(user_id=customer.id, subject="Доставка")
        request = await make_request(user_id=customer.id)
        for make_row in (make_order, make_contact, make_request):
            await make_row(user_id=new_id())
        customer_headers = build_auth_headers(id=customer.id)
        car = await make_car(price_rub=3_000_000)
        assert (await client.put(f"/api/me/favorites/{car.id}", headers=customer_headers)).is_success
        assert (
            await client.post("/api/me/reservations", json={"car_id": str(car.id)}, headers=customer_headers)
        ).is_success
        search = {"name": "Универсалы", "filters": {"price_max": 5_000_000}}
        assert (await client.post("/api/me/searches", json=search, headers=customer_headers)).is_success

        answer = await client.get(f"{CUSTOMERS}/{customer.id}", headers=admin)
        assert answer.status_code == 200, answer.text
        card: Any = answer.json()
        assert [row["id"] for row in card["orders"]["items"]] == [str(order.id)]
        assert [(row["id"], row["subject"]) for row in card["contacts"]["items"]] == [(str(contact.id), "Доставка")]
        assert [(row["id"], row["subject"]) for row in card["requests"]["items"]] == [(str(request.id), "callback")]
        assert [row["car_id"] for row in card["favorites"]["items"]] == [str(car.id)]
        assert [row["status"] for row in card["reservations"]["items"]] == ["awaiting_payment"]
        assert [row["name"] for row in card["searches"]["items"]] == ["Универсалы"]
        for part in ("bookings", "calculations", "notes"):
            assert card[part] == {"items": [], "total": 0}, part

    async def test_card_has_the_inquiries_that_the_customer_sent_as_a_guest(
        self,
        client: ApiClient,
        admin: dict[str, str],
        make_user: Factory[UserCopy],
        make_contact: Factory[Contact],
        make_request: Factory[ServiceRequest],
    ) -> None:
        customer = await make_user(email="anna@example.com")
        own_message = await make_contact(user_id=customer.id, email="anna@example.com")
        guest_message = await make_contact(user_id=None, email="Anna@Example.com")
        request = await make_request(user_id=None, email="anna@example.com")
        # The customer sent none of these: one is of another person, one of another account, one has no email address.
        await make_contact(user_id=None, email="vera@example.com")
        await make_contact(user_id=new_id(), email="anna@example.com")
        await make_request(user_id=None, email=None)
        card = (await client.get(f"{CUSTOMERS}/{customer.id}", headers=admin)).json()
        contacts = [(row["id"], row["is_guest"]) for row in card["contacts"]["items"]]
        assert contacts == [(str(guest_message.id), True), (str(own_message.id), False)]
        assert card["contacts"]["total"] == 2
        assert [(row["id"], row["is_guest"]) for row in card["requests"]["items"]] == [(str(request.id), True)]
        card_of_unknown_user = (await client.get(f"{CUSTOMERS}/{new_id()}", headers=admin)).json()
        assert card_of_unknown_user["contacts"]["total"] == 0
        assert card_of_unknown_user["requests"]["total"] == 0

    async def test_more_rows_than_shown_are_counted(
        self, client: ApiClient, admin: dict[str, str], make_user: Factory[UserCopy], make_order: Factory[Order]
    ) -> None:
        customer = await make_user()
        for _ in range(22):
            await make_order(user_id=customer.id)
        orders = (await client.get(f"{CUSTOMERS}/{customer.id}", headers=admin)).json()["orders"]
        assert (len(orders["items"]), orders["total"]) == (20, 22)


class TestNotes:
    async def test_note_has_author_and_time_and_its_text_is_not_in_the_audit_log(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, make_user: Factory[UserCopy], db: Session
    ) -> None:
        customer = await make_user()
        author = await make_user(first_name="Вера", last_name="Старостина")
        admin = build_auth_headers(id=author.id, role="admin")
        url = f"{CUSTOMERS}/{customer.id}"
        add_answer = await client.post(f"{url}/notes", json={"text": "Звонить после шести"}, headers=admin)
        assert add_answer.status_code == 201, add_answer.text
        [note] = (await client.get(url, headers=admin)).json()["notes"]["items"]
        assert note == add_answer.json()["item"]
        assert (note["text"], note["author_name"]) == ("Звонить после шести", "Вера Старостина")
        entry = await db.scalar(select(AuditEntry).where(col(AuditEntry.entity) == "customer_note"))
        assert entry is not None
        assert "шести" not in str(entry.model_dump())

        assert (await client.delete(f"{CUSTOMERS}/{new_id()}/notes/{note['id']}", headers=admin)).status_code == 404
        assert (await client.delete(f"{url}/notes/{note['id']}", headers=admin)).status_code == 200
        assert (await client.delete(f"{url}/notes/{note['id']}", headers=admin)).status_code == 404
        assert (await client.get(url, headers=admin)).json()["notes"]["total"] == 0

    async def test_empty_or_long_note_and_unknown_customer_are_422_and_store_nothing(
        self, client: ApiClient, admin: dict[str, str], make_user: Factory[UserCopy], db: Session
    ) -> None:
        url = f"{CUSTOMERS}/{(await make_user()).id}/notes"
        for text in ("", "   ", "а" * 5001):
            assert (await client.post(url, json={"text": text}, headers=admin)).status_code == 422
        refusal = await client.post(f"{CUSTOMERS}/{new_id()}/notes", json={"text": "Кто это?"}, headers=admin)
        assert (refusal.status_code, refusal.json()["errors"][0]["field"]) == (422, "user_id")
        assert await count_notes(db) == 0

    async def test_export_contains_the_notes_and_an_erasure_removes_them(
        self,
        client: ApiClient,
        admin: dict[str, str],
        make_user: Factory[UserCopy],
        deliver: EventDelivery,
        read_events: EventReader,
        db: Session,
    ) -> None:
        customer = await make_user()
        url = f"{CUSTOMERS}/{customer.id}/notes"
        assert (await client.post(url, json={"text": "Ищет дизель"}, headers=admin)).is_success
        await deliver(ExportRequested(export_id=new_id(), user_id=customer.id))
        [part] = await read_events(ExportPart)
        [note] = part.data["notes_of_staff"]
        assert set(note) == {"text", "created_at"}
        assert note["text"] == "Ищет дизель"
        await deliver(UserErased(user_id=customer.id, erasure_id=new_id()))
        assert await count_notes(db) == 0
