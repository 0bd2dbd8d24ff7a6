"""Storage in a folder and in an S3-compatible store behave alike."""

import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from chassis.errors import Unavailable
from chassis.storage import ObjectStorage, StorageSettings, open_storage


@pytest.fixture
def folder(tmp_path: Path) -> ObjectStorage:
    return open_storage(StorageSettings(environment="test", data_dir=str(tmp_path)))


def make_bucket(endpoint: str) -> None:
    """Wait for the server and make the bucket."""
    deadline = time.monotonic() + 30
    while True:
        try:
            with urllib.request.urlopen(urllib.request.Request(f"{endpoint}/pictures", method="PUT"), timeout=2):  # noqa: S310
                return
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


@pytest.fixture
def port() -> int:
    """One on which nobody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def bucket_at(endpoint: str) -> ObjectStorage:
    keys: dict[str, Any] = {"storage_access_key": "key", "storage_secret_key": "secret"}
    named: dict[str, Any] = {"storage_url": "s3://pictures", "storage_endpoint": endpoint}
    return open_storage(StorageSettings(environment="test", **named, **keys))


@pytest.fixture
def bucket(port: int) -> Iterator[ObjectStorage]:
    endpoint = f"http://127.0.0.1:{port}"
    words = [str(Path(sys.executable).parent / "moto_server"), "-H", "127.0.0.1", "-p", str(port)]
    server = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        make_bucket(endpoint)
        yield bucket_at(endpoint)
    finally:
        server.kill()
        server.wait()


@pytest.fixture(params=["folder", "bucket"])
def storage(request: pytest.FixtureRequest) -> ObjectStorage:
    found: ObjectStorage = request.getfixturevalue(request.param)
    return found


@pytest.mark.anyio
class TestStorage:
    async def test_keeps_replaces_and_forgets(self, storage: ObjectStorage) -> None:
        assert await storage.get("media/none.webp") is None
        await storage.put("media/a.webp", b"one")
        await storage.put("media/a.webp", b"two")
        assert await storage.get("media/a.webp") == b"two"
        await storage.delete("media/a.webp")
        await storage.delete("media/a.webp")
        assert await storage.get("media/a.webp") is None

    async def test_one_that_is_down_is_no_fault_of_the_request(self, port: int) -> None:
        storage = bucket_at(f"http://127.0.0.1:{port}")
        for call in (storage.put("a", b"one"), storage.get("a"), storage.delete("a")):
            with pytest.raises(Unavailable):
                await call
