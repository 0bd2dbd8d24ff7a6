"""A file as it came, held to its size."""

import unicodedata
from dataclasses import dataclass

from chassis.errors import TooLarge
from fastapi import UploadFile

MAX_FILE = 5 * 1024 * 1024
# The form around the file takes a little too.
MAX_BODY = MAX_FILE + 64 * 1024


@dataclass(frozen=True)
class Upload:
    """What the sender says of the file is his word only."""

    content: bytes
    name: str
    content_type: str

    @property
    def kind(self) -> str:
        """The type without its parameters."""
        return self.content_type.partition(";")[0].strip().lower()


async def received(file: UploadFile) -> Upload:
    """The file, unless it is too large. Raises TooLarge."""
    content = await file.read(MAX_FILE + 1)
    if len(content) > MAX_FILE:
        raise TooLarge
    # A control sign belongs to no name, and PostgreSQL has no place for a NUL.
    name = "".join(sign for sign in file.filename or "" if unicodedata.category(sign) != "Cc")
    return Upload(content, name, file.content_type or "")
