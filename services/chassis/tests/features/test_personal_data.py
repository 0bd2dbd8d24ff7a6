"""Erasures and exports of a service with several features, and the checks of the features' registrations."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from chassis.database.tables import Base, new_id
from chassis.events.registry import EventContext
from chassis.features.personal_data import PersonalData, answer_requests, erase_all, export_all
from chassis.runtime import AnyRuntime, AnySession
from chassis.testing.fixture_types import EventDelivery, EventReader
from chassis.testing.personal_data import EMAIL, find_erasure_differences, find_unregistered
from chassis.testing.plugin import wait_for
from contracts.auth import ExportPart, ExportRequested, UserErased, UserErasedDone
from fastapi import FastAPI
from features_sample import personal_data
from features_sample.personal_data import PERSONAL_DATA
from features_sample.tables import AccountCopy, AuditEntry, Repair, Vehicle, Visitor
from sqlalchemy import select, text
from sqlmodel import Field, col


async def create_data(db: AnySession, user_id: UUID, email: str = EMAIL) -> None:
    vehicle = Vehicle(user_id=user_id, title="BMW", approved_by=user_id)
    db.add_all([vehicle, Repair(vehicle_id=vehicle.id, user_id=user_id)])
    db.add_all([AccountCopy(id=user_id, email=email), Visitor(email=email)])
    await db.flush()


class TestErasure:
    async def test_each_feature_erases_and_one_confirmation_lists_the_kept_data(
        self, db: AnySession, deliver: EventDelivery, read_events: EventReader
    ) -> None:
        user_id = new_id()
        other_user_id = new_id()
        await create_data(db, user_id)
        await create_data(db, other_user_id, "other@example.com")
        erasure_id = new_id()
        await deliver(UserErased(user_id=user_id, erasure_id=erasure_id))
        [done_event] = await read_events(UserErasedDone)
        assert (done_event.user_id, done_event.erasure_id, done_event.service) == (
            user_id,
            erasure_id,
            "features_sample",
        )
        assert done_event.kept == "Договоры хранения; Посещения без адреса"
        assert list(await db.scalars(select(col(Vehicle.user_id)))) == [other_user_id]
        assert list(await db.scalars(select(col(AccountCopy.id)))) == [other_user_id]
        assert list(await db.scalars(select(col(Visitor.email)))) == ["other@example.com"]
        assert set(await db.scalars(select(col(Repair.user_id)))) == {None, other_user_id}

    async def test_rows_of_pending_hooks_of_earlier_events_are_erased_too(
        self, db: AnySession, runtime: AnyRuntime
    ) -> None:
        user_id = new_id()
        event = UserErased(user_id=user_id, erasure_id=new_id())
        [(_, erase)] = answer_requests(PERSONAL_DATA).by_type[UserErased.type]

        async def add(session: Any, titles: list[str]) -> None:
            session.add_all(Vehicle(user_id=user_id, title=title) for title in titles)
            await session.flush()

        async with runtime.database.transaction() as session:
            session.before_commit(add, "BMW")
            context = EventContext(id=new_id(), time=runtime.now(), source="/services/auth")
            await erase(event, session, context)
        assert list(await db.scalars(select(col(Vehicle.user_id)))) == []

    async def test_erasure_of_an_unknown_user_is_confirmed(
        self, deliver: EventDelivery, read_events: EventReader
    ) -> None:
        await deliver(UserErased(user_id=new_id(), erasure_id=new_id()))
        [done_event] = await read_events(UserErasedDone)
        assert done_event.kept is None

    async def test_an_erasure_that_is_delivered_twice_is_confirmed_once(
        self, db: AnySession, deliver: EventDelivery, read_events: EventReader
    ) -> None:
        user_id = new_id()
        id = new_id()
        await create_data(db, user_id)
        event = UserErased(user_id=user_id, erasure_id=new_id())
        for _ in range(2):
            await deliver(event, id=id)
        # This delivery waits until both copies are handled. Otherwise the next test would find the second one.
        await deliver(ExportRequested(user_id=user_id, export_id=new_id()))
        assert len(await read_events(UserErasedDone)) == 1

    async def test_while_a_feature_fails_all_data_stay_and_nothing_is_confirmed(
        self, db: AnySession, deliver: EventDelivery, read_events: EventReader
    ) -> None:
        user_id = new_id()
        await create_data(db, user_id)
        await db.execute(text("ALTER TABLE account_copies RENAME TO hidden"))
        await deliver(UserErased(user_id=user_id, erasure_id=new_id()), wait=False)

        async def was_attempted() -> Any:
            return await db.scalar(text("SELECT count(*) FROM event_tries"))

        try:
            await wait_for(was_attempted)
            assert await read_events(UserErasedDone) == []
            assert list(await db.scalars(select(col(Vehicle.user_id)))) == [user_id]
        finally:
            await db.execute(text("ALTER TABLE hidden RENAME TO account_copies"))
        assert await wait_for(lambda: read_events(UserErasedDone))
        assert list(await db.scalars(select(col(Vehicle.user_id)))) == []


class TestExport:
    async def test_one_part_has_the_data_of_all_features(
        self, db: AnySession, deliver: EventDelivery, read_events: EventReader
    ) -> None:
        user_id = new_id()
        await create_data(db, user_id)
        await create_data(db, new_id(), "other@example.com")
        export_id = new_id()
        await deliver(ExportRequested(user_id=user_id, export_id=export_id))
        [part] = await read_events(ExportPart)
        assert (part.user_id, part.export_id, part.service) == (user_id, export_id, "features_sample")
        assert part.data == {"vehicles": [{"title": "BMW"}], "repairs": [{"done_at": None}], "address": EMAIL}

    async def test_lists_are_cut_to_one_message_and_small_values_stay(
        self, db: AnySession, deliver: EventDelivery, read_events: EventReader
    ) -> None:
        user_id = new_id()
        db.add(AccountCopy(id=user_id, email=EMAIL))
        db.add_all(Vehicle(user_id=user_id, title="ж" * 2000) for _ in range(300))
        await db.flush()
        await deliver(ExportRequested(user_id=user_id, export_id=new_id()))
        [part] = await read_events(ExportPart)
        assert part.data["address"] == EMAIL
        assert 0 < len(part.data["vehicles"]) < 300
        assert part.data["left_out"] == {"vehicles": 300 - len(part.data["vehicles"])}

    async def test_the_newest_rows_come_first_in_an_export(self, db: AnySession) -> None:
        user_id = new_id()
        now = datetime.now(UTC)
        done_times = [now - timedelta(days=days) for days in (1, 3, 2)]
        db.add_all(Repair(vehicle_id=new_id(), user_id=user_id, done_at=at) for at in done_times)
        db.add_all(Vehicle(user_id=user_id, title=title) for title in ("first", "second"))
        await db.flush()
        data = await export_all(db, PERSONAL_DATA, user_id)
        assert [row["title"] for row in data["vehicles"]] == ["second", "first"]
        days = [(now - datetime.fromisoformat(row["done_at"])).days for row in data["repairs"]]
        assert days == [1, 2, 3]

    async def test_a_user_without_data_gets_empty_lists(self, db: AnySession) -> None:
        assert await export_all(db, PERSONAL_DATA, new_id()) == {"vehicles": [], "repairs": [], "address": None}


class TestUnregisteredColumns:
    def test_the_service_of_these_tests_registers_all(self, app: FastAPI) -> None:
        assert find_unregistered("features_sample", PERSONAL_DATA) == []

    def test_a_column_with_a_user_that_no_feature_registers_is_found(self, app: FastAPI) -> None:
        other_features = [feature for feature in PERSONAL_DATA if feature is not personal_data.VEHICLES]
        assert find_unregistered("features_sample", other_features) == [
            "vehicles.approved_by is in the PersonalData of no feature",
            "vehicles.user_id is in the PersonalData of no feature",
        ]

    def test_a_table_with_only_the_address_of_users_is_found(self, app: FastAPI) -> None:
        other_features = [feature for feature in PERSONAL_DATA if feature is not personal_data.VISITORS]
        assert find_unregistered("features_sample", other_features) == ["visitors is in the PersonalData of no feature"]

    def test_a_table_added_later_is_found(self, app: FastAPI) -> None:
        class Invoice(Base, table=True):
            """A table of a new feature that is not registered for erasures."""

            __tablename__ = "later_invoices"
            id: UUID = Field(default_factory=new_id, primary_key=True)
            account_id: UUID

        Invoice.__module__ = "features_sample.invoices.tables"
        try:
            problems = find_unregistered("features_sample", PERSONAL_DATA)
            assert problems == ["later_invoices.account_id is in the PersonalData of no feature"]
        finally:
            Base._sa_registry._dispose_cls(Invoice)
            Base.metadata.remove(Base.metadata.tables["later_invoices"])


async def erase_nothing(db: AnySession, user_id: UUID, at: datetime) -> None: ...


class TestErasureDifferences:
    async def find_differences(self, runtime: AnyRuntime, features: list[PersonalData]) -> list[str]:
        """Erase a user of a service with these registered features. Returns the registrations that are not true."""
        user_id = new_id()
        account = {AccountCopy: {"id": user_id, "email": EMAIL}}

        async def erase() -> None:
            async with runtime.database.transaction() as db:
                await erase_all(db, features, user_id, runtime.now())

        return await find_erasure_differences(runtime, features, user_id=user_id, values_of_tables=account, erase=erase)

    async def test_the_sample_service_follows_its_own_registration(self, runtime: AnyRuntime) -> None:
        assert await self.find_differences(runtime, PERSONAL_DATA) == []

    @pytest.mark.parametrize(
        ("feature", "finding"),
        [
            (
                PersonalData(handled=(Vehicle.user_id,), erase=erase_nothing),
                "vehicles.user_id: the user is still there",
            ),
            (PersonalData(handled=(Visitor.email,), erase=erase_nothing), "visitors.email: the user is still there"),
            (PersonalData(cleared=(Repair.user_id,), kept=(Repair.user_id,)), "registered as kept, but erased"),
            (PersonalData(kept=(AuditEntry.actor_id,)), "sample_audit.actor_id: the user's name is still there"),
        ],
    )
    async def test_a_registration_that_is_not_true_is_found(
        self, runtime: AnyRuntime, feature: PersonalData, finding: str
    ) -> None:
        assert finding in " ".join(await self.find_differences(runtime, [feature]))

    async def test_a_kept_column_that_an_erasure_leaves_is_not_a_difference(self, runtime: AnyRuntime) -> None:
        feature = PersonalData(kept=(Vehicle.user_id,), erase=erase_nothing)
        assert await self.find_differences(runtime, [feature]) == []
