"""An erasure that a restore has undone is repeated, once, and the other services are notified of it."""

import json
from pathlib import Path
from typing import Any

import pytest
from anyio import to_thread
from auth.accounts.tables import Account
from auth.erase_again import main, repeat_erasures
from auth.profile.tables import Erasure
from auth.runtime import AuthRuntime, Session
from auth.runtime_factory import make_runtime
from chassis.database.tables import new_id
from chassis.testing.fixture_types import ApiClient, EventReader
from chassis.testing.plugin import MovableClock
from contracts.auth import UserErased

from services.auth.tests.fixture_types import LogInFunction, MemberFactory


def build_line(account: Any, clock: MovableClock) -> str:
    values = {"id": str(new_id()), "account_id": str(account.id), "requested_at": clock().isoformat()}
    return json.dumps(values)


async def test_a_restored_account_is_erased_again_once(
    client: ApiClient,
    member: MemberFactory,
    runtime: AuthRuntime,
    read_events: EventReader,
    db: Session,
    clock: MovableClock,
    log_in: LogInFunction,
) -> None:
    restored_account = await member("back@example.com")
    remaining_account = await member("kept@example.com")
    login = await log_in(restored_account)
    line_of_unknown_account = json.dumps(
        {**json.loads(build_line(remaining_account, clock)), "account_id": str(new_id())}
    )
    lines = [build_line(restored_account, clock), "", line_of_unknown_account]
    restored_runtime = make_runtime(runtime.settings, now=runtime.now)
    assert await repeat_erasures(restored_runtime, lines) == 1
    assert await repeat_erasures(restored_runtime, lines) == 0
    await restored_runtime.engine.dispose()
    db.expire_all()
    assert (await db.get_one(Account, restored_account.id)).account_status == "erased"
    assert (await db.get_one(Account, restored_account.id)).email == ""
    assert (await db.get_one(Account, remaining_account.id)).account_status == "active"
    assert (await db.get_one(Erasure, json.loads(lines[0])["id"])).account_id == restored_account.id
    [event] = await read_events(UserErased)
    assert (event.user_id, str(event.erasure_id)) == (restored_account.id, json.loads(lines[0])["id"])
    assert (await client.get("/api/auth/me", headers=login["headers"])).status_code == 401


async def test_file_of_a_restore_is_removed_when_all_erasures_are_repeated(
    member: MemberFactory,
    runtime: AuthRuntime,
    db: Session,
    clock: MovableClock,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    restored_account = await member("back-too@example.com")
    monkeypatch.setattr("auth.erase_again.Settings", lambda: runtime.settings)
    file = tmp_path / "erasures.jsonl"
    await to_thread.run_sync(main, file)
    file.write_text("no JSON\n")
    with pytest.raises(ValueError, match="Expecting value"):
        await to_thread.run_sync(main, file)
    file.write_text(build_line(restored_account, clock) + "\n")
    await to_thread.run_sync(main, file)
    assert not file.exists()
    db.expire_all()
    assert (await db.get_one(Account, restored_account.id)).account_status == "erased"
