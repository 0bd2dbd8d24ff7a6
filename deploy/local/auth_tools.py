"""`make rotate-keys` and `make mail-preview`: auth's own commands, with the settings of the stack."""

import subprocess

from deploy.local import paths
from deploy.local.seeding import run_command


def rotate_keys() -> int:
    """A new signing key on the running stack; nobody is signed out."""
    return run_command("auth", "rotate_keys")


def mail_preview() -> int:
    """Write every email of auth to a file; no part has to run."""
    folder = paths.VAR / "mail-preview"
    words = [str(paths.PYTHON), "-m", "auth.mail_preview", str(folder)]
    return subprocess.run(words, cwd=paths.ROOT, check=False).returncode
