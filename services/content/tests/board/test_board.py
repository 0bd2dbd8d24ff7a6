"""The board of orders: columns, cards, paging, filters, and moves of two managers at once."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

from chassis.database.tables import new_id
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder
from chassis.testing.plugin import MovableClock
from content.orders.tables import Order, OrderStep
from content.runtime import Session
from content.users.tables import UserCopy
from sqlalchemy import update
from sqlmodel import col

from services.content.tests.fixture_types import Factory

BOARD = "/api/content/admin/board"
ORDERS = "/api/content/admin/orders"
MONDAY = datetime(2026, 11, 23, 7, 0, tzinfo=UTC)


async def plan_until(db: Session, order: Order, day: date) -> None:
    """Set the planned end of all steps of the order."""
    await db.execute(update(OrderStep).where(col(OrderStep.order_id) == order.id).values(planned_to=day))


async def read_column(client: ApiClient, headers: dict[str, str], column: str, **params: Any) -> Any:
    answer = await client.get(f"{BOARD}/{column}", params=params, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


class TestColumn:
    async def test_a_card_has_buyer_manager_days_and_unread_messages(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_user: Factory[UserCopy],
        make_order: Factory[Order],
        clock: MovableClock,
        db: Session,
    ) -> None:
        clock.freeze(MONDAY)
        buyer = await make_user(first_name="Анна", last_name="Ветрова")
        manager = await make_user(first_name="Вера", last_name="Старостина", role="admin")
        order = await make_order(user_id=buyer.id, created_at=MONDAY - timedelta(days=4))
        await plan_until(db, order, MONDAY.date() - timedelta(days=1))
        admin = build_auth_headers(id=manager.id, role="admin")
        message = {"text": "Когда осмотр?", "attachment_ids": []}
        send_answer = await client.post(
            f"/api/me/orders/{order.id}/messages",
            json=message,
            headers=build_auth_headers(id=buyer.id) | {"Idempotency-Key": str(new_id())},
        )
        assert send_answer.status_code == 201
        assign_answer = await client.put(
            f"{ORDERS}/{order.id}/assignee", json={"assignee_id": str(manager.id)}, headers=admin
        )
        assert assign_answer.status_code == 200

        column = await read_column(client, admin, "consultation")
        assert (column["total"], column["late"]) == (1, 1)
        [card] = column["items"]
        assert (card["number"], card["title"], card["user_name"]) == (order.number, order.title, "Анна Ветрова")
        assert (card["assignee_id"], card["assignee_name"]) == (str(manager.id), "Вера Старостина")
        assert (card["days_in_step"], card["days_late"], card["unread"]) == (4, 1, 1)
        assert card["next_step"] == "search"

        assert (await read_column(client, admin, "consultation", assignee_id=str(manager.id)))["total"] == 1
        assert (await read_column(client, admin, "consultation", assignee_id="none"))["total"] == 0
        assert (await read_column(client, admin, "consultation", late="false"))["total"] == 0
        assert (await read_column(client, admin, "consultation", search="ветрова"))["total"] == 1

    async def test_order_moves_through_all_columns_and_ends_in_done(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, make_order: Factory[Order], clock: MovableClock
    ) -> None:
        clock.freeze(MONDAY)
        order = await make_order()
        columns = ["consultation", "search", "check", "purchase", "logistics", "customs", "handover", "done"]
        for column, next_column in zip(columns, [*columns[1:], None], strict=True):
            # A token is valid for minutes only.
            admin = build_auth_headers(role="admin")
            cards = await read_column(client, admin, column)
            assert [card["next_step"] for card in cards["items"]] == [next_column]
            assert cards["items"][0]["days_in_step"] == 0
            if next_column:
                clock.move(days=2)
                admin = build_auth_headers(role="admin")
                advance_answer = await client.post(f"{ORDERS}/{order.id}/advance", json={}, headers=admin)
                assert advance_answer.status_code == 200, advance_answer.text
                assert (await read_column(client, admin, column))["total"] == 0

    async def test_cancelled_orders_are_in_no_column(
        self, client: ApiClient, admin: dict[str, str], make_order: Factory[Order]
    ) -> None:
        await make_order(status="cancelled")
        for column in ("consultation", "done"):
            assert (await read_column(client, admin, column))["total"] == 0

    async def test_column_has_pages_with_the_earliest_plan_first_and_a_true_total(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_order: Factory[Order],
        db: Session,
        clock: MovableClock,
    ) -> None:
        clock.freeze(MONDAY)
        admin = build_auth_headers(role="admin")
        for days in range(7):
            order = await make_order(number=f"MA-{days}")
            await plan_until(db, order, MONDAY.date() + timedelta(days=days - 2))
        first_page = await read_column(client, admin, "consultation", limit=4)
        second_page = await read_column(client, admin, "consultation", limit=4, offset=4)
        assert [card["number"] for card in first_page["items"]] == ["MA-0", "MA-1", "MA-2", "MA-3"]
        assert [card["number"] for card in second_page["items"]] == ["MA-4", "MA-5", "MA-6"]
        assert (first_page["total"], first_page["late"]) == (7, 2)
        assert (second_page["total"], second_page["late"]) == (7, 2)
        # Both numbers are about the orders that the filters select.
        late_orders = await read_column(client, admin, "consultation", late="true")
        orders_in_time = await read_column(client, admin, "consultation", late="false")
        assert (late_orders["total"], late_orders["late"]) == (2, 2)
        assert (orders_in_time["total"], orders_in_time["late"]) == (5, 0)

    async def test_an_unknown_column_or_filter_of_the_board_gets_422(
        self, client: ApiClient, admin: dict[str, str]
    ) -> None:
        for path in ("lost", "check?assignee_id=somebody", "check?limit=0", "check?late=perhaps"):
            assert (await client.get(f"{BOARD}/{path}", headers=admin)).status_code == 422


class TestMove:
    async def test_an_order_that_two_managers_move_is_moved_once_and_the_second_gets_409(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, make_order: Factory[Order]
    ) -> None:
        order = await make_order()
        first_manager = build_auth_headers(role="admin")
        second_manager = build_auth_headers(role="admin")
        [card] = (await read_column(client, second_manager, "consultation"))["items"]
        body = {"version": card["version"]}
        url = f"{ORDERS}/{order.id}/advance"
        assert (await client.post(url, json=body, headers=first_manager)).status_code == 200
        refusal = await client.post(url, json=body, headers=second_manager)
        assert (refusal.status_code, refusal.json()["code"]) == (409, "stale_version")
        assert (await read_column(client, second_manager, "search"))["total"] == 1
        assert (await read_column(client, second_manager, "check"))["total"] == 0
