"""`make release VERSION=1.2.0`: the version in its files, the changelog's section, a commit and a tag, the images."""

import json
import os
import re
import shutil
from datetime import UTC, datetime
from pathlib import Path

from deploy import version as project_version
from deploy.local import paths
from deploy.local.console import Failed, print_line, step
from deploy.local.programs import exit_code, output_of
from deploy.supply_chain import sbom

VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)")
UNRELEASED = "## Unreleased\n"


def git(root: Path, *words: str) -> str:
    """What git answers. Raises Failed with its own words."""
    return output_of(f"git {words[0]}", "git", *words, cwd=root).strip()


def number(version: str) -> tuple[int, ...]:
    """Its three numbers. Raises Failed."""
    match = VERSION.fullmatch(version)
    if not match:
        raise Failed(f"VERSION={version} is no version like 1.2.0")
    return tuple(int(part) for part in match.groups())


def refuse_wrong_version(root: Path, version: str) -> None:
    """It must be above every tag, from a tree without changes. Raises Failed."""
    tags = [tag.removeprefix("v") for tag in git(root, "tag", "--list", "v*").split()]
    newest = max((number(tag) for tag in tags if VERSION.fullmatch(tag)), default=(0, 0, 0))
    if number(version) <= newest:
        raise Failed(f"{version} is not above the last release {'.'.join(map(str, newest))}")
    if git(root, "status", "--porcelain"):
        raise Failed("there are changes that are not committed: a release is what a commit holds")


def close_section(root: Path, version: str, day: str) -> str:
    """Give the unreleased section its version in CHANGELOG.md; returns its text. Raises Failed when it is empty."""
    file = root / "CHANGELOG.md"
    before, found, rest = file.read_text().partition(UNRELEASED)
    section, following, older = rest.partition("\n## ")
    if not found or not section.strip():
        raise Failed("CHANGELOG.md has nothing under Unreleased")
    file.write_text(f"{before}{UNRELEASED}\n## {version} - {day}\n{section}{following}{older}")
    return section.strip() + "\n"


def build_images(root: Path, version: str) -> dict[str, str] | None:
    """The images with their labels and the version as their tag, by name with their digests; None without Docker.

    BuildKit takes their time from SOURCE_DATE_EPOCH.
    """
    if not shutil.which("docker"):
        return None
    arguments = {
        "APP_VERSION": version,
        "REVISION": git(root, "rev-parse", "HEAD"),
        "SOURCE_DATE_EPOCH": git(root, "log", "-1", "--format=%ct"),
    }
    words = [word for name, value in arguments.items() for word in ("--build-arg", f"{name}={value}")]
    images = own_images(root)
    command = ("docker", "compose", "--profile", "*", "build", *words, *images.values())
    if exit_code(*command, folder=root, environment=os.environ | arguments) != 0:
        raise Failed("the images could not be built; the tag is there, run the build again")
    return {name: tag_image(name, version) for name in images}


def own_images(root: Path) -> dict[str, str]:
    """The images that are built here, each with one service of it: Compose writes the service into the image."""
    words = ("docker", "compose", "--profile", "*", "config", "--format", "json")
    services = json.loads(output_of("docker compose config", *words, cwd=root))["services"]
    built = {service["image"]: name for name, service in sorted(services.items(), reverse=True) if "build" in service}
    return dict(sorted(built.items()))


def tag_image(name: str, version: str) -> str:
    """Give what was just built its version, so that the next release leaves it there; returns its digest."""
    output_of("docker tag", "docker", "tag", f"{name}:latest", f"{name}:{version}")
    return output_of("docker image inspect", "docker", "image", "inspect", "-f", "{{.Id}}", f"{name}:{version}").strip()


def release() -> None:
    """Nothing is pushed: `git push --follow-tags` publishes it."""
    version = os.environ.get("VERSION", "")
    refuse_wrong_version(paths.ROOT, version)
    folder = paths.VAR / "releases" / version
    folder.mkdir(parents=True, exist_ok=True)
    with step(f"the changelog, a commit and the tag v{version}"):
        (folder / "changelog.md").write_text(close_section(paths.ROOT, version, f"{datetime.now(UTC):%Y-%m-%d}"))
        changed = project_version.set_version(version, paths.ROOT)
        git(paths.ROOT, "commit", "--quiet", "--message", f"release: {version}", "--", "CHANGELOG.md", *changed)
        git(
            paths.ROOT, "tag", "--annotate", f"v{version}", "--file", str(folder / "changelog.md"), "--cleanup=verbatim"
        )
    sbom.sbom()
    shutil.copy(sbom.FILE, folder / "sbom.cdx.json")
    images = build_images(paths.ROOT, version)
    if images is None:
        print_line(f"  {folder}: changelog.md, sbom.cdx.json; no Docker here, no images")
        return
    lines = [f"{name}:{version} {digest}" for name, digest in images.items()]
    (folder / "images.txt").write_text("".join(f"{line}\n" for line in lines))
    print_line(f"  {folder}: changelog.md, sbom.cdx.json, images.txt")
