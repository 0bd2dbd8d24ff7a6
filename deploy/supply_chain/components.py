"""The third-party components of the system: Python packages, npm packages and container images, from the lock files."""

import base64
import json
import re
from dataclasses import dataclass
from email.message import Message
from importlib import metadata
from pathlib import Path
from typing import Any, cast
from urllib.parse import quote

import yaml

ROOT = Path(__file__).resolve().parents[2]
OWN_IMAGES = "meridian-avto/"
UNKNOWN = "unknown"


@dataclass(frozen=True)
class Component:
    """One component. `purl` is its package URL, `sha256` and `sha512` are hexadecimal digests of its archives."""

    kind: str
    name: str
    version: str
    purl: str
    license: str = UNKNOWN
    sha256: tuple[str, ...] = ()
    sha512: tuple[str, ...] = ()


def python_packages(lock: str) -> list[Component]:
    """The packages of requirements.lock; the licences are those that the installed packages state."""
    parts = re.split(r"^(?=[A-Za-z0-9._-]+==)", lock, flags=re.MULTILINE)
    found = []
    for part in parts:
        if match := re.match(r"([A-Za-z0-9._-]+)==([^\s;\\]+)", part):
            name = match[1].lower().replace("_", "-")
            version = match[2]
            hashes = tuple(re.findall(r"--hash=sha256:([0-9a-f]{64})", part))
            found.append(
                Component("library", name, version, f"pkg:pypi/{name}@{version}", python_license(name), hashes)
            )
    return found


def python_license(name: str) -> str:
    """The licence of an installed package: its expression, its classifiers or the first line of its text."""
    try:
        about = cast(Message, metadata.metadata(name))
    except metadata.PackageNotFoundError:
        return UNKNOWN
    if expression := about.get("License-Expression"):
        return str(expression)
    named = [one.rpartition(" :: ")[2] for one in about.get_all("Classifier") or [] if one.startswith("License ::")]
    text = (about.get("License") or "").strip().partition("\n")[0]
    return " AND ".join(named) or text[:80] or UNKNOWN


def npm_packages(lock: dict[str, Any], store: Path) -> list[Component]:
    """The packages of pnpm-lock.yaml; the licences are those of the installed package.json files."""
    found = []
    for key, about in lock["packages"].items():
        name, _, version = key.rpartition("@")
        _, _, digest = about["resolution"]["integrity"].partition("sha512-")
        found.append(
            Component(
                "library",
                name,
                version,
                f"pkg:npm/{quote(name, safe='/')}@{version}",
                npm_license(store, name, version),
                sha512=(base64.b64decode(digest).hex(),),
            )
        )
    return found


def npm_license(store: Path, name: str, version: str) -> str:
    """The licence that a package.json states; unknown for a package that is not installed on this platform."""
    folder = f"{name.replace('/', '+')}@{version}"
    # pnpm adds the peers of a package to the name of its folder.
    for place in (store / folder, *sorted(store.glob(f"{folder}_*"))):
        file = place / "node_modules" / name / "package.json"
        if file.exists():
            return str(json.loads(file.read_text()).get("license") or UNKNOWN)
    return UNKNOWN


def images(compose: str, dockerfiles: list[str]) -> list[Component]:
    """The images of others in docker-compose.yml and the Dockerfiles; by tag, or by digest where one is pinned."""
    named = set(re.findall(r"^\s+image: (\S+)$", compose, re.MULTILINE))
    for text in dockerfiles:
        stages = {match.lower() for match in re.findall(r"^FROM .+ AS (\S+)$", text, re.MULTILINE | re.IGNORECASE)}
        used = re.findall(r"^FROM (?:--\S+ )*(\S+)", text, re.MULTILINE) + re.findall(r"--from=(\S+)", text)
        named |= {one for one in used if one.lower() not in stages and (":" in one or "/" in one)}
    found = []
    for image in sorted(one for one in named if not one.startswith(OWN_IMAGES)):
        reference, _, digest = image.partition("@sha256:")
        name, _, tag = reference.rpartition(":")
        purl = f"pkg:docker/{name}@{f'sha256:{digest}' if digest else tag}"
        found.append(Component("container", name, tag, purl, sha256=(digest,) if digest else ()))
    return found


def all_components() -> list[Component]:
    """Every component, in a stable order."""
    dockerfiles = [
        file.read_text() for file in sorted(ROOT.glob("**/Dockerfile")) if not {"node_modules", ".venv"} & {*file.parts}
    ]
    return [
        *python_packages((ROOT / "requirements.lock").read_text()),
        *npm_packages(
            yaml.safe_load((ROOT / "web" / "pnpm-lock.yaml").read_text()), ROOT / "web" / "node_modules" / ".pnpm"
        ),
        *images((ROOT / "docker-compose.yml").read_text(), dockerfiles),
    ]
