"""The copy of accounts."""

from typing import Any

import pytest
from chassis.database.tables import new_id
from chassis.mail import mail_queue
from chassis.testing.fixture_types import EventDelivery
from chassis.testing.plugin import MovableClock
from contracts.auth import UserBlocked, UserCopied, UserErased, UserRegistered, UserUnblocked, UserUpdated, UserVerified
from contracts.content import OrderCopied, OrderCreated
from notifications.campaigns.queries import count_audience
from notifications.runtime import NotificationsRuntime, Session
from notifications.users.tables import UserCopy
from sqlalchemy import select
from sqlmodel import col


def build_user_fields(**fields: Any) -> dict[str, Any]:
    return {"user_id": new_id(), "email": "a@example.com", "first_name": "Анна", "last_name": "Орлова", **fields}


class TestCopies:
    async def test_users_who_never_confirm_their_address_are_not_copied(
        self, deliver: EventDelivery, db: Session
    ) -> None:
        await deliver(UserRegistered(**build_user_fields()), wait=False)
        verified_fields = build_user_fields()
        await deliver(UserVerified(**verified_fields))
        assert list(await db.scalars(select(col(UserCopy.id)))) == [verified_fields["user_id"]]

    async def test_a_change_that_arrives_before_the_account_creates_its_copy(
        self, deliver: EventDelivery, db: Session
    ) -> None:
        await deliver(UserUpdated(**build_user_fields(role="admin")))
        assert list(await db.scalars(select(col(UserCopy.is_verified)))) == [True]

    async def test_a_change_that_arrives_after_a_later_block_is_saved_and_the_account_stays_blocked(
        self, deliver: EventDelivery, db: Session, clock: MovableClock
    ) -> None:
        fields = build_user_fields()
        await deliver(UserVerified(**fields))
        clock.move(minutes=2)
        await deliver(UserBlocked(user_id=fields["user_id"], role="user"))
        clock.move(minutes=-1)
        await deliver(UserUnblocked(user_id=fields["user_id"], role="user"))
        await deliver(UserUpdated(**fields | {"email": "new@example.com", "role": "staff"}))
        user = await db.get_one(UserCopy, fields["user_id"])
        assert (user.email, user.role, user.is_blocked) == ("new@example.com", "staff", True)

    @pytest.mark.parametrize("account_event", [UserVerified, UserUpdated])
    async def test_the_buyer_of_an_order_that_arrives_before_the_account_is_known_as_buyer(
        self,
        deliver: EventDelivery,
        db: Session,
        clock: MovableClock,
        runtime: NotificationsRuntime,
        account_event: type[UserVerified | UserUpdated],
    ) -> None:
        fields = build_user_fields(role="user")
        ordered_at = runtime.now()
        await deliver(OrderCreated(order_id=new_id(), user_id=fields["user_id"], title="BMW X5", number="1"))
        assert await count_audience(db, {"segment": "buyers"}, runtime.now()) == 0
        clock.move(minutes=-1)
        await deliver(account_event(**fields))
        user = await db.get_one(UserCopy, fields["user_id"])
        await db.refresh(user)
        assert (user.email, user.is_buyer, user.is_verified) == (fields["email"], True, True)
        assert user.joined_at < ordered_at
        assert await count_audience(db, {"segment": "buyers"}, runtime.now()) == 1


class TestErase:
    async def test_emails_to_an_earlier_spelling_of_the_address_are_deleted(
        self, deliver: EventDelivery, db: Session, runtime: NotificationsRuntime
    ) -> None:
        fields = build_user_fields(email="Anna@example.com", role="user")
        await deliver(UserVerified(**fields))
        async with runtime.database.transaction() as service_db:
            for address in ("Anna@example.com", "other@example.com"):
                await mail_queue.queue_email(service_db, to=address, subject="Новости", text="Новости")
        await deliver(UserUpdated(**fields | {"email": "anna@example.com"}))
        await deliver(UserErased(user_id=fields["user_id"], erasure_id=new_id()))
        assert list(await db.scalars(select(col(mail_queue.QueuedEmail.recipient)))) == ["other@example.com"]


class TestReplay:
    async def test_copies_of_users_and_buyers_are_restored_except_erased_users(
        self, deliver: EventDelivery, db: Session, clock: MovableClock, runtime: NotificationsRuntime
    ) -> None:
        changed_at = runtime.now()
        clock.move(minutes=1)
        lost_fields = build_user_fields(role="staff")
        erased_fields = build_user_fields(role="user")
        fields_of_other_audience = build_user_fields(role="user")
        await deliver(UserVerified(**erased_fields))
        await deliver(UserErased(user_id=erased_fields["user_id"], erasure_id=new_id()))
        copied_fields = {"joined_at": changed_at, "changed_at": changed_at, "audience": "notifications"}
        newer_fields = copied_fields | {"changed_at": runtime.now()}
        await deliver(UserCopied(**lost_fields, **copied_fields, is_blocked=True))
        await deliver(UserCopied(**erased_fields, **newer_fields))
        await deliver(UserCopied(**fields_of_other_audience, **copied_fields | {"audience": "content"}))
        for fields, audience in ((lost_fields, "notifications"), (erased_fields, "content")):
            await deliver(OrderCopied(order_id=new_id(), user_id=fields["user_id"], audience=audience))
        copies = {user_copy.id: user_copy for user_copy in await db.scalars(select(UserCopy))}
        assert copies.keys() == {lost_fields["user_id"], erased_fields["user_id"]}
        restored_copy = copies[lost_fields["user_id"]]
        assert (restored_copy.role, restored_copy.is_blocked, restored_copy.is_buyer, restored_copy.joined_at) == (
            "staff",
            True,
            True,
            changed_at,
        )
        assert copies[erased_fields["user_id"]].is_erased
        assert copies[erased_fields["user_id"]].email != erased_fields["email"]
