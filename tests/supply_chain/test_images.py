"""Own images have labels, and two builds of an image have the same bytes."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCKERFILES = [
    ROOT / "services" / "Dockerfile",
    ROOT / "web" / "Dockerfile",
    ROOT / "deploy" / "backup" / "Dockerfile",
]


@pytest.mark.parametrize("file", DOCKERFILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_every_image_has_labels(file: Path) -> None:
    last = file.read_text().rpartition("\nFROM ")[2]
    for name in ("title", "version", "revision"):
        assert re.search(rf"org\.opencontainers\.image\.{name}=\S", last), name
    assert "ARG APP_VERSION" in last
    assert "ARG REVISION" in last


@pytest.mark.parametrize("file", DOCKERFILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_last_stage_copies_only_files_without_build_times(file: Path) -> None:
    """Two builds of an image have the same bytes (decision 0160)."""
    *stages, last = file.read_text().split("\nFROM ")
    assert "\nRUN " not in last
    copied_stages = re.findall(r"^COPY (?:--from=(\w+) )?", last, re.MULTILINE)
    assert copied_stages
    for name in set(copied_stages):
        [stage] = [text for text in stages if re.match(rf"\S+ AS {name}\n", text)]
        assert "-exec touch --no-dereference --date=" in stage.rpartition("\nRUN ")[2]
