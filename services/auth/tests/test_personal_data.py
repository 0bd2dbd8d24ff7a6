"""Consents, export, erasure, avatars."""

import asyncio
import io
import threading
from typing import Any

import pytest
from auth.accounts.tables import Account
from auth.personal_data import erasure
from auth.personal_data.metrics import ERASURES_OVERDUE, EXPORT_PARTS_MISSING
from auth.personal_data.tables import Erasure, ErasureAnswer
from auth.profile import pictures
from chassis.overload import ConcurrencyLimit
from chassis.testing.plugin import wait_for
from contracts import services
from contracts.auth import ExportPart, ExportRequested, UserErased, UserErasedDone, UserUpdated
from PIL import Image
from sqlalchemy import select, text
from sqlmodel import col

from services.auth.tests.auth_forms import PASSWORD, confirm_identity, registration_form, status_and_code

OTHERS = tuple(name for name in services.SERVICES if name != "auth")


class TestConsents:
    async def test_ledger_of_giving_and_withdrawing(self, client: Any, member: Any, log_in: Any, recorded: Any) -> None:
        got = await log_in(await member())
        url, headers = "/api/auth/me/consents", got["headers"]
        listed = (await client.get(url, headers=headers)).json()["consents"]
        assert {one["purpose"] for one in listed} == {"terms", "privacy"}
        assert listed[0].keys() == {"purpose", "version", "given_at", "withdrawn_at", "ip"}
        given = (await client.post(url, json={"purpose": "marketing"}, headers=headers)).json()["consents"]
        assert given[0]["purpose"] == "marketing"
        await client.post(url, json={"purpose": "marketing"}, headers=headers)
        withdrawn = (await client.delete(f"{url}/marketing", headers=headers)).json()["consents"]
        assert len(withdrawn) == 3
        assert withdrawn[0]["withdrawn_at"]
        assert status_and_code(await client.delete(f"{url}/marketing", headers=headers)) == (404, "not_found")
        assert [event.marketing for event in await recorded(UserUpdated)] == [True, False]

    async def test_unknown_purpose(self, client: Any, member: Any, log_in: Any) -> None:
        got = await log_in(await member())
        url = "/api/auth/me/consents"
        assert (await client.post(url, json={"purpose": "spying"}, headers=got["headers"])).status_code == 422
        assert (await client.delete(f"{url}/spying", headers=got["headers"])).status_code == 422


