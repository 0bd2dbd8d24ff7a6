"""All accounts are published again for a service that has lost its copies."""

from typing import Any

import pytest
from auth.replay import replay_accounts
from auth.runtime import AuthRuntime
from auth.runtime_factory import make_runtime
from chassis.events import replay
from chassis.testing.fixture_types import ApiClient, EventReader
from chassis.testing.plugin import MovableClock
from contracts.auth import UserCopied, UserUpdated

from services.auth.tests.auth_forms import confirm_identity
from services.auth.tests.fixture_types import LogInFunction, MemberFactory


async def count_published_copies(runtime: AuthRuntime) -> int:
    """Return the number of copies in the event stream. It also has the copies of earlier tests."""
    subject = f"events.{UserCopied.type}"
    stream = await runtime.bus.js.stream_info("EVENTS", subjects_filter=subject)
    return (stream.state.subjects or {}).get(subject, 0)


async def test_every_account_is_published_as_it_was_at_its_last_change(
    client: ApiClient,
    member: MemberFactory,
    admin: dict[str, Any],
    log_in: LogInFunction,
    runtime: AuthRuntime,
    read_events: EventReader,
    clock: MovableClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(replay, "PAGE_SIZE", 2)
    accounts = [await member(f"person{number}@example.com") for number in range(4)]
    clock.move(minutes=1)
    url = "/api/auth/admin/users"
    await client.patch(f"{url}/{accounts[0].id}", json={"account_status": "blocked"}, headers=admin["headers"])
    login = await log_in(accounts[1])
    await client.patch("/api/auth/me", json={"first_name": "Мария"}, headers=login["headers"])
    clock.move(minutes=1)
    published_count = await count_published_copies(runtime)
    await replay_accounts(make_runtime(runtime.settings, now=runtime.now), "notifications")
    copies = {copy.user_id: copy for copy in await read_events(UserCopied)}
    assert len(copies) == len(accounts) + 1
    assert {copy.audience for copy in copies.values()} == {"notifications"}
    blocked_copy = copies[accounts[0].id]
    renamed_copy = copies[accounts[1].id]
    unchanged_copy = copies[accounts[3].id]
    assert blocked_copy.is_blocked is True
    assert renamed_copy.is_blocked is False
    assert unchanged_copy.is_blocked is False
    assert (renamed_copy.first_name, renamed_copy.joined_at) == ("Мария", accounts[1].verified_at)
    # A copy made from the live event is at least as new, so the replay changes nothing in it.
    [update] = [event for event in await read_events(UserUpdated) if event.user_id == accounts[1].id]
    assert update.first_name == renamed_copy.first_name
    assert accounts[1].updated_at < renamed_copy.changed_at < runtime.now()
    assert accounts[0].updated_at < blocked_copy.changed_at
    assert unchanged_copy.changed_at == accounts[3].updated_at
    assert await count_published_copies(runtime) == published_count + len(copies)


async def test_erased_users_are_not_published(
    client: ApiClient, runtime: AuthRuntime, member: MemberFactory, log_in: LogInFunction, read_events: EventReader
) -> None:
    remaining_account = await member("kept@example.com")
    deleted_account = await member("gone@example.com")
    headers = await confirm_identity(client, await log_in(deleted_account))
    assert (await client.delete("/api/auth/me", headers=headers)).status_code < 300
    await replay_accounts(make_runtime(runtime.settings, now=runtime.now), "content")
    assert [copy.user_id for copy in await read_events(UserCopied)] == [remaining_account.id]
