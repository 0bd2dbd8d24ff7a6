"""Avatars are files with random names, so browsers may cache them permanently."""

import re
import secrets
from contextlib import suppress

from chassis.features.pictures import PictureTooLarge, decode, encode_webp, flatten, may_be_accepted
from chassis.web.auth import Principal
from chassis.web.errors import (
    Invalid,
    NotFound,
    ServiceError,
    TooLarge,
    Unavailable,
    UnsupportedType,
    raises,
    require_found,
)
from chassis.web.overload import ConcurrencyLimit

from auth.accounts.service import count_profile_change, get_own_account, record_user_updated
from auth.accounts.tables import Account
from auth.runtime import AuthRuntime

MAX_BYTES = 5 * 1024 * 1024
# A file name is these random bytes in hexadecimal digits.
NAME_BYTES = 16
FILE_NAME = re.compile(r"[0-9a-f]{32}\.webp")
PREFIX = "/api/auth/avatars/"
FOLDER = "avatars"
SIDE_PIXELS = 512
FORMATS = {"image/png": "PNG", "image/jpeg": "JPEG", "image/webp": "WEBP"}
# A small file may decode into half a gigabyte: one picture at a time limits the memory.
DECODING_LIMIT = ConcurrencyLimit(running=1, waiting=10)


class InvalidImage(Invalid):
    code = "invalid_image"
    message = "Это не картинка, или она повреждена"


async def put(runtime: AuthRuntime, content: bytes, *, content_type: str | None, caller: Principal) -> Account:
    """Set the caller's picture. Raises TooLarge, UnsupportedType, InvalidImage, RateLimited, Unavailable."""
    claimed_type = (content_type or "").partition(";")[0].strip().lower()
    if not may_be_accepted(claimed_type, frozenset(FORMATS)):
        raise UnsupportedType("Подойдут картинки PNG, JPEG или WebP")
    if len(content) > MAX_BYTES:
        raise TooLarge("Картинка больше 5 МБ")
    picture = await DECODING_LIMIT.run_in_thread(crop_to_square, content)
    name = f"{secrets.token_hex(NAME_BYTES)}.webp"
    await runtime.storage.put(_build_storage_key(name), picture)
    try:
        return await replace(runtime, PREFIX + name, caller=caller)
    except ServiceError:
        # After another error, such as a connection lost at the commit, the account may refer to the file.
        await delete_file(runtime, PREFIX + name)
        raise


@raises(NotFound)
async def replace(runtime: AuthRuntime, url: str | None, *, caller: Principal) -> Account:
    """Set the URL of the caller's picture, or remove it. The file of the previous picture is deleted.

    Raises NotFound if there is no picture to remove, and RateLimited.
    """
    async with runtime.database.transaction() as db:
        account = await get_own_account(db, caller, lock=True)
        previous_url = account.avatar_url
        account.avatar_url = url
        if url == previous_url:
            raise NotFound
        await count_profile_change(db, account)
        await record_user_updated(db, account)
    await delete_file(runtime, previous_url)
    return account


async def delete_file(runtime: AuthRuntime, url: str | None) -> None:
    """Delete the file of one of our URLs. URLs of social providers are ignored."""
    name = (url or "").removeprefix(PREFIX)
    if FILE_NAME.fullmatch(name):
        # The account no longer refers to the file, so a storage outage must not fail this request.
        with suppress(Unavailable):
            await runtime.storage.delete(_build_storage_key(name))


async def read(runtime: AuthRuntime, name: str) -> bytes:
    """Return the picture with this name. Raises NotFound."""
    if not FILE_NAME.fullmatch(name):
        raise NotFound
    return require_found(await runtime.storage.get(_build_storage_key(name)))


def _build_storage_key(name: str) -> str:
    return f"{FOLDER}/{name}"


def crop_to_square(content: bytes) -> bytes:
    """Convert a PNG, JPEG or WebP picture to a square WebP without metadata. Raises InvalidImage for anything else."""
    # The library is large and rarely needed, so it is imported at its first use (decision 0146).
    from PIL import ImageOps
    from PIL.Image import Resampling

    try:
        picture = decode(content, formats=tuple(FORMATS.values()))
        square_picture = ImageOps.fit(flatten(picture), (SIDE_PIXELS, SIDE_PIXELS), Resampling.LANCZOS)
    except PictureTooLarge as error:
        raise InvalidImage("Слишком большая картинка") from error
    except Exception as error:  # the decoders raise many types for damaged files
        raise InvalidImage from error
    return encode_webp(square_picture)
