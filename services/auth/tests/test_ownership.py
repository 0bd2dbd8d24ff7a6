"""Calls every route that takes an id with the id of another user's session, passkey or linked provider."""

from pathlib import Path
from typing import Any

from auth.runtime import AuthRuntime
from auth.second_factor.tables import Passkey
from auth.social.tables import SocialIdentity
from chassis.testing.fixture_types import ApiClient
from chassis.testing.ownership import find_ownership_differences
from fastapi import FastAPI

from services.auth.tests.auth_forms import confirm_identity
from services.auth.tests.fixture_types import LogInFunction, MemberFactory


async def test_no_id_opens_a_record_of_another_user(
    app: FastAPI,
    client: ApiClient,
    runtime: AuthRuntime,
    member: MemberFactory,
    admin: dict[str, Any],
    log_in: LogInFunction,
) -> None:
    account = await member()
    now = runtime.now()
    passkey = Passkey(
        account_id=account.id, credential_id=b"1", public_key=b"2", sign_count=0, name="Ноутбук", created_at=now
    )
    linked_identity = SocialIdentity(account_id=account.id, provider="vk", subject="1", name="", linked_at=now)
    async with runtime.database.transaction() as db:
        db.add_all([passkey, linked_identity])
    await log_in(account, agent="another/1")
    owner_headers = await confirm_identity(client, await log_in(account))
    sessions = (await client.get("/api/auth/sessions", headers=owner_headers)).json()["sessions"]
    [other_session_id] = [session["id"] for session in sessions if not session["current"]]
    calls = {
        "DELETE /api/auth/sessions/{session_id}": {"url": f"/api/auth/sessions/{other_session_id}"},
        "DELETE /api/auth/me/passkeys/{passkey_id}": {"url": f"/api/auth/me/passkeys/{passkey.id}"},
        "DELETE /api/auth/me/identities/{identity_id}": {"url": f"/api/auth/me/identities/{linked_identity.id}"},
    }
    stranger_headers = await confirm_identity(client, await log_in(await member("boris@example.com")))
    headers_of_others = {"a user": stranger_headers, "an administrator": await confirm_identity(client, admin)}
    client.cookies.clear()
    assert (
        await find_ownership_differences(
            app, client, Path(__file__).parent, calls, owner=owner_headers, others=headers_of_others
        )
        == []
    )
