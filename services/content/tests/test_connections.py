"""No request holds a connection while it waits for the file store or for an event.

A few such requests would use up the pool.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID

import pytest
from chassis.database.tables import new_id
from chassis.features.storage import ObjectStorage
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder
from chassis.testing.limits import HANG_SECONDS
from chassis.testing.plugin import wait_for
from chassis.web.errors import Unavailable
from content.demo import factories
from content.orders.tables import Order, OrderDocument
from content.runtime import ContentRuntime
from sqlalchemy import event, select

from services.content.tests.fixture_types import PictureFactory

ORDERS = "/api/content/admin/orders"
PDF = {"file": ("инн.pdf", b"%PDF-1.7 scan", "application/pdf")}


class ConnectionNeedingStorage(ObjectStorage):
    """The service's storage. Each call first reads from the database, so it fails while no connection is free."""

    def __init__(self, runtime: ContentRuntime) -> None:
        self._storage = runtime.storage
        self._runtime = runtime
        self.stored: list[str] = []
        self.deleted: list[str] = []

    async def _read_database(self) -> None:
        async with self._runtime.database.reading() as db:
            await db.execute(select(1))

    async def put(self, key: str, content: bytes) -> None:
        await self._read_database()
        await self._storage.put(key, content)
        self.stored.append(key)

    async def get(self, key: str) -> bytes | None:
        await self._read_database()
        return await self._storage.get(key)

    async def delete(self, key: str) -> None:
        await self._storage.delete(key)
        self.deleted.append(key)


@pytest.fixture
def storage(runtime: ContentRuntime) -> Iterator[ConnectionNeedingStorage]:
    original = runtime.storage
    storage = ConnectionNeedingStorage(runtime)
    runtime.storage = storage
    yield storage
    runtime.storage = original


@asynccontextmanager
async def watch_first_query(runtime: ContentRuntime, id: UUID) -> AsyncIterator[asyncio.Event]:
    """Yield an event that is set when a statement with this id runs."""
    has_run = asyncio.Event()

    def look_for_id(
        _connection: object,
        _cursor: object,
        _statement: str,
        parameters: Any,
        _context: object,
        _is_executemany: object,
    ) -> None:
        if str(id) in str(parameters):
            has_run.set()

    event.listen(runtime.engine.sync_engine, "before_cursor_execute", look_for_id)
    yield has_run
    event.remove(runtime.engine.sync_engine, "before_cursor_execute", look_for_id)


async def make_document(runtime: ContentRuntime, *, status: str = "needed") -> OrderDocument:
    """Make a new order with a document that the client has to send."""
    async with runtime.database.transaction() as db:
        order = await factories.make_order(db)
        now = runtime.now()
        document = OrderDocument(
            order_id=order.id, step="customs", title="ИНН", side="client", status=status, created_at=now, updated_at=now
        )
        db.add(document)
    return document


async def find_buyer(runtime: ContentRuntime, document: OrderDocument) -> UUID:
    async with runtime.database.reading() as db:
        order = await db.get_one(Order, document.order_id)
    assert order.user_id is not None
    return order.user_id


@pytest.mark.usefixtures("last_connection")
class TestFileStore:
    async def test_document_of_the_client_is_stored_while_no_connection_is_held(
        self,
        client: ApiClient,
        runtime: ContentRuntime,
        storage: ConnectionNeedingStorage,
        build_auth_headers: AuthHeadersBuilder,
    ) -> None:
        document = await make_document(runtime)
        owner = build_auth_headers(id=await find_buyer(runtime, document))
        url = f"/api/me/orders/{document.order_id}/documents/{document.id}/file"
        send_answer = await client.put(url, files=PDF, headers=owner)
        assert (send_answer.status_code, send_answer.json()["document"]["status"]) == (200, "sent")
        assert (await client.get(url, headers=owner)).content == PDF["file"][1]

    async def test_document_of_the_company_is_stored_while_no_connection_is_held(
        self, client: ApiClient, runtime: ContentRuntime, storage: ConnectionNeedingStorage, admin: dict[str, str]
    ) -> None:
        document = await make_document(runtime)
        url = f"{ORDERS}/{document.order_id}/documents/{document.id}/file"
        assert (await client.put(url, files=PDF, headers=admin)).status_code == 200
        assert (await client.get(url, headers=admin)).content == PDF["file"][1]

    async def test_picture_is_stored_while_no_connection_is_held(
        self, client: ApiClient, storage: ConnectionNeedingStorage, admin: dict[str, str], picture: PictureFactory
    ) -> None:
        files = {"file": ("a.jpg", picture(500, 500), "image/jpeg")}
        first_answer, second_answer = [
            await client.post("/api/content/admin/media", files=files, headers=admin) for _ in range(2)
        ]
        assert first_answer.status_code == 201
        assert second_answer.json()["id"] == first_answer.json()["id"]
        assert storage.stored == [variant["url"].removeprefix("/") for variant in first_answer.json()["variants"]]


