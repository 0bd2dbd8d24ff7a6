"""POST /internal/storage-check tells whether the store of files works."""

import pytest
from chassis.testing.fixture_types import ApiClient
from content.runtime import ContentRuntime


class TestStorageCheck:
    async def test_a_working_store_is_reported_as_ok(self, client: ApiClient) -> None:
        assert (await client.post("/internal/storage-check")).json() == {"status": "ok"}

    async def test_a_broken_store_is_reported_as_unavailable(
        self, client: ApiClient, runtime: ContentRuntime, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        class BrokenStorage:
            async def put(self, key: str, content: bytes) -> None:
                raise OSError("disk full")

        monkeypatch.setattr(runtime, "storage", BrokenStorage())
        answer = await client.post("/internal/storage-check")
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
