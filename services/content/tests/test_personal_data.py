import json
from typing import Any
from uuid import UUID

from chassis.database.tables import new_id
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventDelivery, EventReader
from chassis.testing.personal_data import EMAIL, find_differences_after_event, find_unregistered
from chassis.testing.plugin import wait_for
from content.articles.tables import Post
from content.comments.tables import Comment
from content.inquiries.tables import Contact
from content.orders.tables import Order, OrderDocument
from content.payments.tables import Payment
from content.personal_data import PERSONAL_DATA
from content.records import build_record
from content.runtime import ContentRuntime, Session
from content.users.tables import UserCopy
from contracts.auth import ExportPart, ExportRequested, UserErased, UserErasedDone, UserUpdated
from contracts.calculator import CalculationSaved
from fastapi import FastAPI
from sqlalchemy import text

from services.content.tests.fixture_types import Factory


def test_every_table_that_names_a_user_is_registered(app: FastAPI) -> None:
    assert find_unregistered("content", PERSONAL_DATA) == []


async def test_an_erasure_removes_the_user_from_each_registered_column(
    runtime: ContentRuntime, deliver: EventDelivery
) -> None:
    def make_account_rows(id: UUID) -> dict[Any, dict[str, Any]]:
        return {UserCopy: {"id": id, "email": EMAIL}}

    assert await find_differences_after_event(runtime, PERSONAL_DATA, deliver, make_account_rows) == []


