"""Secrets in the database are encrypted, including secrets that earlier releases stored."""

import pytest
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder
from notifications.channels import stored_secrets, vapid
from notifications.channels.stored_secrets import PUSH_AUTH, VAPID_KEY, SecretUnreadable, decrypt, encrypt
from notifications.channels.tables import PushSubscription, VapidKey
from notifications.runtime import NotificationsRuntime, Session
from pydantic import SecretStr
from sqlalchemy import select, text
from sqlmodel import col

from services.notifications.tests.channels.push_service import Browser
from services.notifications.tests.fixture_types import UserFactory

URL = "/api/notifications/push-subscriptions"


class TestStored:
    async def test_neither_key_nor_browser_secret_is_readable(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_user: UserFactory,
        runtime: NotificationsRuntime,
    ) -> None:
        user_id = await make_user()
        browser = Browser("https://push.example.com/a")
        await client.post(URL, json=browser.subscription, headers=build_auth_headers(id=user_id))
        async with runtime.database.reading() as db:
            (stored_auth,) = await db.scalars(text("SELECT auth FROM push_subscriptions"))
            (stored_private_key,) = await db.scalars(text("SELECT private_key FROM vapid_keys"))
            key = await vapid.get_key(db, runtime.settings)
        secret = browser.subscription["keys"]["auth"]
        assert secret not in stored_auth
        assert key.private_key not in stored_private_key
        assert decrypt(runtime.settings, stored_auth, purpose=PUSH_AUTH) == secret

    async def test_plain_rows_of_an_earlier_release_are_encrypted_at_the_start(
        self, make_user: UserFactory, runtime: NotificationsRuntime, db: Session
    ) -> None:
        user_id = await make_user()
        now = runtime.now()
        keys = Browser("").subscription["keys"]
        for number in range(3):
            db.add(
                PushSubscription(user_id=user_id, endpoint=f"https://push.example.com/{number}", created_at=now, **keys)
            )
        await db.flush()
        async with runtime.database.transaction() as service_db:
            key_pair = await vapid.get_key(service_db, runtime.settings)
            (await service_db.get_one(VapidKey, 1)).private_key = key_pair.private_key
        for _ in range(2):
            await stored_secrets.encrypt_existing(runtime)
        async with runtime.database.reading() as service_db:
            stored_auths = list(await service_db.scalars(select(col(PushSubscription.auth))))
            stored_vapid_key = await service_db.get_one(VapidKey, 1)
            assert await vapid.get_key(service_db, runtime.settings) == key_pair
        assert stored_vapid_key.private_key.startswith(stored_secrets.PREFIX)
        assert len(stored_auths) == 3
        assert {decrypt(runtime.settings, auth, purpose=PUSH_AUTH) for auth in stored_auths} == {keys["auth"]}
        assert keys["auth"] not in stored_auths

    def test_a_secret_is_not_decrypted_with_another_key_or_purpose(self, runtime: NotificationsRuntime) -> None:
        stored_secret = encrypt(runtime.settings, "secret", purpose=VAPID_KEY)
        other_settings = runtime.settings.model_copy(
            update={"secret_key": SecretStr("another-secret-key-of-32-characters")}
        )
        for settings, purpose in ((runtime.settings, PUSH_AUTH), (other_settings, VAPID_KEY)):
            with pytest.raises(SecretUnreadable):
                decrypt(settings, stored_secret, purpose=purpose)
