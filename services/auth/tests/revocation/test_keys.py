"""The keys that sign tokens: their rotation, the published public keys, and the root key that signs them."""

import runpy
from typing import Any

import pytest
from auth.revocation import service as revocation
from auth.revocation.service import delete_expired_keys, reconcile
from auth.rotate_keys import rotate
from auth.runtime import AuthRuntime, Session
from auth.sessions.keys import get_public_root
from auth.sessions.queries import list_keys
from auth.sessions.tables import SigningKey
from auth.settings import Settings
from chassis.identity.keys import parse_public_keys
from chassis.identity.verifier import Identity
from chassis.identity.watch import open_bucket
from chassis.testing.fixture_types import ApiClient
from chassis.testing.plans import count_open_transactions_on
from chassis.testing.plugin import MovableClock, wait_for
from chassis.workers import LAST_STEP
from fastapi import FastAPI
from nats.js.errors import KeyNotFoundError
from pydantic import SecretStr
from pyseto import PysetoError
from sqlalchemy import select

from services.auth.tests.fixture_types import LogInFunction, MemberFactory, SettingsOverride


async def expire_key(runtime: AuthRuntime, clock: MovableClock, kid: str) -> None:
    """Let the replaced key `kid` expire, delete it, and wait until the service has forgotten it.

    Otherwise the service could forget the key during the next test, which signs with the same key. The worker of the
    service may also have found the expired key, and could delete it during the next test.
    """
    clock.move(minutes=26)
    await delete_expired_keys(runtime)
    await wait_for(lambda: kid not in runtime.identity.keys)
    clock.move(minutes=-26)
    await wait_for_step(runtime, "revocation")


async def wait_for_step(runtime: AuthRuntime, worker: str) -> None:
    """Wait until a step of a worker has begun and ended. The first step that ends may have begun before the call."""
    for _ in range(2):
        await wait_for_end_of_step(runtime, worker)


async def wait_for_end_of_step(runtime: AuthRuntime, worker: str) -> None:
    last_end = LAST_STEP.labels(worker)._value.get()
    runtime.notify(worker)
    await wait_for(lambda: LAST_STEP.labels(worker)._value.get() > last_end)


class TestRotateKeys:
    async def test_old_tokens_stay_valid_and_new_ones_have_the_new_key(
        self,
        client: ApiClient,
        member: MemberFactory,
        log_in: LogInFunction,
        runtime: AuthRuntime,
        clock: MovableClock,
        override_settings: SettingsOverride,
    ) -> None:
        override_settings(key_learning_seconds=0)
        account = await member()
        login_before_rotation = await log_in(account)
        old_kid = (await client.get("/api/auth/keys")).json()["keys"][0]["kid"]
        new_kid = await rotate(runtime)
        clock.move(seconds=6)
        keys = (await client.get("/api/auth/keys")).json()["keys"]
        assert [(key["kid"], key["status"]) for key in keys] == [(new_kid, "current"), (old_kid, "previous")]
        login_after_rotation = await log_in(account)
        await wait_for(lambda: new_kid in runtime.identity.keys)
        for login in (login_before_rotation, login_after_rotation):
            assert (await client.get("/api/auth/me", headers=login["headers"])).status_code == 200
        await expire_key(runtime, clock, old_kid)
        assert [key["kid"] for key in (await client.get("/api/auth/keys")).json()["keys"]] == [new_kid]

    async def test_a_new_key_is_listed_once_it_signs(
        self, client: ApiClient, runtime: AuthRuntime, clock: MovableClock, override_settings: SettingsOverride
    ) -> None:
        """The list has the current and the previous keys. Services get a new key earlier, from the identity bucket."""
        override_settings(key_learning_seconds=10)
        [old_key] = (await client.get("/api/auth/keys")).json()["keys"]
        new_kid = await rotate(runtime)
        await wait_for(lambda: new_kid in runtime.identity.keys)
        assert (await client.get("/api/auth/keys")).json()["keys"] == [old_key]
        clock.move(seconds=11)
        keys = (await client.get("/api/auth/keys")).json()["keys"]
        assert [(key["kid"], key["status"]) for key in keys] == [(new_kid, "current"), (old_key["kid"], "previous")]
        await expire_key(runtime, clock, old_key["kid"])

    async def test_stored_secret_key_is_encrypted(self, app: FastAPI, db: Session) -> None:
        [key] = await db.scalars(select(SigningKey))
        assert key.encrypted_secret.startswith("v4.local.")


class TestRootKey:
    async def test_published_keys_are_signed_and_a_new_root_signs_them_again(
        self, runtime: AuthRuntime, override_settings: SettingsOverride
    ) -> None:
        """During the rotation services know both root keys. Then auth gets the new secret and signs the keys again."""
        store = await open_bucket(runtime.bus, "identity")
        await reconcile(runtime)
        async with runtime.database.reading() as db:
            [key] = await list_keys(db)
        first_entry = (await store.get(f"signed_key.{key.kid}")).value
        override_settings(root_secret=SecretStr("a new root secret"))
        await reconcile(runtime)
        second_entry = (await store.get(f"signed_key.{key.kid}")).value
        old_roots = parse_public_keys(get_public_root(Settings()))
        new_roots = parse_public_keys(get_public_root(runtime.settings))
        for roots, entry in (
            (old_roots, first_entry),
            (new_roots, second_entry),
            (old_roots + new_roots, first_entry),
            (old_roots + new_roots, second_entry),
        ):
            identity = Identity(runtime.now, roots, unread_buckets=set())
            identity.apply(f"signed_key.{key.kid}", entry)
            assert identity.is_ready
        with pytest.raises(PysetoError):
            Identity(runtime.now, old_roots).apply(f"signed_key.{key.kid}", second_entry)

    async def test_both_entries_of_an_expired_key_are_deleted(
        self, runtime: AuthRuntime, clock: MovableClock, override_settings: SettingsOverride
    ) -> None:
        override_settings(key_learning_seconds=0)
        store = await open_bucket(runtime.bus, "identity")
        await reconcile(runtime)
        async with runtime.database.reading() as db:
            [old_key] = await list_keys(db)
        await rotate(runtime)
        await expire_key(runtime, clock, old_key.kid)
        for name in (f"key.{old_key.kid}", f"signed_key.{old_key.kid}"):
            with pytest.raises(KeyNotFoundError):
                await store.get(name)

    async def test_no_transaction_waits_for_the_bucket(
        self,
        runtime: AuthRuntime,
        clock: MovableClock,
        override_settings: SettingsOverride,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        override_settings(key_learning_seconds=0)
        await reconcile(runtime)
        async with runtime.database.reading() as db:
            [old_key] = await list_keys(db)
        await rotate(runtime)
        transaction_counts = []

        async def open_and_count(bus: Any, name: str) -> Any:
            transaction_counts.append(await count_open_transactions_on(runtime, "signing_keys"))
            return await open_bucket(bus, name)

        monkeypatch.setattr(revocation, "open_bucket", open_and_count)
        await expire_key(runtime, clock, old_key.kid)
        # The service's own worker may call `reconcile` meanwhile.
        assert len(transaction_counts) >= 2
        assert not any(transaction_counts)
        async with runtime.database.reading() as db:
            assert len(await list_keys(db)) == 1

    def test_public_root_key_is_printed_for_the_settings(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setenv("SECRET_KEY", "x" * 32)
        runpy.run_module("auth.root_key", run_name="__main__")
        printed_text = capsys.readouterr().out
        assert printed_text.strip() == get_public_root(Settings(secret_key=SecretStr("x" * 32)))
        assert len(parse_public_keys(printed_text)) == 1
