from chassis.database.tables import new_id
from chassis.testing.fixture_types import EventDelivery
from chassis.testing.plugin import MovableClock
from content.runtime import ContentRuntime, Session
from content.users.tables import UserCopy
from contracts.auth import UserBlocked, UserCopied, UserRegistered, UserUnblocked, UserUpdated, UserVerified
from sqlalchemy import select
from sqlmodel import col


class TestCopies:
    async def test_account_is_copied_and_updated(self, deliver: EventDelivery, db: Session) -> None:
        id = new_id()
        fields = {"user_id": id, "email": "a@example.com", "first_name": "Анна", "last_name": "Орлова", "role": "user"}
        await deliver(UserVerified(**fields))
        await deliver(UserUpdated(**fields | {"last_name": "Белова", "avatar_url": "/media/a.webp"}))
        await deliver(UserBlocked(user_id=id, role="user"))
        person = await db.get_one(UserCopy, id)
        assert (person.last_name, person.avatar_url, person.is_blocked) == ("Белова", "/media/a.webp", True)

    async def test_unconfirmed_registration_gets_no_copy(self, deliver: EventDelivery, db: Session) -> None:
        fields = {"email": "a@example.com", "first_name": "Анна", "last_name": "Орлова"}
        registered_id = new_id()
        verified_id = new_id()
        await deliver(UserRegistered(user_id=registered_id, **fields), wait=False)
        await deliver(UserVerified(user_id=verified_id, **fields))
        assert list(await db.scalars(select(col(UserCopy.id)))) == [verified_id]

    async def test_a_block_older_than_the_last_unblock_changes_nothing(
        self, deliver: EventDelivery, db: Session, clock: MovableClock
    ) -> None:
        id = new_id()
        fields = {
            "user_id": id,
            "email": "a@example.com",
            "first_name": "Анна",
            "last_name": "Орлова",
            "role": "staff",
        }
        await deliver(UserVerified(**fields))
        clock.move(minutes=2)
        await deliver(UserUnblocked(user_id=id, role="staff"))
        clock.move(minutes=-1)
        await deliver(UserBlocked(user_id=id, role="user"))
        person = await db.get_one(UserCopy, id)
        assert (person.is_blocked, person.role) == (False, "staff")

    async def test_a_replay_restores_missing_copies_and_keeps_newer_ones(
        self, deliver: EventDelivery, db: Session, clock: MovableClock, runtime: ContentRuntime
    ) -> None:
        changed_at = runtime.now()
        clock.move(minutes=1)
        lost_id = new_id()
        existing_id = new_id()
        id_for_another_service = new_id()
        fields = {"email": "a@example.com", "first_name": "Анна", "last_name": "Орлова", "role": "user"}
        await deliver(UserVerified(user_id=existing_id, **fields | {"last_name": "Белова"}))
        copied_fields = {"is_blocked": True, "joined_at": changed_at, "changed_at": changed_at, "audience": "content"}
        for id in (lost_id, existing_id, lost_id):
            await deliver(UserCopied(user_id=id, **fields, **copied_fields))
        await deliver(UserCopied(user_id=id_for_another_service, **fields, **copied_fields | {"audience": "status"}))
        restored_copy = await db.get_one(UserCopy, lost_id)
        existing_copy = await db.get_one(UserCopy, existing_id)
        assert (restored_copy.last_name, restored_copy.is_blocked) == ("Орлова", True)
        assert restored_copy.event_time == changed_at
        assert (existing_copy.last_name, existing_copy.is_blocked) == ("Белова", False)
        assert await db.get(UserCopy, id_for_another_service) is None
        # Events that are later than the restored state change the copy.
        await deliver(UserUnblocked(user_id=lost_id, role="user"))
        await deliver(UserUpdated(user_id=lost_id, **fields | {"last_name": "Серова"}))
        await db.refresh(restored_copy)
        assert (restored_copy.last_name, restored_copy.is_blocked) == ("Серова", False)
