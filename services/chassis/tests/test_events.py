"""Every event is delivered and applied exactly once."""

from typing import Any

import pytest
from chassis import outbox, retention
from chassis.events import envelope
from chassis.identity import bucket
from chassis.outbox import NEVER, OutboxEvent
from chassis.tables import new_id
from chassis.testing.plugin import wait_for
from prometheus_client import REGISTRY
from sqlalchemy import select
from sqlmodel import col


async def received_texts(db: Any) -> list[str]:
    from sample.notes.tables import ReceivedNote

    return list(await db.scalars(select(col(ReceivedNote.text))))


class TestRelay:
    @pytest.mark.parametrize("spare", [-1, 100])
    async def test_event_too_large_for_nats_is_skipped_and_the_rest_is_published(
        self, db: Any, runtime: Any, spare: int
    ) -> None:
        """The server counts headers too, so a body just within its limit is too large as well."""
        from sample.notes.events import NoteWritten

        aside = {"type": NoteWritten.type}
        before = REGISTRY.get_sample_value("outbox_unpublishable_total", aside) or 0
        async with runtime.database.transaction() as session:
            empty = NoteWritten(note_id=new_id(), text="")
            bare = len(envelope(empty, id=new_id(), source="/services/sample", time=runtime.now(), traceparent=None))
            text = "x" * (runtime.bus.client.max_payload - spare - bare)
            large = await outbox.record(session, NoteWritten(note_id=new_id(), text=text))
            await outbox.record(session, NoteWritten(note_id=new_id(), text="следом"))
        await wait_for(lambda: received_texts(db))
        assert await received_texts(db) == ["следом"]
        assert REGISTRY.get_sample_value("outbox_unpublishable_total", aside) == before + 1
        async with runtime.database.reading() as session:
            await retention.purge(session, runtime)
        assert await db.scalar(select(col(OutboxEvent.published_at)).where(col(OutboxEvent.id) == large)) == NEVER


class TestConsumer:
    async def test_same_event_twice_changes_nothing(self, deliver: Any, db: Any) -> None:
        from sample.notes.events import NoteWritten

        id, event = new_id(), NoteWritten(note_id=new_id(), text="один раз")
        await deliver(event, id=id)
        await deliver(event, id=id)
        await deliver(NoteWritten(note_id=new_id(), text="после"))
        assert await received_texts(db) == ["один раз", "после"]

    async def test_poison_is_parked_after_five_tries_and_leaves_no_trace(
        self, deliver: Any, db: Any, runtime: Any
    ) -> None:
        from sample.notes.events import NoteWritten, Poison

        id = new_id()
        await deliver(Poison(id=id), id=id, wait=False)

        async def count_parked() -> Any:
            info = await runtime.bus.js.stream_info("DLQ", subjects_filter="dlq.sample")
            return info.state.messages

        async def is_parked_twice() -> bool:
            return bool(await count_parked() == 2)

        assert await wait_for(count_parked) == 1
        # After a replay it fails five times more, and must not get lost the second time.
        parked = await runtime.bus.js.get_last_msg("DLQ", "dlq.sample")
        await runtime.bus.publish(f"events.{Poison.type}", parked.data, message_id="replayed")
        assert await wait_for(is_parked_twice) is True
        await deliver(NoteWritten(note_id=new_id(), text="дальше"))
        assert await received_texts(db) == ["дальше"]

    async def test_nats_killed_and_back_nothing_is_lost(
        self, client: Any, db: Any, nats_server: Any, runtime: Any
    ) -> None:
        nats_server.kill()
        answer = await client.post("/api/sample/notes", json={"text": "без шины"})
        assert answer.status_code == 201
        nats_server.start()

        async def has_arrived() -> bool:
            return "без шины" in await received_texts(db)

        await wait_for(has_arrived, seconds=20)

        async def ready() -> bool:
            return bool((await client.get("/readyz")).status_code == 200)

        await wait_for(ready)


class TestIdentity:
    async def test_block_and_role_reach_a_service_at_once(self, client: Any, signed_in: Any, runtime: Any) -> None:
        user, sid = new_id(), new_id()
        headers = signed_in(id=user, sid=sid)
        accounts = await bucket(runtime.bus, "identity")
        for state, status, code in [
            (b'{"status":"blocked","role":"user"}', 403, "account_blocked"),
            (b'{"status":"active","role":"admin"}', 401, "token_invalid"),
        ]:
            await accounts.put(f"account.{user}", state)

            async def is_refused(status: int = status) -> bool:
                return bool((await client.get("/api/sample/me", headers=headers)).status_code == status)

            await wait_for(is_refused, seconds=2)
            assert (await client.get("/api/sample/me", headers=headers)).json()["code"] == code
        await accounts.delete(f"account.{user}")

        async def is_accepted() -> bool:
            return bool((await client.get("/api/sample/me", headers=headers)).status_code == 200)

        await wait_for(is_accepted, seconds=2)
        await (await bucket(runtime.bus, "ended_sessions")).put(str(sid), b"1")
        await wait_for(lambda: str(sid) in runtime.identity.ended, seconds=2)
        assert (await client.get("/api/sample/me", headers=headers)).status_code == 401

    async def test_blocked_reads_as_a_visitor_and_writes_nothing(
        self, client: Any, signed_in: Any, runtime: Any
    ) -> None:
        user = new_id()
        await (await bucket(runtime.bus, "identity")).put(f"account.{user}", b'{"status":"blocked"}')
        await wait_for(lambda: str(user) in runtime.identity.accounts)
        answer = await client.post("/api/sample/notes", json={"text": "нет"}, headers=signed_in(id=user))
        assert (answer.status_code, answer.json()["code"]) == (403, "account_blocked")
