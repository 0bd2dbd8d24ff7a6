"""POST /internal/storage-check."""

import pytest
from chassis.testing.fixture_types import ApiClient
from content.runtime import ContentRuntime


class TestStorageCheck:
    async def test_round_trip_leaves_nothing_behind(self, client: ApiClient, runtime: ContentRuntime) -> None:
        assert (await client.post("/internal/storage-check")).json() == {"status": "ok"}

    async def test_broken_store_is_unavailable(
        self, client: ApiClient, runtime: ContentRuntime, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        class Broken:
            async def put(self, key: str, content: bytes) -> None:
                raise OSError("disk full")

        monkeypatch.setattr(runtime, "storage", Broken())
        answer = await client.post("/internal/storage-check")
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
