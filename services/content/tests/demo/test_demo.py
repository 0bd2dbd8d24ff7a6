"""The demo content is complete, and loading it twice adds nothing."""

from datetime import UTC, datetime

import pytest
from chassis.formats import MOSCOW
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventReader, Mailbox
from chassis.testing.plugin import MovableClock
from content.demo import board, buyer, content, files, inbox
from content.inquiries import service as inquiries
from content.orders.pdf_check import check_pdf
from content.orders.state_machine import KEYS
from content.price_limits import service as price_limits
from content.runtime import ContentRuntime, Session
from content.saved_searches import service as saved_searches
from contracts.content import ContactOverdue, PriceLimitCrossed, RequestOverdue, SavedSearchMatched
from sqlalchemy import func, select, text
from sqlmodel import SQLModel

# Columns with the time of something that has happened.
PAST_TIMES = {"at", "actual_at", "answered_at", "created_at", "last_message_at", "paid_at", "published_at"}


async def count_rows(db: Session) -> dict[str, int]:
    tables = ("posts", "comments", "cars", "team_members", "tags")
    return {table: await db.scalar(text(f"SELECT count(*) FROM {table}")) for table in tables}  # noqa: S608


class TestDemo:
    async def test_loading_the_demo_twice_adds_nothing(self, db: Session, runtime: ContentRuntime) -> None:
        async with runtime.database.transaction() as session:
            await content.load(session)
        first_counts = await count_rows(db)
        async with runtime.database.transaction() as session:
            await content.load(session)
        assert await count_rows(db) == first_counts
        assert first_counts["posts"] >= 14
        assert first_counts["cars"] == 18
        assert first_counts["team_members"] == 6
        assert first_counts["comments"] > 5

    async def test_pages_show_the_demo_content(self, client: ApiClient, runtime: ContentRuntime) -> None:
        async with runtime.database.transaction() as session:
            await content.load(session)
        blog_body = (await client.get("/api/blog/posts?limit=100")).json()
        dates = [post["created_at"] for post in blog_body["posts"]]
        assert dates == sorted(dates, reverse=True)
        posts_by_category = {
            row["slug"]: row["count"] for row in (await client.get("/api/blog/categories")).json()["categories"]
        }
        assert sorted(posts_by_category.values(), reverse=True) == [5, 3, 2, 2, 1, 1]
        assert len((await client.get("/api/cars/featured")).json()["cars"]) == 6
        assert (await client.get("/api/cars")).json()["total"] == 18
        search_body = (await client.get("/api/blog/posts", params={"search": "утилизационные сборы"})).json()
        assert search_body["posts"]
        assert "<mark>" in search_body["posts"][0]["snippet"]

    async def test_buyer_sees_orders_at_different_steps(
        self, client: ApiClient, runtime: ContentRuntime, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        for _ in range(2):
            async with runtime.database.transaction() as session:
                await content.load(session)
                await buyer.load(session)
        headers = build_auth_headers(id=buyer.BUYER_ID)
        orders_body = (await client.get("/api/me/orders", headers=headers)).json()
        assert orders_body["total"] == 5
        number = files.read("orders.yaml")["orders"][0]["number"]
        listed_order = next(order for order in orders_body["orders"] if order["number"] == number)
        shown_order = (await client.get(f"/api/me/orders/{listed_order['id']}", headers=headers)).json()["order"]
        # The text contains a comma, at which YAML would cut it if the demo file did not quote it.
        assert "Погрузка на автовоз, акт подписан, замечаний нет" in [
            report["text"] for report in shown_order["reports"]
        ]
        pictures = [picture for report in shown_order["reports"] for picture in report["pictures"]]
        assert len(pictures) == 2
        token = (await client.post(f"/api/me/orders/{listed_order['id']}/share", json={}, headers=headers)).json()[
            "token"
        ]
        shared_order = (await client.get(f"/api/shared/orders/{token}")).json()["order"]
        newest_report_at = max(report["at"] for report in shown_order["reports"])
        assert shared_order["updated_at"] >= newest_report_at, (
            "the page for relatives has a date before the newest report"
        )
        for picture in pictures:
            assert (await client.get(picture)).headers["content-type"] == "image/webp"
        assert {order["status"] for order in orders_body["orders"]} == {"active", "done"}
        assert len({order["current_step"] for order in orders_body["orders"]}) == 5
        company_documents = [document for document in shown_order["documents"] if document["side"] == "company"]
        assert len(company_documents) == 4
        for document in company_documents:
            path = f"/api/me/orders/{listed_order['id']}/documents/{document['id']}/file"
            file = await client.get(path, headers=headers)
            assert file.headers["content-type"] == "application/pdf"
            check_pdf(file.content)
        for name, at_least in (("bookings", 6), ("payments", 5), ("favorites", 3)):
            assert (await client.get(f"/api/me/{name}", headers=headers)).json()["total"] >= at_least

    async def test_buyer_has_a_saved_search_a_price_limit_a_reservation_and_a_conversation_with_pictures(
        self,
        client: ApiClient,
        runtime: ContentRuntime,
        build_auth_headers: AuthHeadersBuilder,
        read_events: EventReader,
    ) -> None:
        for _ in range(2):
            async with runtime.database.transaction() as session:
                await content.load(session)
                await buyer.load(session)
        headers = build_auth_headers(id=buyer.BUYER_ID)
        [search] = (await client.get("/api/me/searches", headers=headers)).json()["searches"]
        assert search["alerts"]
        assert search["cars"] > 0
        [limit] = (await client.get("/api/me/price-limits", headers=headers)).json()["limits"]
        favorites = (await client.get("/api/me/favorites", headers=headers)).json()["favorites"]
        assert limit["car_id"] in [car["id"] for car in favorites]
        [reservation] = (await client.get("/api/me/reservations", headers=headers)).json()["reservations"]
        assert reservation["status"] == "paid"
        number = files.read("orders.yaml")["orders"][0]["number"]
        orders = (await client.get("/api/me/orders", headers=headers)).json()["orders"]
        order = next(candidate for candidate in orders if candidate["number"] == number)
        messages = (await client.get(f"/api/me/orders/{order['id']}/messages", headers=headers)).json()["messages"]
        assert sum(len(message["attachments"]) for message in messages) == 2
        async with runtime.database.transaction() as session:
            await saved_searches.publish_found_cars(session, runtime)
            await price_limits.publish_crossed_limits(session, runtime)
        assert await read_events(SavedSearchMatched) == []
        assert await read_events(PriceLimitCrossed) == []

    # Some dates of the demo have an hour, others count back from the time of the seed.
    @pytest.mark.parametrize("hour", [0, 12, 23])
    async def test_board_has_orders_in_every_column(
        self,
        client: ApiClient,
        runtime: ContentRuntime,
        build_auth_headers: AuthHeadersBuilder,
        clock: MovableClock,
        hour: int,
    ) -> None:
        clock.freeze(datetime(2026, 11, 24, hour, 30, tzinfo=MOSCOW))
        admin = build_auth_headers(role="admin")
        for _ in range(2):
            async with runtime.database.transaction() as session:
                await content.load(session)
                await buyer.load(session)
                await board.load(session)
        columns = {
            name: (await client.get(f"/api/content/admin/board/{name}", headers=admin)).json()
            for name in (*KEYS, "done")
        }
        assert all(column["total"] > 0 for column in columns.values())
        assert sum(column["total"] for column in columns.values()) == 5 + len(files.read("board.yaml")["orders"])
        assert sum(column["late"] for column in columns.values()) >= 2
        cards = [card for column in columns.values() for card in column["items"]]
        assert len({card["assignee_id"] for card in cards}) >= 3
        assert all(card["days_in_step"] >= 0 for card in cards)
        orders = (await client.get("/api/content/admin/orders?limit=100", headers=admin)).json()["items"]
        by_number = sorted(orders, key=lambda order: order["number"])
        assert sorted(orders, key=lambda order: order["created_at"]) == by_number
        assert all(order["money"]["left_rub"] == 0 for order in orders if order["status"] == "done")
        assert {order["current_step"] for order in orders if order["status"] == "done"} == {None}

    @pytest.mark.parametrize("hour", [0, 6, 12, 23])
    async def test_nothing_has_happened_after_the_time_of_the_seed(
        self, db: Session, runtime: ContentRuntime, clock: MovableClock, hour: int
    ) -> None:
        clock.freeze(datetime(2026, 11, 24, hour, 30, tzinfo=MOSCOW))
        async with runtime.database.transaction() as session:
            for module in (content, buyer, board, inbox):
                await module.load(session)
        latest_times = {
            f"{table.name}.{column.name}": await db.scalar(select(func.max(column)))
            for table in SQLModel.metadata.sorted_tables
            for column in table.columns
            if column.name in PAST_TIMES
        }
        assert latest_times["orders.created_at"]
        assert {name: at for name, at in latest_times.items() if at and at > runtime.now()} == {}

    async def test_lists_have_overdue_open_and_done_rows_without_notifications(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        runtime: ContentRuntime,
        clock: MovableClock,
        read_events: EventReader,
        mailbox: Mailbox,
    ) -> None:
        # A Monday morning in Moscow: reply deadlines do not count the closed Sunday before it.
        clock.freeze(datetime(2026, 11, 23, 7, 0, tzinfo=UTC))
        for _ in range(2):
            async with runtime.database.transaction() as session:
                await content.load(session)
                await inbox.load(session)
        clock.freeze(datetime(2026, 11, 24, 7, 0, tzinfo=UTC))
        async with runtime.database.transaction() as session:
            await inquiries.mark_overdue(session, runtime)
        assert await read_events(ContactOverdue) == []
        assert await read_events(RequestOverdue) == []
        assert await mailbox() == []
        admin = build_auth_headers(role="admin")
        for path, total in (("contacts", 6), ("requests", 5)):
            rows = (await client.get(f"/api/content/admin/{path}", headers=admin)).json()["items"]
            assert len(rows) == total
            assert all(row["overdue_at"] for row in rows if row["status"] == "new")
            assert {row["status"] for row in rows} >= {"new", "in_progress", "answered", "closed"}
            assert all(row["assignee_id"] for row in rows if row["status"] in {"in_progress", "answered"})
            assert all(row["answered_at"] for row in rows if row["status"] == "answered")
