"""A user's log lines and subscription are exported and erased."""

import hashlib
from typing import Any
from uuid import UUID

from chassis.database.tables import new_id
from chassis.events.outbox import OutboxEvent
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventDelivery, EventReader, Mailbox
from chassis.testing.personal_data import EMAIL, find_differences_after_event, find_unregistered
from chassis.testing.plugin import wait_for
from contracts.auth import ExportPart, ExportRequested, UserCopied, UserErased, UserErasedDone, UserVerified
from fastapi import FastAPI
from sqlalchemy import select
from sqlmodel import col
from status.client_logs.tables import LogEntry
from status.personal_data import PERSONAL_DATA
from status.runtime import Session, StatusRuntime
from status.subscriptions.tables import Subscription, UserEmailDigest

LINE = {"level": "error", "context": "checkout", "message": "Failed"}


def test_every_table_that_names_a_user_is_registered(app: FastAPI) -> None:
    assert find_unregistered("status", PERSONAL_DATA) == []


async def test_an_erasure_removes_the_user_from_each_registered_column(
    runtime: StatusRuntime, deliver: EventDelivery
) -> None:
    digest = hashlib.sha256(EMAIL.encode()).hexdigest()

    def make_account_rows(id: UUID) -> dict[Any, dict[str, Any]]:
        return {UserEmailDigest: {"user_id": id, "digest": digest}}

    assert await find_differences_after_event(runtime, PERSONAL_DATA, deliver, make_account_rows) == []


class TestPersonalData:
    async def test_the_subscription_of_the_proven_address_is_exported_and_erased(
        self, client: ApiClient, deliver: EventDelivery, read_events: EventReader, mailbox: Mailbox, db: Session
    ) -> None:
        user = new_id()
        names = {"first_name": "Анна", "last_name": "Орлова"}
        await deliver(UserVerified(user_id=user, email="Anna@example.com", **names))
        for email in ("anna@example.com", "other@example.com"):
            body = {"email": email, "consent": True}
            assert (await client.post("/api/status/subscriptions", json=body)).status_code == 200

        await deliver(ExportRequested(user_id=user, export_id=new_id()))
        [part] = await read_events(ExportPart)
        assert [row["email"] for row in part.data["status_subscriptions"]] == ["anna@example.com"]

        await deliver(UserErased(user_id=user, erasure_id=new_id()))
        assert list(await db.scalars(select(col(Subscription.email)))) == ["other@example.com"]
        assert await mailbox("anna@example.com") == []
        assert len(await mailbox("other@example.com")) == 1
        assert list(await db.scalars(select(col(UserEmailDigest.digest)))) == [""]

    async def test_an_address_that_arrives_after_the_erasure_is_not_kept_and_its_subscription_goes(
        self, client: ApiClient, deliver: EventDelivery, db: Session
    ) -> None:
        user = new_id()
        body = {"email": "late@example.com", "consent": True}
        assert (await client.post("/api/status/subscriptions", json=body)).status_code == 200
        await deliver(UserErased(user_id=user, erasure_id=new_id()))
        await deliver(UserVerified(user_id=user, email="late@example.com", first_name="Анна", last_name="Орлова"))
        assert list(await db.scalars(select(col(UserEmailDigest.digest)))) == [""]
        assert list(await db.scalars(select(col(Subscription.email)))) == []

    async def test_a_replay_fills_only_the_copies_of_the_requesting_service(
        self, deliver: EventDelivery, db: Session, runtime: StatusRuntime
    ) -> None:
        fields = {"email": "anna@example.com", "first_name": "Анна", "last_name": "Орлова", "role": "user"}
        times = {"joined_at": runtime.now(), "changed_at": runtime.now()}
        copied_id = new_id()
        await deliver(UserCopied(user_id=copied_id, audience="status", **fields, **times))
        await deliver(UserCopied(user_id=new_id(), audience="content", **fields, **times))
        assert list(await db.scalars(select(col(UserEmailDigest.user_id)))) == [copied_id]

    async def test_log_lines_of_a_user_are_exported_and_then_erased(
        self,
        client: ApiClient,
        deliver: EventDelivery,
        read_events: EventReader,
        build_auth_headers: AuthHeadersBuilder,
    ) -> None:
        user = new_id()
        other = new_id()
        for sender_id in (user, other):
            await client.post("/api/logs", json=LINE, headers=build_auth_headers(id=sender_id))

        await deliver(ExportRequested(user_id=user, export_id=new_id()))
        [part] = await read_events(ExportPart)
        assert [line["message"] for line in part.data["browser_log"]] == ["Failed"]

        await deliver(UserErased(user_id=user, erasure_id=new_id()))
        [done_event] = await read_events(UserErasedDone)
        assert (done_event.service, done_event.user_id) == ("status", user)

        admin = build_auth_headers(role="admin")
        [group] = (await client.get("/api/status/admin/logs", headers=admin)).json()["items"]
        lines = await client.get(f"/api/status/admin/logs/{group['fingerprint']}", headers=admin)
        assert [line["user_id"] for line in lines.json()["items"]] == [str(other)]

    async def test_an_export_with_more_log_lines_than_an_event_holds_is_shortened(
        self, deliver: EventDelivery, db: Session, runtime: StatusRuntime, read_events: EventReader
    ) -> None:
        user = new_id()
        now = runtime.now()
        long_line: dict[str, Any] = {
            "fingerprint": "f",
            "level": "error",
            "context": "",
            "message": "ж" * 2000,
            "created_at": now,
        }
        db.add_all(LogEntry(**long_line, user_id=str(user)) for _ in range(600))
        await db.flush()
        await deliver(ExportRequested(user_id=user, export_id=new_id()))
        [part] = await read_events(ExportPart)
        assert len(part.data["browser_log"]) + part.data["left_out"]["browser_log"] == 600

        async def is_published() -> bool:
            return await db.scalar(
                select(col(OutboxEvent.published_at)).where(col(OutboxEvent.type) == ExportPart.type)
            )

        assert await wait_for(is_published)
