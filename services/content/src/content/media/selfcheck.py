"""A storage check for the status service, on the service's own port; the gateway does not route it."""

import secrets
from typing import Literal

from chassis.errors import Unavailable
from chassis.storage import ObjectStorage
from fastapi import APIRouter
from pydantic import BaseModel

from content.runtime import Rt

router = APIRouter(include_in_schema=False)


class StorageCheck(BaseModel):
    """The store keeps what is written to it."""

    status: Literal["ok"] = "ok"


@router.post("/internal/storage-check")
async def check_storage(runtime: Rt) -> StorageCheck:
    """Write a small file, read it, delete it; 503 when the content differs."""
    storage, key, content = runtime.parts[ObjectStorage], f"selfcheck/{secrets.token_hex(8)}", secrets.token_bytes(64)
    try:
        await storage.put(key, content)
        stored = await storage.get(key)
        await storage.delete(key)
    except Exception as error:  # whatever the store's reason, files are not safe now
        raise Unavailable from error
    if stored != content:
        raise Unavailable
    return StorageCheck()
