from typing import Literal

from chassis.web.errors import NotFound, document_errors, require_found
from chassis.web.http import client_has_current_version
from fastapi import APIRouter, Request, Response
from pydantic import BaseModel

from content.media import service
from content.runtime import CurrentRuntime

router = APIRouter(prefix="/media", tags=["media"])
# The status service calls this route on the service's own port. The gateway does not route it.
check_router = APIRouter(include_in_schema=False)


@router.get("/{name}", response_class=Response, responses=document_errors(NotFound))
async def serve_media(name: str, request: Request, runtime: CurrentRuntime) -> Response:
    """Return a picture. Its address contains a digest of the content, so it can be cached for ever."""
    if not service.is_file_name(name):
        raise NotFound("Такого файла нет")
    headers = {"ETag": f'"{name}"', "Cache-Control": "public, max-age=31536000, immutable"}
    if client_has_current_version(request, headers["ETag"]):
        return Response(status_code=304, headers=headers)
    content = require_found(await service.read_file(runtime, name), "Такого файла нет")
    return Response(content, media_type="image/jpeg" if name.endswith(".jpg") else "image/webp", headers=headers)


class StorageCheck(BaseModel):
    """The answer if the storage returned the content that was written to it."""

    status: Literal["ok"] = "ok"


@check_router.post("/internal/storage-check")
async def check_storage(runtime: CurrentRuntime) -> StorageCheck:
    """Write a small file, read it, delete it; 503 when the content differs."""
    await service.check_storage(runtime)
    return StorageCheck()
