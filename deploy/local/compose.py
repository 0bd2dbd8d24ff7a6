"""`make secrets` and `make rotate`: the scripts of deploy/compose, for a server that runs docker-compose.yml."""

import os
import subprocess

from deploy.local import paths

SCRIPTS = paths.ROOT / "deploy" / "compose"


def secrets() -> int:
    """Secrets as files, before the first start."""
    folder = os.environ.get("SECRETS_FOLDER") or str(paths.ROOT / "secrets")
    return subprocess.run(["sh", str(SCRIPTS / "secrets.sh"), folder], check=False).returncode


def rotate() -> int:
    """New passwords for the running containers; P names some kinds."""
    kinds = os.environ.get("P", "").split()
    return subprocess.run(["sh", str(SCRIPTS / "rotate.sh"), *kinds], check=False).returncode
