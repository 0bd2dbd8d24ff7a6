"""Reads an uploaded file and limits its size."""

import re
import unicodedata
from dataclasses import dataclass
from pathlib import PurePosixPath

from chassis.web.errors import TooLarge, raises
from fastapi import UploadFile

MAX_FILE_BYTES = 5 * 1024 * 1024
# The multipart form around the file needs a little more.
MAX_BODY_BYTES = MAX_FILE_BYTES + 64 * 1024


@dataclass(frozen=True)
class Upload:
    """An uploaded file. Name and type are claims of the sender. `kind` is the media type without its parameters."""

    content: bytes
    name: str
    kind: str


@raises(TooLarge)
async def read_upload(file: UploadFile) -> Upload:
    """Read an uploaded file of at most MAX_FILE_BYTES into memory."""
    content = await file.read(MAX_FILE_BYTES + 1)
    if len(content) > MAX_FILE_BYTES:
        raise TooLarge
    # Control characters do not belong in a name, and PostgreSQL cannot store NUL.
    name = "".join(character for character in file.filename or "" if unicodedata.category(character) != "Cc")
    media_type = (file.content_type or "").partition(";")[0]
    return Upload(content, name, media_type.strip().lower())


def build_file_name(sent_name: str, extension: str, *, default: str) -> str:
    """Return the name of a stored file: the name of the sent file with the extension of the stored type.

    Some browsers also send the folders, which are removed. `default` replaces a name of dots and spaces only.
    """
    last_part = re.split(r"[/\\]", sent_name)[-1]
    stem = PurePosixPath(last_part).stem.strip(". ") or default
    return f"{stem[:100]}.{extension}"
