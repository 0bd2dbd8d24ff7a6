"""The open work of every employee. Each count equals the total of the list to which it links."""

from datetime import UTC, datetime, timedelta
from typing import Any

from chassis.database.tables import new_id
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder
from chassis.testing.plans import record_statements
from chassis.testing.plugin import MovableClock
from content.inquiries.tables import Contact, ServiceRequest
from content.orders.tables import Order, OrderStep
from content.runtime import ContentRuntime, Session
from content.users.tables import UserCopy
from sqlalchemy import update
from sqlmodel import col

from services.content.tests.fixture_types import Factory

ADMIN = "/api/content/admin"
WORKLOAD = f"{ADMIN}/workload"
MONDAY = datetime(2026, 11, 23, 7, 0, tzinfo=UTC)
WEEK_BEFORE = MONDAY - timedelta(days=7)
NO_WORK = {
    "open_orders": 0,
    "late_orders": 0,
    "waiting_conversations": 0,
    "late_contacts": 0,
    "late_requests": 0,
}


async def read_workload(client: ApiClient, headers: dict[str, str]) -> list[dict[str, Any]]:
    answer = await client.get(WORKLOAD, headers=headers)
    assert answer.status_code == 200, answer.text
    items: list[dict[str, Any]] = answer.json()["items"]
    return items


async def assign(client: ApiClient, headers: dict[str, str], order: Order, manager: UserCopy) -> None:
    body = {"assignee_id": str(manager.id)}
    answer = await client.put(f"{ADMIN}/orders/{order.id}/assignee", json=body, headers=headers)
    assert answer.status_code == 200, answer.text


async def write_to_company(client: ApiClient, build_auth_headers: AuthHeadersBuilder, order: Order) -> None:
    headers = build_auth_headers(id=order.user_id) | {"Idempotency-Key": str(new_id())}
    message = {"text": "Когда осмотр?", "attachment_ids": []}
    answer = await client.post(f"/api/me/orders/{order.id}/messages", json=message, headers=headers)
    assert answer.status_code == 201, answer.text


class TestWorkload:
    async def test_open_work_of_each_employee_is_the_total_of_the_lists(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_user: Factory[UserCopy],
        make_order: Factory[Order],
        make_contact: Factory[Contact],
        make_request: Factory[ServiceRequest],
        clock: MovableClock,
        db: Session,
    ) -> None:
        clock.freeze(MONDAY)
        vera = await make_user(first_name="Вера", last_name="Старостина", role="admin")
        oleg = await make_user(first_name="Олег", last_name="Ким", role="staff")
        admin = build_auth_headers(id=vera.id, role="admin")
        for manager in (vera, vera, oleg):
            buyer = await make_user()
            order = await make_order(user_id=buyer.id)
            await assign(client, admin, order, manager)
        # The last order of Oleg is late, and its buyer waits for an answer.
        await db.execute(
            update(OrderStep)
            .where(col(OrderStep.order_id) == order.id)
            .values(planned_to=MONDAY.date() - timedelta(days=1))
        )
        await write_to_company(client, build_auth_headers, order)
        await make_order()
        ended_order = await make_order(status="cancelled")
        await assign(client, admin, ended_order, vera)

        await make_contact(created_at=WEEK_BEFORE, assignee_id=vera.id)
        await make_contact(created_at=WEEK_BEFORE)
        await make_request(created_at=WEEK_BEFORE, assignee_id=oleg.id, status="in_progress", overdue_at=WEEK_BEFORE)
        await make_request(assignee_id=oleg.id)
        # An answer that came too late is not open work.
        await make_request(created_at=WEEK_BEFORE, assignee_id=oleg.id, status="answered", overdue_at=WEEK_BEFORE)

        items = await read_workload(client, admin)
        assert items == [
            {"assignee_id": None, "name": None} | NO_WORK | {"open_orders": 1, "late_contacts": 1},
            {"assignee_id": str(vera.id), "name": "Вера Старостина"} | NO_WORK | {"open_orders": 2, "late_contacts": 1},
            {"assignee_id": str(oleg.id), "name": "Олег Ким"}
            | NO_WORK
            | {"open_orders": 1, "late_orders": 1, "waiting_conversations": 1, "late_requests": 1},
        ]
        requests_in_time = {"assignee_id": str(oleg.id), "overdue": "false"}
        assert (await client.get(f"{ADMIN}/requests", params=requests_in_time, headers=admin)).json()["total"] == 2
        for item in items:
            assignee_filter = {"assignee_id": item["assignee_id"] or "none"}
            lists = {
                "open_orders": ("board/consultation", assignee_filter),
                "late_orders": ("board/consultation", assignee_filter | {"late": "true"}),
                "waiting_conversations": ("conversations", assignee_filter | {"waiting": "true"}),
                "late_contacts": ("contacts", assignee_filter | {"overdue": "true"}),
                "late_requests": ("requests", assignee_filter | {"overdue": "true"}),
            }
            for count_name, (path, params) in lists.items():
                list_answer = await client.get(f"{ADMIN}/{path}", params=params, headers=admin)
                assert list_answer.status_code == 200, list_answer.text
                assert item[count_name] == list_answer.json()["total"], (item["name"], count_name)

    async def test_idle_employees_and_former_ones_with_open_work_are_listed(
        self,
        client: ApiClient,
        admin: dict[str, str],
        make_user: Factory[UserCopy],
        make_contact: Factory[Contact],
    ) -> None:
        idle_employee = await make_user(role="staff")
        await make_user(role="staff", is_blocked=True)
        await make_user()
        blocked_user = await make_user(role="admin", is_blocked=True)
        former_employee = await make_user(role="user")
        erased_user_id = new_id()
        for assignee_id in (blocked_user.id, former_employee.id, erased_user_id):
            await make_contact(created_at=WEEK_BEFORE, overdue_at=WEEK_BEFORE, assignee_id=assignee_id)
        work_of_nobody, *managers = await read_workload(client, admin)
        assert (work_of_nobody["assignee_id"], work_of_nobody["late_contacts"]) == (None, 0)
        workload_by_assignee = {manager["assignee_id"]: manager for manager in managers}
        assert workload_by_assignee.keys() == {
            str(id) for id in (idle_employee.id, blocked_user.id, former_employee.id, erased_user_id)
        }
        assert workload_by_assignee[str(idle_employee.id)]["late_contacts"] == 0
        assert workload_by_assignee[str(erased_user_id)]["name"] is None

    async def test_number_of_statements_is_the_same_for_many_employees(
        self,
        client: ApiClient,
        admin: dict[str, str],
        runtime: ContentRuntime,
        make_user: Factory[UserCopy],
        make_order: Factory[Order],
        make_contact: Factory[Contact],
    ) -> None:
        async def count_statements() -> int:
            with record_statements(runtime) as recorded_statements:
                await read_workload(client, admin)
            return len(recorded_statements)

        statement_count = await count_statements()
        for _ in range(5):
            manager = await make_user(role="staff")
            await assign(client, admin, await make_order(), manager)
            await make_contact(created_at=WEEK_BEFORE, overdue_at=WEEK_BEFORE, assignee_id=manager.id)
        assert await count_statements() == statement_count
        assert statement_count <= 6

    async def test_workload_is_for_administrators(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        assert (await client.get(WORKLOAD)).status_code == 401
        for role in ("user", "staff"):
            assert (await client.get(WORKLOAD, headers=build_auth_headers(role=role))).status_code == 403
