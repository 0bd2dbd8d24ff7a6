"""Random secrets of this checkout, made once and readable by their owner only."""

import os
import secrets

from deploy.local import paths


def secret(name: str) -> str:
    """The secret of that name; hexadecimal, so that it fits into any URL or file."""
    file = paths.SECRETS / name
    if not file.exists():
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as output:
            output.write(secrets.token_hex(32))
    return file.read_text().strip()