class TestPrivacy:
    async def make_person_with_texts(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_post: Factory[Post],
        make_comment: Factory[Comment],
        make_user: Factory[UserCopy],
    ) -> Any:
        person = await make_user(email="gone@example.com")
        await make_comment(await make_post(), user_id=person.id, content="Мой комментарий")
        form = {
            "name": "Пётр",
            "phone": "+7 495 000-00-33",
            "email": "gone@example.com",
            "message": "Мой вопрос",
            "consent": True,
        }
        await client.post("/api/contact", json=form, headers=build_auth_headers(id=person.id))
        request = {
            "kind": "callback",
            "name": "Пётр",
            "phone": "+7 495 000-00-33",
            "message": "После шести",
            "consent": True,
        }
        await client.post("/api/requests", json=request, headers=build_auth_headers(id=person.id))
        await client.post("/api/newsletter", json={"email": "GONE@example.com", "consent": True})
        return person

    async def test_export_has_the_rows_of_all_features(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_post: Factory[Post],
        make_comment: Factory[Comment],
        make_user: Factory[UserCopy],
        make_order: Factory[Order],
        deliver: EventDelivery,
        read_events: EventReader,
        db: Session,
    ) -> None:
        person = await self.make_person_with_texts(client, build_auth_headers, make_post, make_comment, make_user)
        order = await make_order(user_id=person.id, title="Моя машина")
        document = {"step": "purchase", "title": "Паспорт", "side": "client", "file_name": "паспорт.pdf"}
        db.add(build_record(db, OrderDocument, order_id=order.id, status="rejected", reason="Размыто.", **document))
        await db.commit()
        await deliver(ExportRequested(user_id=person.id, export_id=new_id()))
        part = (await read_events(ExportPart))[0]
        assert part.service == "content"
        assert part.data["comments"][0]["content"] == "Мой комментарий"
        assert part.data["contacts"][0]["message"] == "Мой вопрос"
        [exported_order] = part.data["orders"]
        assert exported_order["title"] == "Моя машина"
        assert len(exported_order["steps"]) == 7
        [exported_document] = exported_order["documents"]
        assert exported_document["file_name"] == "паспорт.pdf"
        assert exported_document["reason"] == "Размыто."
        assert part.data["newsletter"]["email"] == "GONE@example.com"
        assert len(part.data["requests"]) == 1
        assert [booking["note"] for booking in part.data["bookings"]] == ["После шести"]

    async def test_export_has_what_the_person_sent_as_a_guest_from_the_address_of_the_account(
        self,
        client: ApiClient,
        make_user: Factory[UserCopy],
        deliver: EventDelivery,
        read_events: EventReader,
    ) -> None:
        person = await make_user(email="anna@example.com", phone="+74950000033")
        form = {"name": "Анна", "phone": "+7 495 000-00-33", "message": "Мой вопрос", "consent": True}
        await client.post("/api/contact", json=form | {"email": "Anna@example.com"})
        # The number of an account is unverified, so another person's message with it is not exported.
        await client.post("/api/contact", json=form | {"email": "other@example.com", "message": "Чужой вопрос"})
        await deliver(ExportRequested(user_id=person.id, export_id=new_id()))
        [contact] = (await read_events(ExportPart))[0].data["contacts"]
        assert contact["message"] == "Мой вопрос"
        assert "note" not in contact

    async def test_large_export_has_the_newest_rows_and_counts_the_others(
        self,
        make_post: Factory[Post],
        make_comment: Factory[Comment],
        make_order: Factory[Order],
        deliver: EventDelivery,
        read_events: EventReader,
    ) -> None:
        post = await make_post()
        user_id = new_id()
        order = await make_order(user_id=user_id)
        for number in range(400):
            await make_comment(post, user_id=user_id, content=f"{number:04}" + "ж" * 996)
        await deliver(ExportRequested(user_id=user_id, export_id=new_id()))
        data = (await read_events(ExportPart))[0].data
        assert len(json.dumps(data, ensure_ascii=False).encode()) < 750_000
        assert [row["id"] for row in data["orders"]] == [str(order.id)]
        exported_numbers = [int(row["content"][:4]) for row in data["comments"]]
        assert exported_numbers == list(range(399, 399 - len(exported_numbers), -1))
        assert data["left_out"] == {"comments": 400 - len(exported_numbers)}

    async def test_erasure_keeps_orders_and_payments_without_their_buyer(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_post: Factory[Post],
        make_comment: Factory[Comment],
        make_user: Factory[UserCopy],
        make_order: Factory[Order],
        make_payment: Factory[Payment],
        deliver: EventDelivery,
        read_events: EventReader,
        db: Session,
    ) -> None:
        person = await self.make_person_with_texts(client, build_auth_headers, make_post, make_comment, make_user)
        await make_payment(await make_order(user_id=person.id))
        await deliver(UserErased(user_id=person.id, erasure_id=new_id()))
        end_event = (await read_events(UserErasedDone))[0]
        assert (end_event.service, end_event.user_id) == ("content", person.id)
        for table in ("comments", "contacts", "requests", "bookings", "subscribers", "user_copies"):
            assert await db.scalar(text(f"SELECT count(*) FROM {table}")) == 0, table  # noqa: S608
        for table in ("orders", "payments"):
            assert await db.scalar(text(f"SELECT count(*) FROM {table} WHERE user_id IS NULL")) == 1  # noqa: S608

        assert await db.scalar(text("SELECT count(*) FROM mail_outbox")) == 0
        account_fields = {"email": "gone@example.com", "first_name": "Пётр", "last_name": "Орлов", "role": "user"}
        await deliver(UserUpdated(user_id=person.id, **account_fields))
        calculation = CalculationSaved(
            calculation_id=new_id(), user_id=person.id, edition="ru-2026-01", total_customs=1, total=1
        )
        await deliver(calculation)
        assert await db.scalar(text("SELECT count(*) FROM user_copies")) == 0
        assert await db.scalar(text("SELECT count(*) FROM saved_calculations WHERE user_id IS NOT NULL")) == 0

        async def is_published() -> Any:
            return await db.scalar(text("SELECT count(*) FROM outbox WHERE published_at IS NULL")) == 0

        await wait_for(is_published)

    async def test_erasure_finds_texts_that_the_account_wrote_as_a_guest(
        self, client: ApiClient, make_user: Factory[UserCopy], deliver: EventDelivery, db: Session
    ) -> None:
        user = await make_user(first_name="Пётр", last_name="Орлов", phone="+7 495 000-00-33")
        request = {"kind": "callback", "phone": "8 495 000 00 33", "consent": True}
        for name in ("пётр", "Пётр Орлов", "Ирина"):
            assert (await client.post("/api/requests", json=request | {"name": name})).status_code == 201
        request_with_other_email = request | {"name": "Пётр", "email": "other@example.com"}
        assert (await client.post("/api/requests", json=request_with_other_email)).status_code == 201
        await deliver(UserErased(user_id=user.id, erasure_id=new_id()))
        # The phone number is not verified: a request with another name or email may be another person's.
        rows = await db.execute(text("SELECT name, email FROM requests ORDER BY id"))
        assert [tuple(row) for row in rows] == [("Ирина", None), ("Пётр", "other@example.com")]

    async def test_erasure_removes_an_employees_name_from_articles_and_revisions(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_user: Factory[UserCopy],
        deliver: EventDelivery,
        db: Session,
    ) -> None:
        user = await make_user(first_name="Анна", last_name="Орлова", role="admin")
        headers = build_auth_headers(id=user.id, role="admin", first_name="Анна", last_name="Орлова")
        url = "/api/content/admin/posts"
        article = {"title": "Своя", "content": "Текст", "category": "tips"}
        own_article = (await client.post(url, json=article, headers=headers)).json()["item"]
        other_author = {"title": "Чужая", "author_first_name": "Марта", "author_last_name": "Ильинская"}
        other_article = (await client.post(url, json=article | other_author, headers=headers)).json()["item"]
        change = {"version": own_article["version"], "title": "Своя, исправленная"}
        assert (await client.patch(f"{url}/{own_article['id']}", json=change, headers=headers)).status_code == 200
        await deliver(UserErased(user_id=user.id, erasure_id=new_id()))
        rows = await db.execute(text("SELECT id, author_first_name, author_last_name FROM posts ORDER BY id"))
        assert [tuple(row) for row in rows] == [
            (UUID(own_article["id"]), "Редакция", ""),
            (UUID(other_article["id"]), "Марта", "Ильинская"),
        ]
        assert await db.scalar(text("SELECT editor_name FROM post_revisions")) == "Удалённый пользователь"

    async def test_audit_log_holds_no_texts_and_no_address_of_a_client(
        self,
        client: ApiClient,
        admin: dict[str, str],
        make_contact: Factory[Contact],
        make_post: Factory[Post],
        make_comment: Factory[Comment],
        db: Session,
        deliver: EventDelivery,
    ) -> None:
        contact = await make_contact()
        comment = await make_comment(await make_post())
        path = "/api/content/admin"
        note = {"version": 1, "status": "in_progress", "note": "Просил звонить жене"}
        assert (await client.patch(f"{path}/contacts/{contact.id}", json=note, headers=admin)).status_code == 200
        correction = {"version": 1, "content": "Мой телефон закрыт"}
        assert (await client.patch(f"{path}/comments/{comment.id}", json=correction, headers=admin)).status_code == 200
        subscriber = {"email": "gone@example.com"}
        assert (await client.post(f"{path}/newsletter", json=subscriber, headers=admin)).status_code == 201
        entries = (await client.get(f"{path}/audit", headers=admin)).json()["items"]
        assert [entry["changes"] for entry in reversed(entries)] == [
            {"status": "in_progress", "note": "…"},
            {"content": "…"},
            {"email": "…"},
        ]
        await deliver(UserErased(user_id=UUID(entries[0]["actor_id"]), erasure_id=new_id()))
        names = set(await db.scalars(text("SELECT actor_name FROM audit_entries")))
        assert names == {"Удалённый пользователь"}
