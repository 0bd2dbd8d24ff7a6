"""Preferences of a user and their effect on deliveries."""

from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from chassis.database.tables import new_id
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventDelivery
from contracts.content import FavoritePriceChanged, MatchingCar, OrderCreated, PriceLimitCrossed, SavedSearchMatched
from hypothesis import given
from hypothesis import strategies as st
from notifications.channels.tables import Delivery
from notifications.preferences.policy import find_quiet_end
from notifications.runtime import Session
from sqlalchemy import select
from sqlmodel import col

from services.notifications.tests.fixture_types import InboxReader, UserFactory

URL = "/api/notifications/preferences"
TYPES = {"booking", "payment", "maintenance", "promotion", "system", "security"}


class TestPreferences:
    async def test_default_preferences_have_every_type_and_channel(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, make_user: UserFactory
    ) -> None:
        plain_user = await make_user()
        consenting_user = await make_user(marketing=True)
        for user_id, expected_choice in ((plain_user, False), (consenting_user, True)):
            body = (await client.get(URL, headers=build_auth_headers(id=user_id))).json()
            assert body["success"] is True
            assert set(body["preferences"]) == TYPES | {"quiet_hours"}
            assert body["preferences"]["security"] == {"in_app": True, "email": True, "push": True}
            assert body["preferences"]["promotion"] == {
                "in_app": True,
                "email": expected_choice,
                "push": expected_choice,
            }
            assert body["preferences"]["quiet_hours"] is None

    async def test_only_sent_preferences_change(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        headers = build_auth_headers(id=new_id())
        quiet_hours = {"from": "22:00", "to": "08:30", "timezone": "Asia/Yekaterinburg"}
        await client.put(URL, json={"booking": {"email": False}, "quiet_hours": quiet_hours}, headers=headers)
        answer = await client.put(URL, json={"preferences": {"payment": {"push": False}}}, headers=headers)
        preferences = answer.json()["preferences"]
        assert preferences["booking"] == {"in_app": True, "email": False, "push": True}
        assert preferences["payment"] == {"in_app": True, "email": True, "push": False}
        assert preferences["quiet_hours"] == quiet_hours
        clear_answer = await client.put(URL, json={"quiet_hours": None}, headers=headers)
        assert clear_answer.json()["preferences"]["quiet_hours"] is None
        unchanged_preferences = (await client.get(URL, headers=headers)).json()["preferences"]
        assert unchanged_preferences == clear_answer.json()["preferences"]
        assert (await client.put(URL, json=unchanged_preferences, headers=headers)).json()[
            "preferences"
        ] == unchanged_preferences

    @pytest.mark.parametrize(
        "wrong_body",
        [
            {"security": {"in_app": False}},
            {"weather": {"email": True}},
            {"booking": {"pigeon": True}},
            {"booking": {"email": "perhaps"}},
            {"quiet_hours": {"from": "25:00", "to": "08:00", "timezone": "Europe/Moscow"}},
            {"quiet_hours": {"from": "22:00", "to": "08:00", "timezone": "Mars/Olympus"}},
            {"quiet_hours": {"from": "22:00", "to": "22:00", "timezone": "Europe/Moscow"}},
            {"quiet_hours": {"from": "22:00", "to": "08:00", "timezone": "../etc/passwd"}},
            {"quiet_hours": {"to": "08:00"}},
        ],
    )
    async def test_invalid_preferences_are_422(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, wrong_body: dict[str, Any]
    ) -> None:
        answer = await client.put(URL, json=wrong_body, headers=build_auth_headers())
        assert (answer.status_code, answer.json()["code"]) == (422, "validation_error")

    @pytest.mark.parametrize("value", [0, 1, "true", "off", 0.0])
    async def test_a_preference_accepts_only_true_and_false(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, value: Any
    ) -> None:
        answer = await client.put(URL, json={"booking": {"push": value}}, headers=build_auth_headers())
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "booking.push")

    async def test_type_switched_off_on_the_site_adds_no_entry(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_user: UserFactory,
        deliver: EventDelivery,
        read_inbox: InboxReader,
    ) -> None:
        user_id = await make_user()
        await client.put(URL, json={"booking": {"in_app": False}}, headers=build_auth_headers(id=user_id))
        await deliver(OrderCreated(order_id=new_id(), user_id=user_id, title="BMW", number="1"))
        assert (await read_inbox(user_id))["total"] == 0

    async def test_a_requested_alert_needs_no_consent_to_marketing(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_user: UserFactory,
        deliver: EventDelivery,
        db: Session,
    ) -> None:
        user_id = await make_user(marketing=False)
        car_fields = {"user_id": user_id, "car_id": new_id(), "car_slug": "audi-a6"}
        stop_link = {"stop_url": "https://www.example.com/stop"}
        search_fields = {
            "search_id": new_id(),
            "user_id": user_id,
            "name": "Универсалы",
            "address": "q=",
            "count": 1,
            **stop_link,
        }
        limit_fields = {
            "limit_id": new_id(),
            "title": "Audi A6",
            "limit_rub": 5_000_000,
            "current_rub": 4_900_000,
            **stop_link,
        }
        price_fields = {"car_title": "Audi A6", "old_price_rub": 5_000_000, "new_price_rub": 4_900_000}

        async def deliver_all() -> list[str]:
            """Deliver one event of each kind and return the titles of the emails so far."""
            await deliver(SavedSearchMatched(**search_fields, cars=[MatchingCar(title="Audi A6", price_rub=4_900_000)]))
            await deliver(PriceLimitCrossed(**car_fields, **limit_fields, direction="fell"))
            await deliver(FavoritePriceChanged(**car_fields, **price_fields))
            emails = select(col(Delivery.title)).where(col(Delivery.channel) == "email").order_by(col(Delivery.id))
            return list(await db.scalars(emails))

        titles = await deliver_all()
        assert [title.split(":")[0] for title in titles] == [
            "Новое по поиску «Универсалы»",
            "Цена с таможней опустилась до 4 900 000 ₽",
        ]
        # A user who refuses promotions by email gets none of them.
        await client.put(URL, json={"promotion": {"email": False}}, headers=build_auth_headers(id=user_id))
        assert await deliver_all() == titles


