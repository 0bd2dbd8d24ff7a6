"""Saved calculations: never recalculated, shared by a link, listed for their owner, erased and exported on request."""

import asyncio
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from calculator.calculations.service import purge_guest_calculations
from calculator.calculations.tables import OrderCopy
from calculator.runtime import CalculatorRuntime, Session
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventDelivery, EventReader
from chassis.testing.limits import HANG_SECONDS
from chassis.testing.plugin import MovableClock
from contracts.auth import ExportPart, ExportRequested, UserErased, UserErasedDone
from contracts.calculator import CalculationSaved
from contracts.content import OrderChanged, OrderCopied, OrderCreated
from sqlalchemy import select
from sqlmodel import col

from ..cars import build_calculation_request

pytestmark = pytest.mark.anyio
URL = "/api/calculator/calculations"
CLAIMS = f"{URL}/claims"


@pytest.fixture(autouse=True)
def freeze_clock(clock: MovableClock) -> None:
    clock.freeze(datetime(2026, 11, 20, 11, 5, tzinfo=UTC))


async def save(client: ApiClient, headers: Any = None, **changes: Any) -> dict[str, Any]:
    answer = await client.post(URL, json=build_calculation_request(**changes), headers=headers)
    assert answer.status_code == 201, answer.text
    body: dict[str, Any] = answer.json()
    return body


def build_claim(saved_calculation: dict[str, Any]) -> dict[str, Any]:
    """Return the claim of a calculation that a visitor saved."""
    return {"id": saved_calculation["id"], "claimToken": saved_calculation["claimToken"]}


