from chassis.errors import NotFound, documented
from fastapi import APIRouter, Request, Response

from content.media import service
from content.records import found
from content.runtime import Rt

router = APIRouter(prefix="/media", tags=["media"])


@router.get("/{name}", response_class=Response, responses=documented(NotFound))
@router.head("/{name}", include_in_schema=False)
async def serve_media(name: str, request: Request, runtime: Rt) -> Response:
    """A picture; its address contains a digest of the content, so it can be cached for ever."""
    if not service.is_file_name(name):
        raise NotFound("Такого файла нет")
    headers = {"ETag": f'"{name}"', "Cache-Control": "public, max-age=31536000, immutable"}
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    content = found(await service.read_file(runtime, name), "Такого файла нет")
    return Response(content, media_type="image/webp", headers=headers)