class TestExport:
    async def test_needs_a_confirmation(self, client: Any, member: Any, log_in: Any) -> None:
        got = await log_in(await member())
        answer = await client.get("/api/auth/me/export", headers=got["headers"])
        assert status_and_code(answer) == (403, "confirmation_required")

    async def test_gathers_every_services_part(
        self, client: Any, member: Any, log_in: Any, recorded: Any, deliver: Any
    ) -> None:
        account = await member()
        headers = await confirm_identity(client, await log_in(account))
        asking = asyncio.ensure_future(client.get("/api/auth/me/export", headers=headers))
        [request] = await wait_for(lambda: recorded(ExportRequested))
        for name in OTHERS:
            part = {"user_id": account.id, "export_id": request.export_id, "service": name, "data": {"of": name}}
            await deliver(ExportPart(**part))
        body = (await asking).json()
        assert body["complete"] is True
        assert body["services"]["content"] == {"of": "content"}
        assert body["services"]["auth"]["account"]["email"] == "anna@example.com"
        assert PASSWORD not in str(body)
        assert "argon2" not in str(body)

    async def test_late_service_is_named_and_its_part_comes_with_the_next_call(
        self, client: Any, member: Any, log_in: Any, recorded: Any, deliver: Any, with_settings: Any
    ) -> None:
        with_settings(export_wait_seconds=0)
        account = await member()
        headers = await confirm_identity(client, await log_in(account))
        first = (await client.get("/api/auth/me/export", headers=headers)).json()
        assert (first["complete"], first["missing"]) == (False, list(OTHERS))
        assert [EXPORT_PARTS_MISSING.labels(name)._value.get() > 0 for name in OTHERS] == [True] * 4
        for name in OTHERS:
            part = {"user_id": account.id, "export_id": first["export_id"], "service": name, "data": {}}
            await deliver(ExportPart(**part))
        second = (await client.get("/api/auth/me/export", headers=headers)).json()
        assert (second["complete"], second["export_id"]) == (True, first["export_id"])
        assert len(await recorded(ExportRequested)) == 1

    async def test_waits_for_a_service_added_later(
        self, client: Any, member: Any, log_in: Any, deliver: Any, with_settings: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(services, "SERVICES", (*services.SERVICES, "delivery"))
        with_settings(export_wait_seconds=0)
        account = await member()
        headers = await confirm_identity(client, await log_in(account))
        first = (await client.get("/api/auth/me/export", headers=headers)).json()
        part = {"user_id": account.id, "export_id": first["export_id"], "data": {}}
        for name in OTHERS:
            await deliver(ExportPart(**part, service=name))
        second = (await client.get("/api/auth/me/export", headers=headers)).json()
        assert (second["complete"], second["missing"]) == (False, ["delivery"])
        await deliver(ExportPart(**part, service="delivery"))
        third = (await client.get("/api/auth/me/export", headers=headers)).json()
        assert (third["complete"], third["missing"]) == (True, [])

    async def test_part_of_another_person_is_dropped(
        self, client: Any, member: Any, log_in: Any, deliver: Any, with_settings: Any
    ) -> None:
        with_settings(export_wait_seconds=0)
        other = await member("boris@example.com")
        headers = await confirm_identity(client, await log_in(await member()))
        first = (await client.get("/api/auth/me/export", headers=headers)).json()
        part = {"user_id": other.id, "export_id": first["export_id"], "service": "content", "data": {"x": 1}}
        await deliver(ExportPart(**part))
        second = (await client.get("/api/auth/me/export", headers=headers)).json()
        assert "content" in second["missing"]


class TestErasure:
    async def test_forgets_the_person_and_asks_the_others(
        self, client: Any, member: Any, log_in: Any, recorded: Any, runtime: Any, db: Any
    ) -> None:
        account = await member()
        got = await log_in(account)
        answer = await client.request("DELETE", "/api/auth/me", json={"password": PASSWORD}, headers=got["headers"])
        assert answer.status_code == 200, answer.text
        [event] = await recorded(UserErased)
        assert event.user_id == account.id
        assert (await client.get("/api/auth/me", headers=got["headers"])).status_code == 401
        login = {"email": "anna@example.com", "password": PASSWORD}
        assert (await client.post("/api/auth/login", json=login)).status_code == 401
        await wait_for(lambda: runtime.identity.accounts.get(str(account.id)), seconds=2)
        for table in ("accounts", "login_sessions", "code_challenges", "registrations", "consents"):
            rows = (await db.execute(text(f"SELECT * FROM {table}"))).all()  # noqa: S608
            assert "anna@example.com" not in str(rows), table
            assert "Орлова" not in str(rows), table
        assert (await client.post("/api/auth/register", json=registration_form())).status_code == 201

    async def test_needs_a_proof(self, client: Any, member: Any, log_in: Any) -> None:
        got = await log_in(await member())
        assert status_and_code(await client.delete("/api/auth/me", headers=got["headers"])) == (
            403,
            "confirmation_required",
        )
        wrong = await client.request("DELETE", "/api/auth/me", json={"password": "no"}, headers=got["headers"])
        assert status_and_code(wrong) == (400, "invalid_password")
        headers = await confirm_identity(client, got)
        assert (await client.delete("/api/auth/me", headers=headers)).status_code == 200

    async def test_last_administrator_stays(self, client: Any, admin: Any) -> None:
        headers = await confirm_identity(client, admin)
        assert status_and_code(await client.delete("/api/auth/me", headers=headers)) == (409, "last_admin")

    async def test_case_closes_when_all_have_answered_and_alarms_when_one_does_not(
        self, client: Any, member: Any, log_in: Any, deliver: Any, recorded: Any, db: Any, runtime: Any, clock: Any
    ) -> None:
        got = await log_in(await member())
        headers = await confirm_identity(client, got)
        await client.delete("/api/auth/me", headers=headers)
        [event] = await recorded(UserErased)
        for name in OTHERS[:-1]:
            await deliver(UserErasedDone(user_id=event.user_id, erasure_id=event.erasure_id, service=name))

        async def list_answers() -> set[str]:
            return set(await db.scalars(select(col(ErasureAnswer.service))))

        await wait_for(lambda: _has(list_answers, "auth"))
        clock.move(hours=1, seconds=1)
        await erasure.report_overdue(runtime)
        assert ERASURES_OVERDUE._value.get() == 1
        await deliver(UserErasedDone(user_id=event.user_id, erasure_id=event.erasure_id, service=OTHERS[-1]))
        closed = await db.scalar(select(col(Erasure.closed_at)))
        assert closed is not None
        await erasure.report_overdue(runtime)
        assert ERASURES_OVERDUE._value.get() == 0

    async def test_stays_open_until_a_service_added_later_has_answered(
        self,
        client: Any,
        member: Any,
        log_in: Any,
        deliver: Any,
        recorded: Any,
        db: Any,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(services, "SERVICES", (*services.SERVICES, "delivery"))
        headers = await confirm_identity(client, await log_in(await member()))
        await client.delete("/api/auth/me", headers=headers)
        [event] = await recorded(UserErased)
        answer = {"user_id": event.user_id, "erasure_id": event.erasure_id}
        for name in (*OTHERS, "auth"):
            await deliver(UserErasedDone(**answer, service=name))
        assert await db.scalar(select(col(Erasure.closed_at))) is None
        await deliver(UserErasedDone(**answer, service="delivery"))
        assert await db.scalar(select(col(Erasure.closed_at))) is not None


async def _has(names: Any, name: str) -> bool:
    return name in await names()


def make_picture(kind: str = "PNG", size: tuple[int, int] = (800, 600)) -> bytes:
    output = io.BytesIO()
    Image.new("RGB", size, "teal").save(output, kind)
    return output.getvalue()


class TestAvatar:
    async def put(self, client: Any, got: Any, content: bytes, kind: str = "image/png") -> Any:
        files = {"file": ("me.png", content, kind)}
        return await client.put("/api/auth/me/avatar", files=files, headers=got["headers"])

    @pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
    async def test_becomes_a_square_of_512(self, client: Any, member: Any, log_in: Any, kind: str) -> None:
        got = await log_in(await member())
        answer = await self.put(client, got, make_picture(kind), f"image/{kind.lower()}")
        url = answer.json()["user"]["avatar_url"]
        shown = await client.get(url)
        assert shown.headers["content-type"] == "image/webp"
        assert "immutable" in shown.headers["cache-control"]
        assert Image.open(io.BytesIO(shown.content)).size == (512, 512)

    async def test_is_refused_when_many_wait(
        self, client: Any, member: Any, log_in: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("auth.profile.avatars.LIMIT", ConcurrencyLimit(running=1, waiting=0))
        assert (await self.put(client, await log_in(await member()), make_picture())).status_code == 503

    async def test_new_one_replaces_the_old_file_and_delete_removes_it(
        self, client: Any, member: Any, log_in: Any, recorded: Any
    ) -> None:
        got = await log_in(await member())
        first = (await self.put(client, got, make_picture())).json()["user"]["avatar_url"]
        second = (await self.put(client, got, make_picture())).json()["user"]["avatar_url"]
        assert [(await client.get(url)).status_code for url in (first, second)] == [404, 200]
        removed = await client.delete("/api/auth/me/avatar", headers=got["headers"])
        assert removed.json()["user"]["avatar_url"] is None
        assert (await client.get(second)).status_code == 404
        before = len(await recorded(UserUpdated))
        again = await client.delete("/api/auth/me/avatar", headers=got["headers"])
        assert status_and_code(again) == (404, "not_found")
        assert len(await recorded(UserUpdated)) == before

    async def test_pictures_are_unpacked_one_after_another(
        self, client: Any, member: Any, log_in: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        got, workers = await log_in(await member()), []

        def unpack(content: bytes) -> bytes:
            workers.append(threading.get_ident())
            return content

        monkeypatch.setattr(pictures, "square", unpack)
        answers = await asyncio.gather(*[self.put(client, got, make_picture()) for _ in range(6)])
        assert {answer.status_code for answer in answers} == {200}
        assert (len(workers), len(set(workers))) == (6, 1)

    async def test_camera_notes_are_dropped(self, client: Any, member: Any, log_in: Any) -> None:
        got = await log_in(await member())
        output, exif = io.BytesIO(), Image.Exif()
        exif[0x010E] = "secret place"
        Image.new("RGB", (64, 64)).save(output, "JPEG", exif=exif)
        url = (await self.put(client, got, output.getvalue(), "image/jpeg")).json()["user"]["avatar_url"]
        assert b"secret place" not in (await client.get(url)).content

    @pytest.mark.parametrize(
        ("content", "kind", "expected"),
        [
            (b"not a picture", "image/png", (422, "invalid_image")),
            (make_picture()[:100], "image/png", (422, "invalid_image")),
            (b"<svg/>", "image/svg+xml", (415, "unsupported_type")),
            (make_picture(), "text/plain", (415, "unsupported_type")),
            (b"\x00" * (5 * 1024 * 1024 + 1), "image/png", (413, "too_large")),
            (b"\x00" * (6 * 1024 * 1024), "image/png", (413, "too_large")),
        ],
    )
    async def test_refusals(
        self, client: Any, member: Any, log_in: Any, content: bytes, kind: str, expected: tuple[int, str]
    ) -> None:
        got = await log_in(await member())
        assert status_and_code(await self.put(client, got, content, kind)) == expected

    async def test_file_too_large_when_unpacked(self, client: Any, member: Any, log_in: Any) -> None:
        got = await log_in(await member())
        output = io.BytesIO()
        Image.new("1", (12_000, 12_000)).save(output, "PNG")
        assert status_and_code(await self.put(client, got, output.getvalue())) == (422, "invalid_image")

    async def test_missing_file_and_strange_names(self, client: Any, member: Any, log_in: Any) -> None:
        got = await log_in(await member())
        assert (await client.put("/api/auth/me/avatar", headers=got["headers"])).status_code == 422
        for name in ("..%2f..%2fetc%2fpasswd", "x.webp", "a" * 65):
            assert (await client.get(f"/api/auth/avatars/{name}")).status_code in (404, 422)


async def test_erased_account_is_not_an_account(member: Any, client: Any, log_in: Any, admin: Any, db: Any) -> None:
    account = await member()
    headers = await confirm_identity(client, await log_in(account))
    await client.delete("/api/auth/me", headers=headers)
    assert (await db.get(Account, account.id)).account_status == "erased"
    answer = await client.get(f"/api/auth/admin/users/{account.id}", headers=admin["headers"])
    assert status_and_code(answer) == (404, "not_found")
