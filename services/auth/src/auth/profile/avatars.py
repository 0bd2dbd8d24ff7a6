"""Avatars: files with random names, so that browsers may cache them for ever."""

import re
import secrets
from contextlib import suppress

from chassis.auth import Principal
from chassis.errors import NotFound, TooLarge, Unavailable, UnsupportedType
from chassis.overload import ConcurrencyLimit
from chassis.storage import ObjectStorage

from auth.accounts.service import own_account, record_user_updated
from auth.accounts.tables import Account
from auth.profile import pictures
from auth.runtime import Runtime

MAX_BYTES = 5 * 1024 * 1024
NAME = re.compile(r"[0-9a-f]{32}\.webp")
PREFIX = "/api/auth/avatars/"
FOLDER = "avatars"
# A small file may decode into half a gigabyte: one picture at a time limits the memory.
LIMIT = ConcurrencyLimit(running=1, waiting=10)


async def put(runtime: Runtime, content: bytes, *, content_type: str | None, caller: Principal) -> Account:
    """Set the caller's picture. Raises TooLarge, UnsupportedType, InvalidImage, Unavailable."""
    if content_type not in pictures.FORMATS:
        raise UnsupportedType("Подойдут картинки PNG, JPEG или WebP")
    if len(content) > MAX_BYTES:
        raise TooLarge("Картинка больше 5 МБ")
    picture = await LIMIT.run_in_thread(pictures.square, content)
    name = f"{secrets.token_hex(16)}.webp"
    await runtime.parts[ObjectStorage].put(_key(name), picture)
    return await _replace(runtime, caller, PREFIX + name)


async def remove(runtime: Runtime, *, caller: Principal) -> Account:
    """Remove the caller's picture. Raises NotFound when there is none."""
    return await _replace(runtime, caller, None)


async def _replace(runtime: Runtime, caller: Principal, url: str | None) -> Account:
    async with runtime.database.transaction() as db:
        account = await own_account(db, caller, lock=True)
        old, account.avatar_url = account.avatar_url, url
        if old == url:
            raise NotFound
        await record_user_updated(db, account)
    await delete_file(runtime, old)
    return account


async def delete_file(runtime: Runtime, url: str | None) -> None:
    """Delete the file behind one of our URLs; URLs of social providers are ignored."""
    name = (url or "").removeprefix(PREFIX)
    if NAME.fullmatch(name):
        # The account does not refer to it any more, so a storage outage must not fail this request.
        with suppress(Unavailable):
            await runtime.parts[ObjectStorage].delete(_key(name))


async def read(runtime: Runtime, name: str) -> bytes:
    """The picture of that name. Raises NotFound."""
    if not NAME.fullmatch(name):
        raise NotFound
    picture = await runtime.parts[ObjectStorage].get(_key(name))
    if picture is None:
        raise NotFound
    return picture


def _key(name: str) -> str:
    return f"{FOLDER}/{name}"
