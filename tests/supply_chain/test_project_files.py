"""Files for newcomers and automation: the licence, the workflows, the commit hooks."""

import json
import re
import tomllib
from pathlib import Path

import pytest
import yaml
from contracts.services import SERVICES

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def test_licence_is_the_same_everywhere() -> None:
    [spdx] = re.findall(r"^SPDX-License-Identifier: (\S+)$", (ROOT / "LICENSE").read_text(), re.MULTILINE)
    assert tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["license"] == spdx
    assert json.loads((ROOT / "web" / "package.json").read_text())["license"] == spdx


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_workflows_have_minimal_rights_and_pin_actions(file: Path) -> None:
    workflow = yaml.safe_load(file.read_text())
    assert workflow["permissions"] == {}
    for name, job in workflow["jobs"].items():
        assert job["timeout-minutes"] <= 180, name
        assert job["permissions"], name
        used_actions = [step["uses"] for step in job["steps"] if "uses" in step]
        assert all(re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", action) for action in used_actions), used_actions


def test_every_image_of_the_project_is_released() -> None:
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text())["jobs"]
    released_images = {entry["image"]: entry["file"] for entry in jobs["images"]["strategy"]["matrix"]["include"]}
    own_dockerfiles = [ROOT / "services" / "Dockerfile", *ROOT.glob("deploy/*/Dockerfile"), ROOT / "web" / "Dockerfile"]
    assert set(released_images) == {*SERVICES, "backup", "web"}
    assert set(released_images.values()) == {str(file.relative_to(ROOT)) for file in own_dockerfiles}


def test_commit_hooks_run_locked_programs() -> None:
    [local] = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"]
    assert local["repo"] == "local"
    assert all(hook["entry"].startswith(".venv/bin/") for hook in local["hooks"])
