"""The audit log: append-only for the service's own role too, with the address of each action."""

from uuid import UUID

import pytest
from chassis.database.tables import new_id
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventDelivery
from content.articles.tables import Post
from content.comments.tables import Comment
from content.orders.tables import Order
from content.payments.tables import Payment
from content.runtime import ContentRuntime
from contracts.auth import UserErased
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from services.content.tests.fixture_types import Factory

URL = "/api/content/admin/audit"
TEAM = "/api/content/admin/team"


async def add_entry(client: ApiClient, headers: dict[str, str]) -> None:
    body = {"name": "Нина Полякова", "position": "Менеджер", "handle": f"member-{new_id()}"}
    assert (await client.post(TEAM, json=body, headers=headers)).status_code == 201


class TestAppendOnly:
    @pytest.mark.parametrize(
        "statement",
        [
            "UPDATE audit_entries SET action = 'none'",
            "UPDATE audit_entries SET actor_name = 'Другой'",
            "UPDATE audit_entries SET actor_name = 'Удалённый пользователь', action = 'none'",
            "UPDATE audit_entries SET address = '192.0.2.1'",
            "DELETE FROM audit_entries",
            "TRUNCATE audit_entries",
        ],
    )
    async def test_audit_entries_cannot_be_changed(
        self, client: ApiClient, admin: dict[str, str], runtime: ContentRuntime, statement: str
    ) -> None:
        await add_entry(client, admin)
        with pytest.raises(DBAPIError, match=r"append-only|permission denied"):
            async with runtime.database.transaction() as db:
                await db.execute(text(statement))

    async def test_the_trigger_alone_refuses_a_change_of_an_audit_entry(
        self, client: ApiClient, admin: dict[str, str], runtime: ContentRuntime
    ) -> None:
        """A restored dump has lost the revoked privileges but has the triggers."""
        await add_entry(client, admin)

        async def delete_with_privileges() -> None:
            async with runtime.database.transaction() as db:
                await db.execute(text("GRANT UPDATE, DELETE, TRUNCATE ON audit_entries TO CURRENT_USER"))
                await db.execute(text("DELETE FROM audit_entries"))

        with pytest.raises(DBAPIError, match="append-only"):
            await delete_with_privileges()


async def test_an_audit_entry_names_its_record_even_after_the_deletion_of_the_record(
    client: ApiClient, admin: dict[str, str], make_post: Factory[Post]
) -> None:
    post = await make_post(title="Зимние шины")
    url = f"/api/content/admin/posts/{post.id}"
    change = {"featured": True, "version": post.version}
    assert (await client.patch(url, json=change, headers=admin)).status_code == 200
    assert (await client.delete(url, headers=admin)).status_code == 200
    deletion_entry, change_entry = (await client.get(URL, headers=admin)).json()["items"]
    assert (deletion_entry["title"], deletion_entry["changes"]) == ("Зимние шины", {})
    assert (change_entry["title"], change_entry["changes"]) == ("Зимние шины", {"featured": True})


async def test_the_audit_entry_of_a_payment_or_a_document_names_its_order(
    client: ApiClient, admin: dict[str, str], make_order: Factory[Order], make_payment: Factory[Payment]
) -> None:
    order = await make_order(number="MA-2291")
    payment = await make_payment(order, title="Задаток", amount_rub=50_000)
    url = f"/api/content/admin/payments/{payment.id}"
    assert (await client.patch(url, json={"version": 1, "status": "cancelled"}, headers=admin)).status_code == 200
    assert (await client.delete(url, headers=admin)).status_code == 200
    document = {"step": "customs", "title": "Паспорт"}
    documents_url = f"/api/content/admin/orders/{order.id}/documents"
    assert (await client.post(documents_url, json=document, headers=admin)).status_code == 201
    entries = (await client.get(URL, headers=admin)).json()["items"]
    titles = [entry["title"].replace("\u00a0", " ") for entry in entries]
    assert titles == ["MA-2291: Паспорт", "MA-2291: Задаток, 50 000 ₽", "MA-2291: Задаток, 50 000 ₽"]


async def test_the_audit_title_of_a_payment_has_its_sum(
    make_order: Factory[Order], make_payment: Factory[Payment]
) -> None:
    payment = await make_payment(await make_order(), title="Бронирование Volvo V60, 2022", amount_rub=50_000)
    assert payment.get_audit_title().replace("\u00a0", " ") == "Бронирование Volvo V60, 2022, 50 000 ₽"


class TestAddress:
    async def test_an_audit_entry_has_the_address_of_the_caller(self, client: ApiClient, admin: dict[str, str]) -> None:
        await add_entry(client, admin)
        [entry] = (await client.get(URL, headers=admin)).json()["items"]
        assert entry["address"] == "127.0.0.1"

    async def test_the_entry_of_a_deleted_comment_has_the_address_too(
        self, client: ApiClient, admin: dict[str, str], make_post: Factory[Post], make_comment: Factory[Comment]
    ) -> None:
        comment = await make_comment(await make_post())
        assert (await client.delete(f"/api/comments/{comment.id}", headers=admin)).status_code == 200
        [entry] = (await client.get(URL, headers=admin)).json()["items"]
        assert (entry["action"], entry["address"]) == ("delete", "127.0.0.1")

    async def test_an_erasure_removes_only_name_and_address_from_an_audit_entry(
        self, client: ApiClient, admin: dict[str, str], build_auth_headers: AuthHeadersBuilder, deliver: EventDelivery
    ) -> None:
        await add_entry(client, admin)
        [entry_before] = (await client.get(URL, headers=admin)).json()["items"]
        await deliver(UserErased(user_id=UUID(entry_before["actor_id"]), erasure_id=new_id()))
        [entry_after] = (await client.get(URL, headers=build_auth_headers(role="admin"))).json()["items"]
        assert entry_after == entry_before | {"actor_name": "Удалённый пользователь", "address": None}