class TestSave:
    async def test_a_saved_calculation_has_the_figures_of_the_calculation(
        self, client: ApiClient, read_events: EventReader
    ) -> None:
        calculated_body = (await client.post("/api/calculator/calculate", json=build_calculation_request())).json()
        saved_calculation = await save(client)
        assert {name: saved_calculation[name] for name in calculated_body} == calculated_body
        assert saved_calculation["shareUrl"].endswith(f"/calc/{saved_calculation['id']}")
        assert saved_calculation["pdfUrl"].endswith(f"/api/calculator/calculations/{saved_calculation['id']}.pdf")
        assert saved_calculation["request"]["price"] == 3_000_000
        (event,) = await read_events(CalculationSaved)
        assert (str(event.calculation_id), event.total_customs, event.user_id) == (
            saved_calculation["id"],
            525_818,
            None,
        )

    async def test_a_saved_calculation_never_changes(self, client: ApiClient, clock: MovableClock) -> None:
        saved_calculation = await save(client)
        clock.move(days=400)
        later_body = (await client.get(f"{URL}/{saved_calculation['id']}")).json()
        del saved_calculation["claimToken"]
        assert later_body == saved_calculation

    async def test_a_saved_calculation_can_be_repeated_to_the_rouble(
        self, client: ApiClient, clock: MovableClock
    ) -> None:
        saved_calculation = await save(client, age=None, manufacture_date="2022-11")
        clock.move(days=400)
        repeated_body = saved_calculation["request"] | {
            "edition": saved_calculation["edition"],
            "declaration_date": saved_calculation["createdAt"][:10],
        }
        repeated_answer = (await client.post("/api/calculator/calculate", json=repeated_body)).json()
        assert repeated_answer["breakdown"] == saved_calculation["breakdown"]

    async def test_a_repeated_idempotency_key_saves_once(self, client: ApiClient) -> None:
        key = {"Idempotency-Key": "a-key-of-the-client"}
        first_calculation = await save(client, key)
        second_calculation = await save(client, key)
        assert first_calculation["id"] == second_calculation["id"]
        refusal = await client.post(URL, json=build_calculation_request(age=5), headers=key)
        assert (refusal.status_code, refusal.json()["code"]) == (409, "idempotency_key_reused")

    @pytest.mark.usefixtures("last_connection")
    async def test_one_connection_is_enough_to_save_and_to_print(self, client: ApiClient) -> None:
        saved_calculation = await save(client)
        assert (await client.get(f"{URL}/{saved_calculation['id']}.pdf")).status_code == 200

    async def test_a_calculation_that_is_not_saved_names_the_invalid_fields(self, client: ApiClient) -> None:
        answer = await client.post(URL, json=build_calculation_request(price=-1, edition="x" * 30, title="t" * 121))
        assert [error["field"] for error in answer.json()["errors"]] == ["price", "edition", "title"]
        assert (await client.post(URL, json=build_calculation_request(edition="ru-1999-01"))).status_code == 422

    async def test_concurrent_requests_with_one_idempotency_key_save_once(self, client: ApiClient) -> None:
        key = {"Idempotency-Key": "pressed-twice-at-once"}
        calculations = await asyncio.gather(*(save(client, key) for _ in range(4)))
        assert len({calculation["id"] for calculation in calculations}) == 1

    async def test_a_user_saves_no_more_calculations_than_an_export_holds(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("calculator.calculations.service.MAX_SAVED_CALCULATIONS", 1)
        owner_headers = build_auth_headers(id=uuid4())
        await save(client, owner_headers)
        refusal = await client.post(URL, json=build_calculation_request(), headers=owner_headers)
        assert (refusal.status_code, refusal.json()["code"]) == (409, "too_many_calculations")

    @pytest.mark.parametrize("field", ["title", "fuelType"])
    async def test_control_characters_are_refused(self, client: ApiClient, field: str) -> None:
        answer = await client.post(URL, json=build_calculation_request(**{field: "газ\x00"}))
        assert [error["field"] for error in answer.json()["errors"]] == [field]

    async def test_a_calculation_may_belong_to_a_request(self, client: ApiClient, read_events: EventReader) -> None:
        request_id = str(uuid4())
        saved_calculation = await save(client, requestId=request_id)
        assert (saved_calculation["requestId"], saved_calculation["orderId"]) == (request_id, None)
        assert "requestId" not in saved_calculation["request"]
        (event,) = await read_events(CalculationSaved)
        assert str(event.request_id) == request_id


class TestRead:
    @pytest.mark.parametrize("id", [str(uuid4()), "nothing", "1", "../admin"])
    @pytest.mark.parametrize("suffix", ["", ".pdf"])
    async def test_an_unknown_calculation_and_its_pdf_get_404(self, client: ApiClient, id: str, suffix: str) -> None:
        assert (await client.get(f"{URL}/{id}{suffix}")).status_code == 404

    @pytest.mark.parametrize(
        ("suffix", "method", "allowed"),
        [(".pdf", "DELETE", {"GET", "HEAD"}), ("", "PUT", {"GET", "HEAD", "PATCH", "DELETE"})],
    )
    async def test_a_calculation_and_its_pdf_allow_different_methods(
        self, client: ApiClient, suffix: str, method: str, allowed: set[str]
    ) -> None:
        answer = await client.request(method, f"{URL}/{uuid4()}{suffix}")
        assert answer.status_code == 405
        assert {name.strip() for name in answer.headers["allow"].split(",")} == allowed

    async def test_the_answer_does_not_name_the_owner(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        owner_id = uuid4()
        saved_calculation = await save(client, build_auth_headers(id=owner_id))
        assert str(owner_id) not in (await client.get(f"{URL}/{saved_calculation['id']}")).text


class TestOwnCalculations:
    async def test_a_visitor_cannot_list_saved_calculations(self, client: ApiClient) -> None:
        assert (await client.get(URL)).status_code == 401

    async def test_own_calculations_are_listed_newest_first_in_pages(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, clock: MovableClock
    ) -> None:
        owner_headers = build_auth_headers(id=uuid4())
        ids = []
        for age in (1, 4, 6):
            ids.append((await save(client, owner_headers, age=age))["id"])
            clock.move(seconds=1)
        await save(client, build_auth_headers())
        await save(client)
        page = (await client.get(f"{URL}?limit=2", headers=owner_headers)).json()
        assert ([item["id"] for item in page["calculations"]], page["total"], page["hasMore"]) == (
            [ids[2], ids[1]],
            3,
            True,
        )
        second_page = (await client.get(f"{URL}?limit=2&offset=2", headers=owner_headers)).json()
        assert ([item["id"] for item in second_page["calculations"]], second_page["hasMore"]) == ([ids[0]], False)

    @pytest.mark.parametrize("query", ["limit=0", "limit=101", "offset=-1"])
    async def test_a_page_of_calculations_outside_its_bounds_gets_422(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, query: str
    ) -> None:
        assert (await client.get(f"{URL}?{query}", headers=build_auth_headers())).status_code == 422


class TestAttachAndDelete:
    async def test_the_owner_renames_and_attaches_a_calculation(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, read_events: EventReader
    ) -> None:
        owner_headers = build_auth_headers(id=uuid4())
        order_id = uuid4()
        saved_calculation = await save(client, owner_headers)
        url = f"{URL}/{saved_calculation['id']}"
        answer = await client.patch(url, json={"title": "Для Анны", "orderId": str(order_id)}, headers=owner_headers)
        assert (answer.json()["title"], answer.json()["orderId"]) == ("Для Анны", str(order_id))
        assert answer.json()["total"] == saved_calculation["total"]
        assert (await client.patch(url, json={"orderId": None}, headers=owner_headers)).json()["orderId"] is None
        events = await read_events(CalculationSaved)
        assert [event.order_id for event in events] == [None, order_id, None]
        assert [event.is_new for event in events] == [True, False, False]

    async def test_changes_are_limited_and_an_unchanged_calculation_publishes_nothing(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        read_events: EventReader,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr("calculator.calculations.service.CHANGES_PER_HOUR", 2)
        owner_headers = build_auth_headers(id=uuid4())
        url = f"{URL}/{(await save(client, owner_headers))['id']}"
        titles = ["Первый", "Первый", "Второй", "Второй", "Третий"]
        statuses = [
            (await client.patch(url, json={"title": title}, headers=owner_headers)).status_code for title in titles
        ]
        assert statuses == [200, 200, 200, 200, 429]
        assert len(await read_events(CalculationSaved)) == 3

    async def test_another_user_cannot_change_or_delete_a_calculation(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        saved_calculation = await save(client, build_auth_headers())
        url = f"{URL}/{saved_calculation['id']}"
        assert (await client.patch(url, json={"title": "x"}, headers=build_auth_headers())).status_code == 404
        assert (await client.delete(url, headers=build_auth_headers())).status_code == 404
        assert (await client.delete(url)).status_code == 401

    async def test_the_owner_deletes_a_calculation(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        owner_headers = build_auth_headers(id=uuid4())
        url = f"{URL}/{(await save(client, owner_headers))['id']}"
        assert (await client.delete(url, headers=owner_headers)).json() == {"success": True}
        assert (await client.get(url)).status_code == 404
        assert (await client.delete(url, headers=owner_headers)).status_code == 404


class TestClaims:
    async def test_calculations_of_a_visitor_move_to_the_account_once(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, read_events: EventReader, clock: MovableClock
    ) -> None:
        user_id = uuid4()
        saved_calculations = []
        for age in (1, 4):
            saved_calculations.append(await save(client, age=age))
            clock.move(seconds=1)
        body = {"calculations": [build_claim(calculation) for calculation in saved_calculations]}
        claim_answer = (await client.post(CLAIMS, json=body, headers=build_auth_headers(id=user_id))).json()
        assert claim_answer == {
            "success": True,
            "claimed": [saved_calculations[1]["id"], saved_calculations[0]["id"]],
            "left": [],
        }
        repeated_body = (await client.post(CLAIMS, json=body, headers=build_auth_headers(id=user_id))).json()
        assert repeated_body == {"success": True, "claimed": [], "left": []}
        own_page = (await client.get(URL, headers=build_auth_headers(id=user_id))).json()
        assert [calculation["id"] for calculation in own_page["calculations"]] == [
            saved_calculations[1]["id"],
            saved_calculations[0]["id"],
        ]
        read_calculation = (await client.get(f"{URL}/{saved_calculations[0]['id']}")).json()
        assert read_calculation["total"] == saved_calculations[0]["total"]
        events = await read_events(CalculationSaved)
        assert [(event.user_id, event.is_new) for event in events] == [(None, True)] * 2 + [(user_id, False)] * 2

    async def test_a_link_does_not_prove_who_saved_a_calculation(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        shared_calculation = await save(client)
        other_calculation = await save(client)
        wrong_claims = [
            {"id": shared_calculation["id"], "claimToken": other_calculation["claimToken"]},
            {"id": shared_calculation["id"], "claimToken": "подделка"},
            {"id": str(uuid4()), "claimToken": shared_calculation["claimToken"]},
        ]
        headers = build_auth_headers(id=uuid4())
        answer = await client.post(CLAIMS, json={"calculations": wrong_claims}, headers=headers)
        assert answer.json()["claimed"] == []
        assert (await client.get(URL, headers=headers)).json()["total"] == 0

    async def test_a_claimed_calculation_cannot_be_claimed_by_another_user(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        body = {"calculations": [build_claim(await save(client))]}
        assert (
            len((await client.post(CLAIMS, json=body, headers=build_auth_headers(id=uuid4()))).json()["claimed"]) == 1
        )
        assert (await client.post(CLAIMS, json=body, headers=build_auth_headers(id=uuid4()))).json()["claimed"] == []

    async def test_only_the_answer_to_a_visitor_has_a_claim_token(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        saved_calculation = await save(client)
        assert "claimToken" not in (await client.get(f"{URL}/{saved_calculation['id']}")).json()
        assert "claimToken" not in await save(client, build_auth_headers())

    async def test_the_newest_calculations_are_claimed_up_to_the_limit(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        clock: MovableClock,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        headers = build_auth_headers(id=uuid4())
        await save(client, headers)
        older_calculation = await save(client)
        clock.move(seconds=1)
        newer_calculation = await save(client)
        monkeypatch.setattr("calculator.calculations.service.MAX_SAVED_CALCULATIONS", 2)
        body = {"calculations": [build_claim(older_calculation), build_claim(newer_calculation)]}
        answer = (await client.post(CLAIMS, json=body, headers=headers)).json()
        assert (answer["claimed"], answer["left"]) == ([newer_calculation["id"]], [older_calculation["id"]])
        assert (await client.get(URL, headers=headers)).json()["total"] == 2

    async def test_simultaneous_saves_and_claims_do_not_exceed_the_limit(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        headers = build_auth_headers(id=uuid4())
        claim = build_claim(await save(client))
        monkeypatch.setattr("calculator.calculations.service.MAX_SAVED_CALCULATIONS", 1)
        await asyncio.gather(
            client.post(CLAIMS, json={"calculations": [claim]}, headers=headers),
            *(client.post(URL, json=build_calculation_request(age=age), headers=headers) for age in range(1, 6)),
        )
        assert (await client.get(URL, headers=headers)).json()["total"] == 1

    async def test_the_calculation_of_an_erased_user_cannot_be_claimed(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, deliver: EventDelivery
    ) -> None:
        user_id = uuid4()
        order = OrderCreated(order_id=uuid4(), user_id=user_id, title="Passat", number="М-1")
        await deliver(order)
        body = {"calculations": [build_claim(await save(client, orderId=str(order.order_id)))]}
        await client.post(CLAIMS, json=body, headers=build_auth_headers(id=user_id))
        await deliver(UserErased(user_id=user_id, erasure_id=uuid4()))
        assert (await client.post(CLAIMS, json=body, headers=build_auth_headers(id=uuid4()))).json()["claimed"] == []

    async def test_an_idempotency_key_of_the_account_does_not_hinder_a_claim(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        key = {"Idempotency-Key": "the-same-key-twice"}
        headers = build_auth_headers(id=uuid4())
        await save(client, headers | key)
        body = {"calculations": [build_claim(await save(client, key))]}
        assert len((await client.post(CLAIMS, json=body, headers=headers)).json()["claimed"]) == 1

    async def test_a_visitor_and_a_malformed_claim_are_refused(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        claim = {"id": str(uuid4()), "claimToken": "x"}
        assert (await client.post(CLAIMS, json={"calculations": [claim]})).status_code == 401
        for calculations in ([], [claim] * 51, [{"id": "x", "claimToken": "x"}]):
            answer = await client.post(CLAIMS, json={"calculations": calculations}, headers=build_auth_headers())
            assert answer.status_code == 422

    async def test_claims_are_limited(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("calculator.calculations.service.CHANGES_PER_HOUR", 1)
        headers = build_auth_headers(id=uuid4())
        body = {"calculations": [{"id": str(uuid4()), "claimToken": "x"}]}
        statuses = [(await client.post(CLAIMS, json=body, headers=headers)).status_code for _ in range(2)]
        assert statuses == [200, 429]


class TestPurgeGuestCalculations:
    async def test_calculations_of_visitors_are_deleted_after_two_years_even_with_an_order_id(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        clock: MovableClock,
        db: Session,
        runtime: CalculatorRuntime,
    ) -> None:
        guest_calculations = [
            await save(client),
            await save(client, orderId=str(uuid4())),
            await save(client, requestId=str(uuid4())),
        ]
        users_calculation = await save(client, build_auth_headers())
        for days, status in ((729, 200), (2, 404)):
            clock.move(days=days)
            await purge_guest_calculations(db, runtime)
            for calculation in guest_calculations:
                assert (await client.get(f"{URL}/{calculation['id']}")).status_code == status
        assert (await client.get(f"{URL}/{users_calculation['id']}")).status_code == 200


class TestPersonalData:
    async def test_export_contains_the_users_calculations_only(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        deliver: EventDelivery,
        read_events: EventReader,
    ) -> None:
        user_id = uuid4()
        export_id = uuid4()
        saved_calculation = await save(client, build_auth_headers(id=user_id), title="Моё")
        await save(client, build_auth_headers())
        await deliver(ExportRequested(user_id=user_id, export_id=export_id))
        (part,) = await read_events(ExportPart)
        assert (part.service, part.export_id) == ("calculator", export_id)
        (calculation,) = part.data["calculations"]
        assert (calculation["id"], calculation["title"]) == (saved_calculation["id"], "Моё")
        assert (calculation["total"], calculation["request"]) == (
            saved_calculation["total"],
            saved_calculation["request"],
        )

    async def test_erasure_keeps_only_calculations_of_an_order_of_the_user(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        deliver: EventDelivery,
        read_events: EventReader,
        clock: MovableClock,
        db: Session,
        runtime: CalculatorRuntime,
    ) -> None:
        user_id = uuid4()
        erasure_id = uuid4()
        owner_headers = build_auth_headers(id=user_id)
        own_calculation = await save(client, owner_headers)
        order = OrderCreated(order_id=uuid4(), user_id=user_id, title="Passat", number="М-1")
        foreign_order = OrderCreated(order_id=uuid4(), user_id=uuid4(), title="Golf", number="М-2")
        removed_order = OrderCreated(order_id=uuid4(), user_id=user_id, title="Polo", number="М-3")
        for event in (order, foreign_order, removed_order):
            await deliver(event)
        removal = {"order_id": removed_order.order_id, "user_id": user_id, "title": "Polo", "number": "М-3"}
        await deliver(OrderChanged(**removal, change="", removed=True))
        ordered_calculation = await save(client, owner_headers, orderId=str(order.order_id), title="Моё")
        foreign_ids = (uuid4(), foreign_order.order_id, removed_order.order_id)
        deleted_calculations = [await save(client, owner_headers, orderId=str(id)) for id in foreign_ids]
        other_users_calculation = await save(client, build_auth_headers())
        await deliver(UserErased(user_id=user_id, erasure_id=erasure_id))
        (done_event,) = await read_events(UserErasedDone)
        assert (done_event.service, done_event.erasure_id) == ("calculator", erasure_id)
        assert (await client.get(f"{URL}/{own_calculation['id']}")).status_code == 404
        for calculation in deleted_calculations:
            assert (await client.get(f"{URL}/{calculation['id']}")).status_code == 404
        clock.move(days=1000)
        await purge_guest_calculations(db, runtime)
        assert (await client.get(f"{URL}/{ordered_calculation['id']}")).json()["title"] is None
        assert (await client.get(f"{URL}/{other_users_calculation['id']}")).status_code == 200
        clock.move(days=-1000)
        assert (await client.get(URL, headers=owner_headers)).json()["total"] == 0

    async def test_a_replay_restores_the_owners_of_orders(self, deliver: EventDelivery, db: Session) -> None:
        user_id = uuid4()
        order_id = uuid4()
        for _ in range(2):
            await deliver(OrderCopied(order_id=order_id, user_id=user_id, audience="calculator"))
        await deliver(OrderCopied(order_id=uuid4(), user_id=user_id, audience="notifications"))
        copies = await db.execute(select(col(OrderCopy.order_id), col(OrderCopy.user_id)))
        assert [tuple(row) for row in copies] == [(order_id, user_id)]

    async def test_an_order_whose_creation_arrives_after_its_deletion_belongs_to_nobody(
        self, deliver: EventDelivery, db: Session
    ) -> None:
        user_id = uuid4()
        order = {"order_id": uuid4(), "title": "BMW", "number": "МА-1"}
        await deliver(OrderChanged(user_id=user_id, change="Заказ удалён", removed=True, **order))
        await deliver(OrderCreated(user_id=user_id, **order))
        await deliver(OrderCopied(order_id=order["order_id"], user_id=user_id, audience="calculator"))
        assert user_id not in list(await db.scalars(select(col(OrderCopy.user_id))))

    async def test_a_saved_calculation_is_published_through_the_outbox(
        self, client: ApiClient, runtime: CalculatorRuntime
    ) -> None:
        await save(client)
        messages = await runtime.bus.js.pull_subscribe("events.calculator.calculation.saved", "test-reader")
        assert await messages.fetch(1, timeout=HANG_SECONDS)
        await messages.unsubscribe()
