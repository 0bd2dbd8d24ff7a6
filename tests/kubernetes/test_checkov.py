"""checkov scans the rendered manifests for insecure settings; its configuration explains what it leaves out."""

import subprocess
from pathlib import Path

import pytest

from deploy.local.bootstrap import UV
from deploy.local.programs import build_tool_environment

FOLDER = Path(__file__).resolve().parents[2] / "deploy" / "kubernetes"
# It runs in an environment of its own, since its hundred packages need other versions than ours.
CHECKOV = "checkov==3.3.30"


@pytest.mark.parametrize("overlay", ["small", "large"])
def test_scanner_finds_no_insecure_setting(overlay: str, tmp_path: Path) -> None:
    file = tmp_path / f"{overlay}.yaml"
    rendering = subprocess.run(["kubectl", "kustomize", FOLDER / overlay], capture_output=True, check=True)
    file.write_bytes(rendering.stdout)
    scan = [CHECKOV, "--config-file", str(FOLDER / "checkov.yaml"), "--file", str(file)]
    command = [str(UV), "tool", "run", "--python", "3.11", *scan]
    completed = subprocess.run(
        command, env=build_tool_environment(), cwd=tmp_path, capture_output=True, text=True, check=False, timeout=1800
    )
    assert completed.returncode == 0, completed.stdout[-4000:] + completed.stderr[-2000:]
