"""POST /internal/storage-check."""

from typing import Any

import pytest


class TestStorageCheck:
    async def test_round_trip_leaves_nothing_behind(self, client: Any, runtime: Any) -> None:
        assert (await client.post("/internal/storage-check")).json() == {"status": "ok"}

    async def test_broken_store_is_unavailable(
        self, client: Any, runtime: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        class Broken:
            async def put(self, key: str, content: bytes) -> None:
                raise OSError("disk full")

        monkeypatch.setattr(runtime, "storage", Broken())
        answer = await client.post("/internal/storage-check")
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
