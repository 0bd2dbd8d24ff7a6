"""The caller's account, consents and avatars."""

import asyncio
import io
import threading
from typing import Any

import pytest
from auth.accounts.tables import Account
from auth.profile import avatars
from auth.runtime import AuthRuntime
from chassis.testing.fixture_types import ApiClient, EventReader
from chassis.testing.plans import record_statements
from chassis.web.overload import ConcurrencyLimit
from contracts.auth import UserUpdated
from PIL import Image

from services.auth.tests.auth_forms import get_status_and_code
from services.auth.tests.fixture_types import LogInFunction, MemberFactory


class TestOwnAccount:
    @pytest.mark.parametrize("role", ["user", "staff", "admin"])
    @pytest.mark.parametrize("has_password", [True, False])
    async def test_account_reads_the_same_as_after_a_change(
        self,
        client: ApiClient,
        runtime: AuthRuntime,
        member: MemberFactory,
        log_in: LogInFunction,
        role: str,
        has_password: bool,
    ) -> None:
        account = await member(role=role)
        login = await log_in(account)
        if not has_password:
            async with runtime.database.transaction() as db:
                (await db.get_one(Account, account.id)).password_hash = None
        body = {"phone": "+7 495 000-00-21"}
        changed_user = (await client.patch("/api/auth/me", json=body, headers=login["headers"])).json()["user"]
        read_user = (await client.get("/api/auth/me", headers=login["headers"])).json()["user"]
        assert read_user == changed_user
        assert (read_user["is_admin"], read_user["has_password"]) == (role == "admin", has_password)

    async def test_account_is_read_by_one_statement_without_the_hash_of_its_password(
        self, client: ApiClient, runtime: AuthRuntime, member: MemberFactory, log_in: LogInFunction
    ) -> None:
        login = await log_in(await member())
        with record_statements(runtime) as recorded_statements:
            assert (await client.get("/api/auth/me", headers=login["headers"])).status_code == 200
        [(statement, _)] = recorded_statements
        assert "accounts.password_hash IS NOT NULL" in statement
        assert statement.count("password_hash") == 1


class TestConsents:
    async def test_consent_ledger_keeps_each_consent_and_withdrawal(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction, read_events: EventReader
    ) -> None:
        login = await log_in(await member())
        url = "/api/auth/me/consents"
        headers = login["headers"]
        listed_consents = (await client.get(url, headers=headers)).json()["consents"]
        assert {consent["purpose"] for consent in listed_consents} == {"terms", "privacy"}
        assert listed_consents[0].keys() == {"purpose", "version", "given_at", "withdrawn_at", "ip"}
        consents = (await client.post(url, json={"purpose": "marketing"}, headers=headers)).json()["consents"]
        assert consents[0]["purpose"] == "marketing"
        await client.post(url, json={"purpose": "marketing"}, headers=headers)
        withdrawn_consents = (await client.delete(f"{url}/marketing", headers=headers)).json()["consents"]
        assert len(withdrawn_consents) == 3
        assert withdrawn_consents[0]["withdrawn_at"]
        assert get_status_and_code(await client.delete(f"{url}/marketing", headers=headers)) == (404, "not_found")
        assert [event.marketing for event in await read_events(UserUpdated)] == [True, False]

    async def test_consent_for_an_unknown_purpose_is_422(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction
    ) -> None:
        login = await log_in(await member())
        url = "/api/auth/me/consents"
        assert (await client.post(url, json={"purpose": "spying"}, headers=login["headers"])).status_code == 422
        assert (await client.delete(f"{url}/spying", headers=login["headers"])).status_code == 422


def create_picture(kind: str = "PNG", size: tuple[int, int] = (800, 600)) -> bytes:
    output = io.BytesIO()
    Image.new("RGB", size, "teal").save(output, kind)
    return output.getvalue()