class TestRefusedUpload:
    async def test_nothing_is_stored_for_a_document_that_takes_no_file(
        self,
        client: ApiClient,
        runtime: ContentRuntime,
        storage: ConnectionNeedingStorage,
        build_auth_headers: AuthHeadersBuilder,
    ) -> None:
        document = await make_document(runtime, status="accepted")
        url = f"/api/me/orders/{document.order_id}/documents/{document.id}/file"
        owner = build_auth_headers(id=await find_buyer(runtime, document))
        assert (await client.put(url, files=PDF, headers=owner)).status_code == 409
        assert (await client.put(url, files=PDF, headers=build_auth_headers())).status_code == 404
        assert storage.stored == []

    async def test_file_is_deleted_when_its_document_is_accepted_during_the_upload(
        self,
        client: ApiClient,
        runtime: ContentRuntime,
        storage: ConnectionNeedingStorage,
        admin: dict[str, str],
        build_auth_headers: AuthHeadersBuilder,
    ) -> None:
        document = await make_document(runtime)
        path = f"{ORDERS}/{document.order_id}/documents/{document.id}"
        put = storage.put

        async def accept_and_put(key: str, content: bytes) -> None:
            assert (await client.patch(path, json={"status": "accepted"}, headers=admin)).status_code == 200
            await put(key, content)

        storage.put = accept_and_put  # type: ignore[method-assign]
        url = f"/api/me/orders/{document.order_id}/documents/{document.id}/file"
        owner = build_auth_headers(id=await find_buyer(runtime, document))
        assert (await client.put(url, files=PDF, headers=owner)).status_code == 409
        await wait_for(lambda: storage.deleted != [])
        assert storage.deleted == storage.stored

    async def test_an_unavailable_file_store_changes_no_document(
        self,
        client: ApiClient,
        runtime: ContentRuntime,
        storage: ConnectionNeedingStorage,
        build_auth_headers: AuthHeadersBuilder,
    ) -> None:
        async def refuse(key: str, content: bytes) -> None:
            raise Unavailable

        storage.put = refuse  # type: ignore[method-assign]
        document = await make_document(runtime)
        url = f"/api/me/orders/{document.order_id}/documents/{document.id}/file"
        owner = build_auth_headers(id=await find_buyer(runtime, document))
        assert (await client.put(url, files=PDF, headers=owner)).status_code == 503
        assert (await client.get(url, headers=owner)).status_code == 404


@pytest.mark.usefixtures("last_connection")
class TestNewAccount:
    @pytest.mark.parametrize(
        ("path", "body"),
        [
            ("orders", {"title": "BMW 318d", "price_rub": 3_000_000}),
            ("bookings", {"kind": "visit", "starts_at": "2030-05-05T09:00:00Z"}),
            ("team", {"name": "Анна", "position": "Менеджер"}),
        ],
    )
    async def test_a_request_awaits_the_copy_of_an_account_without_a_connection(
        self,
        client: ApiClient,
        runtime: ContentRuntime,
        admin: dict[str, str],
        monkeypatch: pytest.MonkeyPatch,
        path: str,
        body: dict[str, Any],
    ) -> None:
        settings_with_long_wait = runtime.settings.model_copy(update={"account_wait_seconds": HANG_SECONDS})
        monkeypatch.setattr(runtime, "settings", settings_with_long_wait)
        id = new_id()
        async with watch_first_query(runtime, id) as has_queried:
            url = f"/api/content/admin/{path}"
            sent_body = body | {"user_id": str(id)}
            request = asyncio.create_task(client.post(url, json=sent_body, headers=admin))
            await asyncio.wait_for(has_queried.wait(), HANG_SECONDS)
            # This takes the only connection, which the request must not hold.
            async with runtime.database.transaction() as db:
                await factories.make_user(db, id=id)
            assert (await request).status_code == 201
