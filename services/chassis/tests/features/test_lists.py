"""Pages of lists on a real database: their rows and the total."""

from dataclasses import dataclass

import pytest
from chassis.database.tables import new_id
from chassis.features import lists
from chassis.features.lists import PageQuery, build_order_by, count_rows, fetch_page, fetch_rows, match_equal
from chassis.runtime import AnySession
from features_sample.tables import Repair, Vehicle
from sqlalchemy import func, select, text
from sqlmodel import col

OWNER_ID = new_id()
OTHER_ID = new_id()
BY_TITLE = select(Vehicle).order_by(col(Vehicle.title))


@dataclass
class Filters:
    colour: str | None = None
    title: str | None = None


@pytest.fixture
async def vehicles(db: AnySession) -> list[Vehicle]:
    rows = [
        Vehicle(user_id=OWNER_ID, title=f"{number:02}", colour="red" if number % 2 else None) for number in range(7)
    ]
    db.add_all(rows)
    await db.flush()
    return rows


class TestFetchPage:
    @pytest.mark.parametrize(
        ("offset", "titles"), [(0, ["00", "01", "02"]), (3, ["03", "04", "05"]), (6, ["06"]), (7, [])]
    )
    async def test_each_page_has_its_rows_and_the_total_of_all(
        self, db: AnySession, vehicles: list[Vehicle], offset: int, titles: list[str]
    ) -> None:
        rows, total = await fetch_page(db, BY_TITLE, PageQuery(limit=3, offset=offset))
        assert [row.title for row in rows] == titles
        assert total == 7

    async def test_an_empty_table_has_one_empty_page(self, db: AnySession) -> None:
        assert await fetch_page(db, BY_TITLE, PageQuery()) == ([], 0)

    async def test_the_total_counts_the_filtered_rows(self, db: AnySession, vehicles: list[Vehicle]) -> None:
        rows, total = await fetch_page(db, BY_TITLE.where(col(Vehicle.colour) == "red"), PageQuery(limit=2))
        assert [row.title for row in rows] == ["01", "03"]
        assert total == 3


class TestFetchRows:
    async def test_rows_of_two_tables_are_counted_as_joined(self, db: AnySession, vehicles: list[Vehicle]) -> None:
        db.add_all([Repair(vehicle_id=vehicles[0].id), Repair(vehicle_id=vehicles[0].id)])
        db.add(Repair(vehicle_id=vehicles[1].id))
        await db.flush()
        joined_rows = select(Vehicle, Repair).join(Repair, col(Repair.vehicle_id) == Vehicle.id)
        rows, total = await fetch_rows(db, joined_rows.order_by(col(Vehicle.title)), PageQuery(limit=2))
        assert [vehicle.title for vehicle, _ in rows] == ["00", "00"]
        assert total == 3

    async def test_an_outer_join_keeps_rows_without_a_match(self, db: AnySession, vehicles: list[Vehicle]) -> None:
        joined_rows = select(Vehicle, Repair).join(Repair, col(Repair.vehicle_id) == Vehicle.id, isouter=True)
        rows, total = await fetch_rows(db, joined_rows.order_by(col(Vehicle.title)), PageQuery(limit=1))
        assert rows[0][1] is None
        assert total == 7


class TestTotal:
    @pytest.mark.parametrize(
        ("limit", "offset"),
        [(20, 0), (7, 0), (3, 3), (3, 6), (3, 7), (3, 100)],
        ids=["one page", "a full page", "in the middle", "the last page", "just after the end", "far after the end"],
    )
    async def test_the_total_is_the_same_on_each_page(
        self, db: AnySession, vehicles: list[Vehicle], limit: int, offset: int
    ) -> None:
        _, total = await fetch_page(db, BY_TITLE, PageQuery(limit=limit, offset=offset))
        assert total == 7

    async def test_the_total_of_an_empty_result_is_zero(self, db: AnySession, vehicles: list[Vehicle]) -> None:
        no_rows = BY_TITLE.where(col(Vehicle.title) == "none")
        assert [await fetch_page(db, no_rows, PageQuery(offset=offset)) for offset in (0, 5)] == [([], 0), ([], 0)]


class TestTotalOfALongList:
    """Here a list is long if it has more than three rows."""

    @pytest.fixture(autouse=True)
    def three_rows_are_counted_exactly(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(lists, "MAX_EXACT_COUNT", 3)

    async def test_the_total_of_three_rows_is_exact(self, db: AnySession, vehicles: list[Vehicle]) -> None:
        red_vehicles = BY_TITLE.where(col(Vehicle.colour) == "red")
        assert (await fetch_page(db, red_vehicles, PageQuery(limit=1)))[1] == 3

    async def test_the_total_of_more_rows_is_the_planners_estimate(
        self, db: AnySession, vehicles: list[Vehicle]
    ) -> None:
        await db.execute(text("ANALYZE vehicles"))
        assert (await fetch_page(db, BY_TITLE, PageQuery(limit=2)))[1] == 7

    async def test_the_total_after_the_end_is_exact(self, db: AnySession, vehicles: list[Vehicle]) -> None:
        assert await fetch_page(db, BY_TITLE, PageQuery(limit=2, offset=50)) == ([], 7)

    async def test_a_low_estimate_does_not_end_the_list(self, db: AnySession, vehicles: list[Vehicle]) -> None:
        await db.execute(text("ANALYZE vehicles"))
        # The planner expects a two-hundredth of the rows to fulfil a comparison whose result it does not know.
        statement = BY_TITLE.where(func.length(col(Vehicle.title)) == 2)
        titles: list[str] = []
        total = 1
        while len(titles) < total:
            rows, total = await fetch_page(db, statement, PageQuery(limit=2, offset=len(titles)))
            titles += [row.title for row in rows]
        assert titles == [row.title for row in vehicles]


class TestCountRows:
    async def test_columns_and_order_are_not_read(self, db: AnySession, vehicles: list[Vehicle]) -> None:
        # Reading one of these rows would divide by zero.
        failing_expression = 1 / (func.length(col(Vehicle.title)) - 2)
        assert await count_rows(db, select(failing_expression).select_from(Vehicle).order_by(failing_expression)) == 7


class TestEqualFilters:
    async def test_a_value_of_the_request_selects_its_rows(self, db: AnySession, vehicles: list[Vehicle]) -> None:
        statement = BY_TITLE.where(*match_equal(Vehicle, Filters(colour="red"), "colour", "title"))
        assert await count_rows(db, statement) == 3

    @pytest.mark.parametrize("empty", [None, ""])
    async def test_no_value_and_an_empty_text_select_all(
        self, db: AnySession, vehicles: list[Vehicle], empty: str | None
    ) -> None:
        filters = match_equal(Vehicle, Filters(colour=empty), "colour")
        assert filters == []
        assert await count_rows(db, BY_TITLE.where(*filters)) == 7

    def test_a_name_that_the_request_lacks_filters_nothing(self) -> None:
        assert match_equal(Vehicle, Filters(), "approved_by") == []

    def test_false_and_zero_are_values(self) -> None:
        @dataclass
        class Flags:
            colour: bool = False
            title: int = 0

        assert len(match_equal(Vehicle, Flags(), "colour", "title")) == 2


@pytest.mark.parametrize("fields", [Vehicle, {"title": col(Vehicle.title)}])
@pytest.mark.parametrize(("sort", "order"), [("title", "ASC"), ("-title", "DESC")])
def test_a_minus_before_the_field_sorts_descending(fields: type | dict[str, object], sort: str, order: str) -> None:
    assert str(build_order_by(fields, sort)).endswith(f".title {order}")
