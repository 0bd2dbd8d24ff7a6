"""Publication of signing keys, blocks, roles and ended sessions to every service."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID, uuid4

import orjson
import pytest
from auth.accounts.tables import Account
from auth.revocation import service as revocation
from auth.revocation.service import (
    prepare,
    publish_account,
    publish_changes,
    publish_ended_session,
    publish_soon,
    publish_state,
    reconcile,
)
from auth.runtime import AuthRuntime, Session
from auth.runtime_factory import make_runtime
from chassis.events import bucket_changes
from chassis.events.bucket_changes import read_bucket_state
from chassis.identity.verifier import Account as AccountState
from chassis.identity.watch import open_bucket
from chassis.testing.fixture_types import ApiClient, EventReader
from chassis.testing.plans import count_open_transactions_on
from chassis.testing.plugin import MovableClock, wait_for
from contracts.auth import SessionRevoked, UserBlocked, UserUnblocked, UserUpdated
from fastapi import FastAPI
from nats.js.errors import NotFoundError

from services.auth.tests.fixture_types import LogInFunction, MemberFactory


async def read_entry(runtime: AuthRuntime, name: str) -> Any:
    store = await open_bucket(runtime.bus, "identity")
    try:
        value = orjson.loads((await store.get(name)).value or b"")
    except NotFoundError:
        return None
    return {key: value[key] for key in ("status", "role")}


class TestBlockAndRole:
    async def test_block_and_unblock_reach_the_bucket(
        self,
        client: ApiClient,
        member: MemberFactory,
        admin: dict[str, Any],
        runtime: AuthRuntime,
        read_events: EventReader,
    ) -> None:
        account = await member()
        url = f"/api/auth/admin/users/{account.id}"
        await client.patch(url, json={"account_status": "blocked"}, headers=admin["headers"])
        await wait_for(lambda: runtime.identity.accounts.get(str(account.id)))
        assert await read_entry(runtime, f"account.{account.id}") == {"status": "blocked", "role": "user"}
        await client.patch(url, json={"account_status": "active"}, headers=admin["headers"])
        await wait_for(lambda: runtime.identity.accounts[str(account.id)].status == "active")
        assert len(await read_events(UserBlocked)) == len(await read_events(UserUnblocked)) == 1

    async def test_role_change_invalidates_old_tokens_and_refresh_brings_the_new_role(
        self,
        client: ApiClient,
        member: MemberFactory,
        admin: dict[str, Any],
        log_in: LogInFunction,
        runtime: AuthRuntime,
        read_events: EventReader,
    ) -> None:
        account = await member()
        login = await log_in(account)
        await client.patch(f"/api/auth/admin/users/{account.id}", json={"is_admin": True}, headers=admin["headers"])
        refusal = await client.get("/api/auth/me", headers=login["headers"])
        assert (refusal.status_code, refusal.json()["code"]) == (401, "token_invalid")
        await wait_for(lambda: runtime.identity.accounts.get(str(account.id)))
        answer = await client.post("/api/auth/refresh", json={"sessionToken": login["sessionToken"]})
        bearer = {"Authorization": f"Bearer {answer.json()['accessToken']}"}
        me = (await client.get("/api/auth/me", headers=bearer)).json()["user"]
        assert (me["role"], me["is_admin"]) == ("admin", True)
        assert (await client.get("/api/auth/admin/users", headers=bearer)).status_code == 200
        assert [event.role for event in await read_events(UserUpdated)] == ["admin"]

    async def test_a_new_token_is_valid_before_the_change_arrives(
        self,
        client: ApiClient,
        member: MemberFactory,
        admin: dict[str, Any],
        log_in: LogInFunction,
        runtime: AuthRuntime,
        clock: MovableClock,
    ) -> None:
        account = await member()
        users = "/api/auth/admin/users"
        login = await log_in(account)
        url = f"{users}/{account.id}"
        await client.patch(url, json={"is_admin": True}, headers=admin["headers"])
        promote_answer = await client.post("/api/auth/refresh", json={"sessionToken": login["sessionToken"]})
        clock.move(seconds=1)
        await client.patch(url, json={"is_admin": False}, headers=admin["headers"])
        name = str(account.id)

        def has_lost_the_role() -> bool:
            state = runtime.identity.accounts.get(name)
            return state is not None and state.role == "user"

        await wait_for(has_lost_the_role)
        current_state = runtime.identity.accounts[name]
        answer = await client.post("/api/auth/refresh", json={"sessionToken": promote_answer.json()["sessionToken"]})
        runtime.identity.accounts[name] = AccountState("active", "admin", current_state.version - 1)
        new_token_headers = {"Authorization": f"Bearer {answer.json()['accessToken']}"}
        assert (await client.get("/api/auth/sessions", headers=new_token_headers)).status_code == 200
        assert (await client.get(users, headers=new_token_headers)).json()["code"] == "forbidden"
        runtime.identity.accounts[name] = current_state
        old_token_headers = {"Authorization": f"Bearer {promote_answer.json()['accessToken']}"}
        assert (await client.get(users, headers=old_token_headers)).json()["code"] == "token_invalid"

    async def test_ended_session_reaches_the_bucket(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction, runtime: AuthRuntime
    ) -> None:
        login = await log_in(await member())
        sid = str(runtime.identity.verify(login["accessToken"]).sid)
        await client.post("/api/auth/logout", headers=login["headers"])
        assert await wait_for(lambda: sid in runtime.identity.ended_sessions)

    async def test_lost_buckets_are_filled_again(
        self,
        client: ApiClient,
        member: MemberFactory,
        admin: dict[str, Any],
        log_in: LogInFunction,
        runtime: AuthRuntime,
    ) -> None:
        account = await member()
        login = await log_in(account)
        sid = str(runtime.identity.verify(login["accessToken"]).sid)
        await client.post("/api/auth/logout", headers=login["headers"])
        url = f"/api/auth/admin/users/{account.id}"
        await client.patch(url, json={"account_status": "blocked"}, headers=admin["headers"])
        # A write to a bucket that is deleted meanwhile would wait for its acknowledgement until the timeout.
        await wait_for(lambda: sid in runtime.identity.ended_sessions and str(account.id) in runtime.identity.accounts)
        for name in ("identity", "ended_sessions"):
            await runtime.bus.js.delete_key_value(name)
        # NATS has restarted with an empty disk.
        await runtime.bus._on_reconnected()
        await reconcile(runtime)
        assert await read_entry(runtime, f"account.{account.id}") == {"status": "blocked", "role": "user"}
        kid = (await client.get("/api/auth/keys")).json()["keys"][0]["kid"]
        identity = await open_bucket(runtime.bus, "identity")
        ended_sessions = await open_bucket(runtime.bus, "ended_sessions")
        assert ((await identity.get(f"key.{kid}")).value or b"").startswith(b"k4.public.")
        assert (await ended_sessions.get(sid)).value == b"1"


class TestAfterTheCommit:
    @pytest.fixture
    async def next_process(self, app: FastAPI, runtime: AuthRuntime) -> AsyncIterator[AuthRuntime]:
        """Another process of auth, whose workers do not run."""
        other_runtime = make_runtime(runtime.settings)
        other_runtime.now = runtime.now
        await other_runtime.bus.start()
        yield other_runtime
        await other_runtime.stop()

    async def test_no_transaction_waits_for_the_buckets(
        self,
        client: ApiClient,
        member: MemberFactory,
        admin: dict[str, Any],
        log_in: LogInFunction,
        runtime: AuthRuntime,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        account = await member()
        login = await log_in(account)
        transaction_counts: dict[str, int] = {}

        async def open_and_count(bus: Any, name: str) -> Any:
            transaction_counts[name] = await count_open_transactions_on(runtime, "seen_events")
            return await open_bucket(bus, name)

        monkeypatch.setattr(revocation, "open_bucket", open_and_count)
        await client.post("/api/auth/logout", headers=login["headers"])
        url = f"/api/auth/admin/users/{account.id}"
        await client.patch(url, json={"account_status": "blocked"}, headers=admin["headers"])
        await wait_for(lambda: str(account.id) in runtime.identity.accounts)
        await wait_for(
            lambda: str(runtime.identity.verify(login["accessToken"]).sid) in runtime.identity.ended_sessions
        )
        assert transaction_counts == {"identity": 0, "ended_sessions": 0}

    async def test_a_crash_after_the_commit_loses_no_revocation(
        self,
        client: ApiClient,
        member: MemberFactory,
        admin: dict[str, Any],
        log_in: LogInFunction,
        runtime: AuthRuntime,
        next_process: AuthRuntime,
        read_events: EventReader,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        account = await member()
        login = await log_in(account)
        handled_changes: list[tuple[Any, ...]] = []

        def record_change(runtime: AuthRuntime, publish: Any, id: UUID) -> None:
            handled_changes.append((publish, id))

        # The process ends after the events are committed as handled, and before anything is written to a bucket.
        monkeypatch.setattr(revocation, "publish_soon", record_change)
        monkeypatch.setattr(revocation, "reconcile", None)
        await client.post("/api/auth/logout", headers=login["headers"])
        url = f"/api/auth/admin/users/{account.id}"
        await client.patch(url, json={"account_status": "blocked"}, headers=admin["headers"])
        [session] = await read_events(SessionRevoked)
        session_change = (publish_ended_session, session.session_id)
        account_change = (publish_account, account.id)
        await wait_for(lambda: {session_change, account_change} <= set(handled_changes))
        assert await read_entry(runtime, f"account.{account.id}") is None
        monkeypatch.undo()
        await prepare(next_process)
        assert await read_entry(runtime, f"account.{account.id}") == {"status": "blocked", "role": "user"}
        assert (await (await open_bucket(runtime.bus, "ended_sessions")).get(str(session.session_id))).value == b"1"

    async def test_a_change_that_cannot_be_written_stays_queued_and_delays_no_other(
        self, next_process: AuthRuntime, runtime: AuthRuntime
    ) -> None:
        poisoned_id = uuid4()
        session_ids = [uuid4() for _ in range(8)]
        can_be_written = False

        async def publish(runtime: AuthRuntime, id: UUID) -> None:
            if id == poisoned_id and not can_be_written:
                raise TimeoutError
            await publish_ended_session(runtime, id)

        ended_sessions = await open_bucket(runtime.bus, "ended_sessions")
        for id in (poisoned_id, *session_ids):
            publish_soon(next_process, publish, id)
        with pytest.raises(TimeoutError):
            await publish_changes(next_process)
        for session_id in session_ids:
            assert (await ended_sessions.get(str(session_id))).value == b"1"
        can_be_written = True
        await publish_changes(next_process)
        assert (await ended_sessions.get(str(poisoned_id))).value == b"1"


class TestReconcile:
    @pytest.fixture
    async def blocked_entry(
        self, client: ApiClient, member: MemberFactory, admin: dict[str, Any], runtime: AuthRuntime
    ) -> str:
        """The name of the bucket entry of a blocked account."""
        account = await member()
        url = f"/api/auth/admin/users/{account.id}"
        await client.patch(url, json={"account_status": "blocked"}, headers=admin["headers"])
        await wait_for(lambda: str(account.id) in runtime.identity.accounts)
        return f"account.{account.id}"

    async def test_reconcile_reads_only_changed_accounts(
        self, blocked_entry: str, runtime: AuthRuntime, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await reconcile(runtime)
        read_sequences: list[int] = []
        original_watch_changes = bucket_changes.watch_changes

        @asynccontextmanager
        async def watch_changes(*arguments: Any, after: int) -> Any:
            read_sequences.append(after)
            async with original_watch_changes(*arguments, after=after) as next_entry:
                yield next_entry

        monkeypatch.setattr(bucket_changes, "watch_changes", watch_changes)
        monkeypatch.setattr(revocation, "_list_bucket_keys", None)

        async def reads_nothing() -> bool:
            read_sequences.clear()
            await reconcile(runtime)
            return not read_sequences

        await wait_for(reads_nothing)
        last_sequence = (await read_bucket_state(runtime.bus, "identity")).last_seq
        await (await open_bucket(runtime.bus, "identity")).put("account.of-nobody", b"{}")
        await reconcile(runtime)
        assert read_sequences[:1] == [last_sequence]

    async def test_a_bucket_read_that_times_out_is_repeated(
        self, blocked_entry: str, runtime: AuthRuntime, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Otherwise a deleted entry would count as published until NATS is connected again."""
        await reconcile(runtime)
        store = await open_bucket(runtime.bus, "identity")
        await store.delete(blocked_entry)
        original_watch_changes = bucket_changes.watch_changes
        is_first_read = True

        async def time_out(_: float) -> Any:
            raise TimeoutError

        @asynccontextmanager
        async def watch_changes(*arguments: Any, **options: Any) -> AsyncIterator[Any]:
            nonlocal is_first_read
            async with original_watch_changes(*arguments, **options) as next_entry:
                if is_first_read:
                    is_first_read = False
                    yield time_out
                else:
                    yield next_entry

        monkeypatch.setattr(bucket_changes, "watch_changes", watch_changes)
        await reconcile(runtime)
        assert await read_entry(runtime, blocked_entry) == {"status": "blocked", "role": "user"}

    async def test_reconcile_never_replaces_a_newer_state(self, blocked_entry: str, runtime: AuthRuntime) -> None:
        """An account may change between the read from the database and the write to the bucket."""
        store = await open_bucket(runtime.bus, "identity")
        newer_entry = {"status": "active", "role": "user", "version": 2**62}
        await store.put(blocked_entry, orjson.dumps(newer_entry))
        await reconcile(runtime)
        assert orjson.loads((await store.get(blocked_entry)).value or b"") == newer_entry

    async def test_two_replicas_at_once_leave_the_newer_state(
        self, blocked_entry: str, runtime: AuthRuntime, db: Session
    ) -> None:
        store = await open_bucket(runtime.bus, "identity")
        account = await db.get_one(Account, UUID(blocked_entry.removeprefix("account.")))
        entry = await store.get(blocked_entry)
        newer_entry = orjson.dumps({"status": "active", "role": "user", "version": account.account_version + 1})
        await store.put(blocked_entry, newer_entry)
        entry.value = b"{}"
        await publish_state(store, account, entry)
        assert (await store.get(blocked_entry)).value == newer_entry

    async def test_reconcile_deletes_states_that_every_valid_token_already_has(
        self, blocked_entry: str, client: ApiClient, admin: dict[str, Any], runtime: AuthRuntime, clock: MovableClock
    ) -> None:
        store = await open_bucket(runtime.bus, "identity")
        id = blocked_entry.removeprefix("account.")
        await client.patch(f"/api/auth/admin/users/{id}", json={"account_status": "active"}, headers=admin["headers"])
        await wait_for(lambda: runtime.identity.accounts[id].status == "active")
        await reconcile(runtime)
        assert (await store.get(blocked_entry)).value
        clock.move(days=2)
        await reconcile(runtime)
        await wait_for(lambda: id not in runtime.identity.accounts)
        clock.move(days=7)
        await reconcile(runtime)
        with pytest.raises(NotFoundError):
            await runtime.bus.js.get_last_msg("KV_identity", f"$KV.identity.{blocked_entry}")

    async def test_a_change_is_published_as_newer_even_if_the_clock_was_set_back(
        self, blocked_entry: str, client: ApiClient, admin: dict[str, Any], runtime: AuthRuntime, clock: MovableClock
    ) -> None:
        id = blocked_entry.removeprefix("account.")
        clock.move(seconds=-60)
        await client.patch(f"/api/auth/admin/users/{id}", json={"account_status": "active"}, headers=admin["headers"])
        assert await wait_for(lambda: runtime.identity.accounts[id].status == "active")
