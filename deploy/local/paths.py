"""Folders of the checkout and of its state.

VAR_DIR moves the state to another folder, so that tests can run beside a working stack. RELEASE_DIR is the checkout of
another release: tests/faults/release.py takes the services with their packages and migrations, the pages and the
gateway's routes from there. The tools always come from this checkout.
"""

import os
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
ROOT = Path(os.environ.get("RELEASE_DIR") or CHECKOUT).resolve()
VENV = ROOT / ".venv"
# PostgreSQL, NATS, Traefik, Caddy and the supervisor. A release does not replace them while they run.
TOOLS_BIN = CHECKOUT / ".venv" / "bin"
VENV_BIN = VENV / "bin"
PYTHON = VENV_BIN / "python"
WEB = ROOT / "web"
WEB_BUILD = WEB / "build" / "client"
GATEWAY = ROOT / "gateway"
SERVICES_FOLDER = ROOT / "services"
NODE_TOOLS = ROOT / "deploy" / "local" / "node-tools"

VAR = Path(os.environ.get("VAR_DIR") or CHECKOUT / "var").resolve()
LOGS = VAR / "log"
RUN = VAR / "run"
# Every gateway watches this folder, so a release changes the routes without a restart.
ROUTES = RUN / "routes"
SECRETS = VAR / "secrets"
STAMPS = VAR / "stamps"
DATA = VAR / "data"
MAIL = VAR / "mail"
BACKUPS = Path(os.environ.get("BACKUP_FOLDER") or VAR / "backups").resolve()
# The served pages: copies of successful builds, one folder for each version.
SITES = VAR / "web"
VERSION = VAR / "version"
RELEASES = VAR / "releases"
# Downloads stay inside the checkout, never in the home folder. All state folders share them.
CACHE = CHECKOUT / "var" / "cache"

# A package with a main module is a service; the others are libraries. A new package needs no entry here.
PACKAGES = tuple(sorted(project.parent.name for project in SERVICES_FOLDER.glob("*/pyproject.toml")))
SERVICES = tuple(name for name in PACKAGES if (SERVICES_FOLDER / name / "src" / name / "main.py").exists())
LIBRARIES = tuple(name for name in PACKAGES if name not in SERVICES)


def prepare_folders() -> None:
    """Create the state folders. Folders with personal data, logs or secrets are closed to other users.

    The permissions of folders that already exist are corrected too.
    """
    for folder in (VAR, STAMPS, MAIL.parent, CACHE):
        folder.mkdir(parents=True, exist_ok=True)
    for folder in (RUN, SECRETS, DATA, LOGS):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.chmod(0o700)