def compute_quiet_end(now: str, start: str, end: str, zone: str) -> str | None:
    end_of_quiet = find_quiet_end(
        datetime.fromisoformat(now).astimezone(UTC),
        start=time.fromisoformat(start),
        end=time.fromisoformat(end),
        zone=ZoneInfo(zone),
    )
    return end_of_quiet.astimezone(ZoneInfo(zone)).isoformat(timespec="minutes") if end_of_quiet else None


class TestQuietHours:
    @pytest.mark.parametrize(
        ("now", "expected"),
        [
            ("2026-11-20T21:59+03:00", None),
            ("2026-11-20T22:00+03:00", "2026-11-21T08:00+03:00"),
            ("2026-11-21T03:00+03:00", "2026-11-21T08:00+03:00"),
            ("2026-11-21T08:00+03:00", None),
        ],
    )
    def test_quiet_hours_over_midnight_end_in_the_morning(self, now: str, expected: str | None) -> None:
        assert compute_quiet_end(now, "22:00", "08:00", "Europe/Moscow") == expected

    def test_quiet_hours_within_a_day_end_on_that_day(self) -> None:
        assert (
            compute_quiet_end("2026-11-20T13:30+03:00", "13:00", "14:00", "Europe/Moscow") == "2026-11-20T14:00+03:00"
        )
        assert compute_quiet_end("2026-11-20T14:30+03:00", "13:00", "14:00", "Europe/Moscow") is None

    @pytest.mark.parametrize(
        ("now", "end", "expected"),
        [
            # Berlin, 29 March 2026: 02:00 becomes 03:00, so the night is an hour shorter.
            ("2026-03-29T00:30+01:00", "08:00", "2026-03-29T08:00+02:00"),
            # The end falls into the hour that does not exist: it comes when the clock has jumped over it.
            ("2026-03-29T01:30+01:00", "02:30", "2026-03-29T03:30+02:00"),
            ("2026-03-29T04:00+02:00", "02:30", None),
            # 25 October 2026: 03:00 becomes 02:00, so 02:30 comes twice; the first one ends the night for good.
            ("2026-10-25T02:15+02:00", "02:30", "2026-10-25T02:30+02:00"),
            ("2026-10-25T02:15+01:00", "02:30", None),
            ("2026-10-25T01:00+02:00", "08:00", "2026-10-25T08:00+01:00"),
        ],
    )
    def test_quiet_hours_end_by_the_local_clock_when_the_clocks_change(
        self, now: str, end: str, expected: str | None
    ) -> None:
        assert compute_quiet_end(now, "22:00", end, "Europe/Berlin") == expected

    @given(
        st.datetimes(datetime(2026, 1, 1), datetime(2027, 12, 31)),  # noqa: DTZ001
        st.times(),
        st.times(),
        st.sampled_from(["Europe/Moscow", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe"]),
    )
    def test_the_end_of_quiet_hours_is_ahead_within_a_day_and_no_longer_quiet(
        self, naive_time: datetime, start: time, end: time, zone: str
    ) -> None:
        now = naive_time.replace(tzinfo=UTC)
        if start == end:
            return
        end_of_quiet = find_quiet_end(now, start=start, end=end, zone=ZoneInfo(zone))
        if end_of_quiet is not None:
            assert now < end_of_quiet <= now + timedelta(hours=26)
            next_end = find_quiet_end(end_of_quiet, start=start, end=end, zone=ZoneInfo(zone))
            assert next_end is None or next_end > end_of_quiet
