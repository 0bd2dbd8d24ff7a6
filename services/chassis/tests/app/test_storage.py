"""Storage in a folder and in an S3-compatible store behave alike."""

import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from chassis.features.storage import ObjectStorage, open_storage
from chassis.settings import StorageSettings
from chassis.testing.limits import HANG_SECONDS
from chassis.testing.ports import find_free_port
from chassis.web.errors import Unavailable


@pytest.fixture
def folder(tmp_path: Path) -> ObjectStorage:
    return open_storage(StorageSettings(environment="test", data_dir=str(tmp_path)))


def make_bucket(endpoint: str) -> None:
    """Wait for the server and make the bucket."""
    deadline = time.monotonic() + HANG_SECONDS
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
    """A port on which nothing listens yet."""
    return find_free_port()


def open_bucket(endpoint: str, url: str = "s3://pictures") -> ObjectStorage:
    keys: dict[str, Any] = {"storage_access_key": "key", "storage_secret_key": "secret"}
    addresses: dict[str, Any] = {"storage_url": url, "storage_endpoint": endpoint}
    return open_storage(StorageSettings(environment="test", **addresses, **keys))


@pytest.fixture
def bucket(port: int) -> Iterator[ObjectStorage]:
    endpoint = f"http://127.0.0.1:{port}"
    command = [str(Path(sys.executable).parent / "moto_server"), "-H", "127.0.0.1", "-p", str(port)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        make_bucket(endpoint)
        yield open_bucket(endpoint)
    finally:
        server.kill()
        server.wait()


@pytest.fixture(params=["folder", "bucket"])
def storage(request: pytest.FixtureRequest) -> ObjectStorage:
    object_storage: ObjectStorage = request.getfixturevalue(request.param)
    return object_storage


def copy_into_bucket(folder: Path, endpoint: str) -> None:
    """Copy files as any S3 client does. A key is the folder's name and the path of the file in it."""
    for file in folder.rglob("*"):
        if file.is_file():
            address = f"{endpoint}/pictures/{quote(str(file.relative_to(folder.parent)))}"
            headers = {"Content-Type": "application/octet-stream"}
            request = urllib.request.Request(address, file.read_bytes(), headers, method="PUT")  # noqa: S310
            urllib.request.urlopen(request, timeout=HANG_SECONDS).close()  # noqa: S310 - the server of this test


@pytest.mark.anyio
@pytest.mark.usefixtures("bucket")
async def test_files_of_a_folder_are_found_in_the_bucket_to_which_they_were_copied(
    folder: ObjectStorage, tmp_path: Path, port: int
) -> None:
    """The section "Files to S3" of docs/runbooks/deploy.md describes this move."""
    contents = {"cars/1/front.webp": b"front", "документ.pdf": b"%PDF"}
    for name, body in contents.items():
        await folder.put(name, body)
    endpoint = f"http://127.0.0.1:{port}"
    copy_into_bucket(tmp_path / "files", endpoint)
    bucket_with_copies = open_bucket(endpoint, "s3://pictures/files")
    assert {name: await bucket_with_copies.get(name) for name in contents} == contents


@pytest.mark.anyio
class TestStorage:
    async def test_a_file_is_stored_replaced_and_deleted(self, storage: ObjectStorage) -> None:
        assert await storage.get("media/none.webp") is None
        await storage.put("media/a.webp", b"one")
        await storage.put("media/a.webp", b"two")
        assert await storage.get("media/a.webp") == b"two"
        await storage.delete("media/a.webp")
        await storage.delete("media/a.webp")
        assert await storage.get("media/a.webp") is None

    async def test_a_store_that_is_down_makes_the_service_unavailable(self, port: int) -> None:
        storage = open_bucket(f"http://127.0.0.1:{port}")
        for call in (storage.put("a", b"one"), storage.get("a"), storage.delete("a")):
            with pytest.raises(Unavailable):
                await call
