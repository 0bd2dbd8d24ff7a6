from typing import Annotated

from chassis.errors import NotFound, TooLarge, Unavailable, UnsupportedType, documented
from fastapi import APIRouter, File, Path, Response, UploadFile

from auth.accounts.schemas import UserAnswer, UserRead
from auth.profile import avatars
from auth.profile.errors import InvalidImage
from auth.runtime import Rt
from auth.sessions.caller import Member

router = APIRouter(prefix="/api/auth", tags=["avatars"])
# The multipart form around the file needs some bytes too.
MAX_BODY = avatars.MAX_BYTES + 64 * 1024
REFUSALS = documented(TooLarge, UnsupportedType, InvalidImage, Unavailable)


@router.put("/me/avatar", responses=REFUSALS, max_body_size=MAX_BODY)
async def put_avatar(file: Annotated[UploadFile, File()], caller: Member, runtime: Rt) -> UserAnswer:
    """Set the caller's picture: PNG, JPEG or WebP up to 5 MiB, stored as a square of 512 pixels."""
    content = await file.read(avatars.MAX_BYTES + 1)
    account = await avatars.put(runtime, content, content_type=file.content_type, caller=caller)
    return UserAnswer(user=UserRead.of(account))


@router.delete("/me/avatar", responses=documented(NotFound))
async def delete_avatar(caller: Member, runtime: Rt) -> UserAnswer:
    """Remove the caller's picture."""
    return UserAnswer(user=UserRead.of(await avatars.remove(runtime, caller=caller)))


@router.get(
    "/avatars/{name}",
    response_class=Response,
    responses={200: {"content": {"image/webp": {}}}, **documented(NotFound)},
)
async def show_avatar(name: Annotated[str, Path(max_length=64)], runtime: Rt) -> Response:
    """Serve a picture. A new picture has a new name, so browsers may cache it for ever."""
    headers = {"Cache-Control": "public, max-age=31536000, immutable", "X-Content-Type-Options": "nosniff"}
    return Response(await avatars.read(runtime, name), media_type="image/webp", headers=headers)
