from typing import Annotated
from uuid import UUID

from chassis.web.errors import (
    NotFound,
    RateLimited,
    TooLarge,
    Unauthorized,
    Unavailable,
    UnsupportedType,
    document_errors,
)
from chassis.web.http import ClientAddress
from fastapi import APIRouter, File, Path, Response, UploadFile

from auth.accounts import service
from auth.accounts.errors import ConfirmationRequired, InvalidPassword, NoPassword
from auth.accounts.schemas import ProfileUpdate, UserAnswer
from auth.administration.errors import LastAdministrator
from auth.profile import avatars, consents, erasure, export, queries
from auth.profile.avatars import InvalidImage
from auth.profile.schemas import ConsentRead, Consents, EraseMe, ErasureBegun, GiveConsent, PersonalData, Purpose
from auth.runtime import CurrentRuntime, Db, ReadDb, Session
from auth.second_factor import confirmation
from auth.second_factor.caller import ConfirmationHeader, ConfirmedMember
from auth.sessions import cookies
from auth.sessions.caller import Member, OwnAccount

router = APIRouter(prefix="/api/auth", tags=["me"])
avatar_router = APIRouter(prefix="/api/auth", tags=["avatars"])
consent_router = APIRouter(prefix="/api/auth/me/consents", tags=["consents"])
personal_data_router = APIRouter(
    prefix="/api/auth/me", tags=["personal data"], responses=document_errors(ConfirmationRequired)
)
# The multipart form around the file needs additional bytes.
MAX_BODY_BYTES = avatars.MAX_BYTES + 64 * 1024
REFUSALS = document_errors(TooLarge, UnsupportedType, InvalidImage, RateLimited, Unavailable)


@router.get("/me", responses=document_errors(Unauthorized))
async def me(account: OwnAccount) -> UserAnswer:
    """Show the caller's account. Blocked users may read it too."""
    return UserAnswer(user=account)


@router.patch("/me")
async def change_me(body: ProfileUpdate, caller: Member, db: Db) -> UserAnswer:
    """Change the caller's name or phone."""
    return UserAnswer.of(await service.change_profile(db, body, caller=caller))


@avatar_router.put("/me/avatar", responses=REFUSALS, max_body_size=MAX_BODY_BYTES)
async def put_avatar(file: Annotated[UploadFile, File()], caller: Member, runtime: CurrentRuntime) -> UserAnswer:
    """Set the caller's picture: PNG, JPEG or WebP up to 5 MiB, stored as a square of 512 pixels."""
    content = await file.read(avatars.MAX_BYTES + 1)
    return UserAnswer.of(await avatars.put(runtime, content, content_type=file.content_type, caller=caller))


@avatar_router.delete("/me/avatar", responses=document_errors(avatars.replace))
async def delete_avatar(caller: Member, runtime: CurrentRuntime) -> UserAnswer:
    """Remove the caller's picture."""
    return UserAnswer.of(await avatars.replace(runtime, None, caller=caller))


@avatar_router.get(
    "/avatars/{name}",
    response_class=Response,
    responses={200: {"content": {"image/webp": {}}}, **document_errors(NotFound)},
)
async def show_avatar(name: Annotated[str, Path(max_length=64)], runtime: CurrentRuntime) -> Response:
    """Serve a picture. A new picture has a new name, so browsers may cache it for ever."""
    headers = {"Cache-Control": "public, max-age=31536000, immutable", "X-Content-Type-Options": "nosniff"}
    return Response(await avatars.read(runtime, name), media_type="image/webp", headers=headers)


async def _list_consents(db: Session, account_id: UUID) -> Consents:
    rows = await queries.list_consents(db, account_id)
    return Consents(consents=[ConsentRead.model_validate(row.model_dump()) for row in rows])


@consent_router.get("")
async def list_consents(caller: Member, db: ReadDb) -> Consents:
    """List all consents of the caller."""
    return await _list_consents(db, caller.id)


@consent_router.post("")
async def give_consent(body: GiveConsent, caller: Member, db: Db, ip: ClientAddress) -> Consents:
    """Consent to the current text of one purpose."""
    await consents.give(db, body.purpose, caller=caller, ip=ip)
    return await _list_consents(db, caller.id)


@consent_router.delete("/{purpose}", responses=document_errors(NotFound))
async def withdraw_consent(purpose: Purpose, caller: Member, db: Db) -> Consents:
    """Withdraw a consent."""
    await consents.withdraw(db, purpose, caller=caller)
    return await _list_consents(db, caller.id)


@personal_data_router.get("/export", responses=document_errors(export.gather))
async def export_me(caller: ConfirmedMember, runtime: CurrentRuntime, response: Response) -> PersonalData:
    """Export the caller's data from all services as one document."""
    response.headers["Content-Disposition"] = 'attachment; filename="personal-data.json"'
    return await export.gather(runtime, caller=caller)


@personal_data_router.delete("", responses=document_errors(InvalidPassword, NoPassword, LastAdministrator, RateLimited))
async def erase_me(
    caller: Member,
    runtime: CurrentRuntime,
    response: Response,
    body: EraseMe | None = None,
    proof: ConfirmationHeader = None,
) -> ErasureBegun:
    """Erase the caller's data in all services; documents of deals stay for five years by law."""
    if body and body.password is not None:
        await service.require_password(runtime, body.password, caller=caller)
    else:
        confirmation.require(runtime, proof, caller=caller)
    erasure_id = await erasure.erase(runtime, caller=caller)
    cookies.clear_session(response, runtime)
    return ErasureBegun(erasure_id=erasure_id, message="Аккаунт удалён")
