"""Every event is delivered and applied exactly once."""

import asyncio
from typing import Any

import orjson
import pytest
from chassis import retention
from chassis.database.tables import new_id
from chassis.events import outbox
from chassis.events.outbox import UNPUBLISHABLE_MARK, OutboxEvent
from chassis.events.registry import build_envelope
from chassis.identity.watch import open_bucket
from chassis.runtime import AnyRuntime, AnySession
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventDelivery
from chassis.testing.plugin import wait_for
from chassis.testing.servers import Nats
from prometheus_client import REGISTRY
from sample.notes.events import NoteWritten, Poison
from sample.notes.tables import ReceivedNote
from sqlalchemy import delete, select
from sqlmodel import col


async def list_received_texts(db: AnySession) -> list[str]:
    return list(await db.scalars(select(col(ReceivedNote.text)).order_by(col(ReceivedNote.id))))


class TestRelay:
    @pytest.mark.parametrize("spare_bytes", [-1, 100])
    async def test_event_too_large_for_nats_is_skipped_and_later_events_are_published(
        self, db: AnySession, runtime: AnyRuntime, spare_bytes: int
    ) -> None:
        """The server counts headers too, so a body just within its limit is too large as well."""
        labels = {"type": NoteWritten.type}
        async with runtime.database.transaction() as session:
            empty_note = NoteWritten(note_id=new_id(), text="")
            envelope_bytes = len(
                build_envelope(empty_note, id=new_id(), source="/services/sample", time=runtime.now(), traceparent=None)
            )
            text = "x" * (runtime.bus.client.max_payload - spare_bytes - envelope_bytes)
            large_id = await outbox.record(session, NoteWritten(note_id=new_id(), text=text))
            await outbox.record(session, NoteWritten(note_id=new_id(), text="следом"))
        await wait_for(lambda: list_received_texts(db))
        assert await list_received_texts(db) == ["следом"]

        async def is_marked() -> bool:
            select_published_at = select(col(OutboxEvent.published_at)).where(col(OutboxEvent.id) == large_id)
            return bool(await db.scalar(select_published_at) == UNPUBLISHABLE_MARK)

        await wait_for(is_marked)
        await wait_for(lambda: REGISTRY.get_sample_value("outbox_unpublishable_events", labels) == 1)
        async with runtime.database.reading() as session:
            await retention.purge(session, runtime)
        assert await is_marked()

        # After a start, earlier events are found.
        outbox.UNPUBLISHABLE_EVENTS.clear()
        runtime.bus.unpublishable_ids = None
        runtime.notify("outbox")
        await wait_for(lambda: REGISTRY.get_sample_value("outbox_unpublishable_events", labels) == 1)

        await db.execute(delete(OutboxEvent).where(col(OutboxEvent.id) == large_id))
        await db.commit()
        runtime.notify("outbox")
        await wait_for(lambda: REGISTRY.get_sample_value("outbox_unpublishable_events", labels) is None)

    async def test_events_about_one_entity_keep_their_order_when_one_of_them_fails(
        self, db: AnySession, runtime: AnyRuntime, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """All are published at the same time, but an event is never published before an earlier one about the same
        entity.
        """
        entities = [new_id() for _ in range(5)]
        steps = 30
        publish = runtime.bus.publish
        sent_texts = list[str]()
        refused_texts = set[str]()

        async def fail_once(subject: str, body: bytes, *, message_id: str) -> None:
            text = orjson.loads(body)["data"]["text"]
            if text.endswith("07") and text not in refused_texts:
                refused_texts.add(text)
                raise TimeoutError
            await publish(subject, body, message_id=message_id)
            if text not in sent_texts:
                sent_texts.append(text)

        monkeypatch.setattr(runtime.bus, "publish", fail_once)
        async with runtime.database.transaction() as session:
            for step in range(steps):
                for number, entity in enumerate(entities):
                    await outbox.record(session, NoteWritten(note_id=entity, text=f"{number} {step:02}"))

        async def are_all_received() -> bool:
            return len(await list_received_texts(db)) == len(entities) * steps

        await wait_for(are_all_received)
        assert len(refused_texts) == len(entities)
        for number in range(len(entities)):
            texts_of_entity = [text for text in sent_texts if text.startswith(f"{number} ")]
            assert texts_of_entity == sorted(texts_of_entity)


class TestConsumer:
    async def test_a_poisoned_event_among_many_fails_no_other_event(self, db: AnySession, runtime: AnyRuntime) -> None:
        """The events are handled in one transaction. After the failure each is handled by itself."""

        async def count_parked() -> int:
            return int((await runtime.bus.js.stream_info("DLQ")).state.messages)

        parked_before = await count_parked()
        texts = [f"{number:02}" for number in range(60)]
        async with runtime.database.transaction() as session:
            for number, text in enumerate(texts):
                await outbox.record(session, NoteWritten(note_id=new_id(), text=text))
                # Two poisoned events are among them, after the 21st and the 46th.
                if number in {20, 45}:
                    await outbox.record(session, Poison(id=new_id()))

        async def is_done() -> bool:
            return len(await list_received_texts(db)) == len(texts) and await count_parked() == parked_before + 2

        await wait_for(is_done)
        assert sorted(await list_received_texts(db)) == texts
        await runtime.bus.js.purge_stream("DLQ")

    async def test_an_event_twice_among_many_is_applied_once(self, deliver: EventDelivery, db: AnySession) -> None:
        id = new_id()
        event = NoteWritten(note_id=new_id(), text="один раз")
        await asyncio.gather(*(deliver(event, id=id, wait=False) for _ in range(100)))
        await deliver(NoteWritten(note_id=new_id(), text="после"))
        assert await list_received_texts(db) == ["один раз", "после"]

    async def test_an_event_that_is_delivered_twice_is_applied_once(
        self, deliver: EventDelivery, db: AnySession
    ) -> None:
        id = new_id()
        event = NoteWritten(note_id=new_id(), text="один раз")
        await deliver(event, id=id)
        await deliver(event, id=id)
        await deliver(NoteWritten(note_id=new_id(), text="после"))
        assert await list_received_texts(db) == ["один раз", "после"]

    async def test_poison_is_parked_after_five_attempts_and_has_no_effect(
        self, deliver: EventDelivery, db: AnySession, runtime: AnyRuntime
    ) -> None:
        await runtime.bus.js.purge_stream("DLQ")
        id = new_id()
        await deliver(Poison(id=id), id=id, wait=False)

        async def count_parked() -> Any:
            info = await runtime.bus.js.stream_info("DLQ", subjects_filter="dlq.sample")
            return info.state.messages

        async def is_parked_twice() -> bool:
            return bool(await count_parked() == 2)

        assert await wait_for(count_parked) == 1
        # After a replay the event fails five times more, and must be parked again.
        parked_message = await runtime.bus.js.get_last_msg("DLQ", "dlq.sample")
        assert parked_message.data is not None
        await runtime.bus.publish(f"events.{Poison.type}", parked_message.data, message_id="replayed")
        assert await wait_for(is_parked_twice) is True
        await deliver(NoteWritten(note_id=new_id(), text="дальше"))
        assert await list_received_texts(db) == ["дальше"]
        await runtime.bus.js.purge_stream("DLQ")

    async def test_no_event_is_lost_when_nats_is_killed_and_restarted(
        self, client: ApiClient, db: AnySession, nats_server: Nats, runtime: AnyRuntime
    ) -> None:
        nats_server.kill()
        answer = await client.post("/api/sample/notes", json={"text": "без шины"})
        assert answer.status_code == 201
        nats_server.start()

        async def has_arrived() -> bool:
            return "без шины" in await list_received_texts(db)

        await wait_for(has_arrived)

        async def is_ready() -> bool:
            return bool((await client.get("/readyz")).status_code == 200)

        await wait_for(is_ready)


class TestIdentity:
    async def test_block_and_role_reach_a_service_at_once(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, runtime: AnyRuntime
    ) -> None:
        user_id = new_id()
        sid = new_id()
        headers = build_auth_headers(id=user_id, sid=sid)
        accounts = await open_bucket(runtime.bus, "identity")
        for state, status, code in [
            (b'{"status":"blocked","role":"user"}', 403, "account_blocked"),
            (b'{"status":"active","role":"admin"}', 401, "token_invalid"),
        ]:
            await accounts.put(f"account.{user_id}", state)

            async def is_refused(status: int = status) -> bool:
                return bool((await client.get("/api/sample/me", headers=headers)).status_code == status)

            await wait_for(is_refused)
            assert (await client.get("/api/sample/me", headers=headers)).json()["code"] == code
        await accounts.delete(f"account.{user_id}")

        async def is_accepted() -> bool:
            return bool((await client.get("/api/sample/me", headers=headers)).status_code == 200)

        await wait_for(is_accepted)
        await (await open_bucket(runtime.bus, "ended_sessions")).put(str(sid), b"1")
        await wait_for(lambda: str(sid) in runtime.identity.ended_sessions)
        assert (await client.get("/api/sample/me", headers=headers)).status_code == 401

    async def test_a_blocked_user_writes_nothing(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, runtime: AnyRuntime
    ) -> None:
        user_id = new_id()
        await (await open_bucket(runtime.bus, "identity")).put(f"account.{user_id}", b'{"status":"blocked"}')
        await wait_for(lambda: str(user_id) in runtime.identity.accounts)
        answer = await client.post("/api/sample/notes", json={"text": "нет"}, headers=build_auth_headers(id=user_id))
        assert (answer.status_code, answer.json()["code"]) == (403, "account_blocked")
