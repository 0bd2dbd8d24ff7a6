"""Where files lie: a folder by default, an S3-compatible store when CONTENT_STORAGE_URL names one."""

from datetime import timedelta
from pathlib import Path
from typing import Protocol

import structlog
from chassis.app import Runtime
from chassis.database import after_commit, runtime_of
from chassis.errors import Unavailable
from obstore.exceptions import BaseError, NotFoundError
from obstore.store import LocalStore, S3Store
from sqlalchemy.ext.asyncio import AsyncSession

from content.settings import Settings, settings_of

log = structlog.get_logger()


class Storage(Protocol):
    """What content needs of a store. One that cannot be reached raises Unavailable."""

    async def put(self, key: str, content: bytes) -> None:
        """Keep the content under the key; the same key again replaces it."""

    async def get(self, key: str) -> bytes | None:
        """The content, or nothing."""

    async def delete(self, key: str) -> None:
        """Forget the key; a missing one is no error."""


class ObjectStorage:
    """Any store that obstore speaks to."""

    def __init__(self, store: LocalStore | S3Store) -> None:
        self._store = store

    async def put(self, key: str, content: bytes) -> None:
        try:
            await self._store.put_async(key, content)
        except BaseError as error:
            raise _down(error) from error

    async def get(self, key: str) -> bytes | None:
        try:
            found = await self._store.get_async(key)
            return bytes(await found.bytes_async())
        except (NotFoundError, FileNotFoundError):
            return None
        except BaseError as error:
            raise _down(error) from error

    async def delete(self, key: str) -> None:
        try:
            await self._store.delete_async(key)
        except (NotFoundError, FileNotFoundError):
            return
        except BaseError as error:
            raise _down(error) from error


def _down(error: BaseError) -> Unavailable:
    """The request is not to blame, and what the store said is told to the log alone."""
    log.error("storage_down", error=str(error))
    return Unavailable()


def open_storage(settings: Settings) -> ObjectStorage:
    """The store that the settings name."""
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
    folder = Path(settings.data_dir) / "files"
    folder.mkdir(parents=True, exist_ok=True)
    return ObjectStorage(LocalStore(folder.absolute(), mkdir=True))


def storage_of(runtime: Runtime) -> Storage:
    """The service's store, opened at the first need."""
    if "storage" not in runtime.state:
        runtime.state["storage"] = open_storage(settings_of(runtime))
    storage: Storage = runtime.state["storage"]
    return storage


def forget_after_commit(db: AsyncSession, key: str) -> None:
    """Delete a file once its row is really gone: a failed transaction must not cost a file."""
    runtime = runtime_of(db)
    after_commit(db, lambda: runtime.background(storage_of(runtime).delete(key)))
