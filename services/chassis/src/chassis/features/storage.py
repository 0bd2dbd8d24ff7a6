"""Storage of a service's files: a folder by default, or the S3-compatible store in its STORAGE_URL."""

from collections.abc import Awaitable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import Protocol

import structlog
from obstore.exceptions import BaseError, NotFoundError
from obstore.store import LocalStore, S3Store

from chassis.database.session import Clock, Session
from chassis.settings import StorageSettings
from chassis.web.errors import Unavailable

log = structlog.get_logger()
MISSING_FILE_ERRORS = (NotFoundError, FileNotFoundError)


class ObjectStorage:
    """A folder or an S3-compatible store, by obstore. Each method raises Unavailable if the store cannot be reached."""

    def __init__(self, store: LocalStore | S3Store) -> None:
        self._store = store

    async def put(self, key: str, content: bytes) -> None:
        """Store the content under the key. An existing object is replaced."""
        with _answer_unavailable_when_down():
            await self._store.put_async(key, content)

    async def get(self, key: str) -> bytes | None:
        """Return the content, or None if the object does not exist."""
        with _answer_unavailable_when_down(), suppress(*MISSING_FILE_ERRORS):
            object_result = await self._store.get_async(key)
            return bytes(await object_result.bytes_async())
        return None

    async def delete(self, key: str) -> None:
        """Delete the object. It is not an error if the object does not exist."""
        with _answer_unavailable_when_down(), suppress(*MISSING_FILE_ERRORS):
            await self._store.delete_async(key)


@contextmanager
def _answer_unavailable_when_down() -> Iterator[None]:
    """Log the error of the store. The client gets only a 503."""
    try:
        yield
    except BaseError as error:
        log.error("storage_down", error=str(error))
        raise Unavailable from error


def open_storage(settings: StorageSettings) -> ObjectStorage:
    """Open the store that the settings name."""
    if settings.storage_url.startswith("s3://"):
        return ObjectStorage(
            S3Store.from_url(
                settings.storage_url,
                endpoint=settings.storage_endpoint,
                region=settings.storage_region,
                access_key_id=settings.storage_access_key.get_secret_value(),
                secret_access_key=settings.storage_secret_key.get_secret_value(),
                virtual_hosted_style_request=False,
                client_options={"allow_http": True},
                retry_config={"max_retries": 3, "retry_timeout": timedelta(seconds=10)},
            )
        )
    folder = Path(settings.data_dir) / settings.storage_folder
    folder.mkdir(parents=True, exist_ok=True)
    return ObjectStorage(LocalStore(folder.absolute(), mkdir=True))


class StoringRuntime(Clock, Protocol):
    """The runtime of a service that stores files."""

    storage: ObjectStorage

    def run_in_background(self, work: Awaitable[None]) -> None:
        """Run the task in the background."""


def delete_after_commit(db: Session[StoringRuntime], key: str) -> None:
    """Delete a file after the commit of the transaction, so that a failed transaction loses no file."""
    runtime = db.runtime
    db.after_commit(lambda: runtime.run_in_background(runtime.storage.delete(key)))