class TestAvatar:
    async def put(self, client: ApiClient, login: Any, content: bytes, kind: str = "image/png") -> Any:
        files = {"file": ("me.png", content, kind)}
        return await client.put("/api/auth/me/avatar", files=files, headers=login["headers"])

    @pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
    async def test_avatar_becomes_a_square_of_512_pixels(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction, kind: str
    ) -> None:
        login = await log_in(await member())
        answer = await self.put(client, login, create_picture(kind), f"image/{kind.lower()}")
        url = answer.json()["user"]["avatar_url"]
        show_answer = await client.get(url)
        assert show_answer.headers["content-type"] == "image/webp"
        assert "immutable" in show_answer.headers["cache-control"]
        assert Image.open(io.BytesIO(show_answer.content)).size == (512, 512)

    async def test_picture_is_refused_when_too_many_wait(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("auth.profile.avatars.DECODING_LIMIT", ConcurrencyLimit(running=1, waiting=0))
        assert (await self.put(client, await log_in(await member()), create_picture())).status_code == 503

    async def test_new_picture_replaces_the_old_file_and_delete_removes_it(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction, read_events: EventReader
    ) -> None:
        login = await log_in(await member())
        first_url = (await self.put(client, login, create_picture())).json()["user"]["avatar_url"]
        second_url = (await self.put(client, login, create_picture())).json()["user"]["avatar_url"]
        assert [(await client.get(url)).status_code for url in (first_url, second_url)] == [404, 200]
        remove_answer = await client.delete("/api/auth/me/avatar", headers=login["headers"])
        assert remove_answer.json()["user"]["avatar_url"] is None
        assert (await client.get(second_url)).status_code == 404
        event_count = len(await read_events(UserUpdated))
        repeated_answer = await client.delete("/api/auth/me/avatar", headers=login["headers"])
        assert get_status_and_code(repeated_answer) == (404, "not_found")
        assert len(await read_events(UserUpdated)) == event_count

    async def test_refused_picture_leaves_no_file_in_the_store(
        self,
        client: ApiClient,
        member: MemberFactory,
        log_in: LogInFunction,
        runtime: AuthRuntime,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(runtime, "settings", runtime.settings.model_copy(update={"profile_changes_per_hour": 1}))
        stored_keys: list[str] = []
        original_put = runtime.storage.put

        async def put_and_record(key: str, content: bytes) -> None:
            stored_keys.append(key)
            await original_put(key, content)

        monkeypatch.setattr(runtime.storage, "put", put_and_record)
        login = await log_in(await member())
        assert (await self.put(client, login, create_picture())).status_code == 200
        assert get_status_and_code(await self.put(client, login, create_picture())) == (429, "rate_limited")
        accepted_key, *refused_keys = stored_keys
        assert await runtime.storage.get(accepted_key) is not None
        assert [await runtime.storage.get(key) for key in refused_keys] == [None]

    async def test_pictures_are_decoded_one_after_another(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        login = await log_in(await member())
        lock = threading.Lock()
        running_count = 0
        max_running_count = 0
        decoded_count = 0

        def decode_slowly(content: bytes) -> bytes:
            nonlocal running_count, max_running_count, decoded_count
            with lock:
                running_count += 1
                max_running_count = max(max_running_count, running_count)
            threading.Event().wait(0.05)  # another picture could begin meanwhile
            with lock:
                running_count -= 1
                decoded_count += 1
            return content

        monkeypatch.setattr(avatars, "crop_to_square", decode_slowly)
        answers = await asyncio.gather(*[self.put(client, login, create_picture()) for _ in range(4)])
        assert {answer.status_code for answer in answers} == {200}
        assert decoded_count == 4
        assert max_running_count == 1

    @pytest.mark.parametrize("kind", ["image/jpg", "application/octet-stream"])
    async def test_transparent_pictures_get_a_white_background(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction, kind: str
    ) -> None:
        login = await log_in(await member())
        output = io.BytesIO()
        Image.new("RGBA", (64, 64), (0, 0, 0, 0)).save(output, "PNG")
        url = (await self.put(client, login, output.getvalue(), kind)).json()["user"]["avatar_url"]
        shown_picture = Image.open(io.BytesIO((await client.get(url)).content)).convert("RGB")
        assert shown_picture.getpixel((0, 0)) == (255, 255, 255)

    async def test_camera_metadata_is_removed(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction
    ) -> None:
        login = await log_in(await member())
        output = io.BytesIO()
        exif = Image.Exif()
        exif[0x010E] = "secret place"
        Image.new("RGB", (64, 64)).save(output, "JPEG", exif=exif)
        url = (await self.put(client, login, output.getvalue(), "image/jpeg")).json()["user"]["avatar_url"]
        assert b"secret place" not in (await client.get(url)).content

    @pytest.mark.parametrize(
        ("content", "kind", "expected"),
        [
            (b"not a picture", "image/png", (422, "invalid_image")),
            (create_picture()[:100], "image/png", (422, "invalid_image")),
            (b"<svg/>", "image/svg+xml", (415, "unsupported_type")),
            (create_picture(), "text/plain", (415, "unsupported_type")),
            (b"\x00" * (5 * 1024 * 1024 + 1), "image/png", (413, "too_large")),
            (b"\x00" * (6 * 1024 * 1024), "image/png", (413, "too_large")),
        ],
    )
    async def test_unreadable_unsupported_and_large_files_are_refused(
        self,
        client: ApiClient,
        member: MemberFactory,
        log_in: LogInFunction,
        content: bytes,
        kind: str,
        expected: tuple[int, str],
    ) -> None:
        login = await log_in(await member())
        answer = await self.put(client, login, content, kind)
        assert get_status_and_code(answer) == expected
        assert "errors" not in answer.json()

    async def test_picture_too_large_when_decoded_is_refused(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction
    ) -> None:
        login = await log_in(await member())
        output = io.BytesIO()
        Image.new("1", (12_000, 12_000)).save(output, "PNG")
        assert get_status_and_code(await self.put(client, login, output.getvalue())) == (422, "invalid_image")

    async def test_missing_files_and_malformed_names_are_refused(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction
    ) -> None:
        login = await log_in(await member())
        assert (await client.put("/api/auth/me/avatar", headers=login["headers"])).status_code == 422
        for name in ("..%2f..%2fetc%2fpasswd", "x.webp", "a" * 65):
            assert (await client.get(f"/api/auth/avatars/{name}")).status_code in (404, 422)
