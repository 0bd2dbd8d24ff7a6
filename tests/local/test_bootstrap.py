"""Reading of the lock file by the bootstrap, and rules for lock files."""

import json

import pytest

from deploy.local import bootstrap, paths
from deploy.local.console import StepError

LOCK = """uv==1.2.3 \\
    --hash=sha256:aa \\
    --hash=sha256:bb
    # via meridian
uvicorn==0.1 \\
    --hash=sha256:cc
"""


class TestLockedRequirement:
    def test_exactly_one_package_is_found_with_all_its_hashes(self) -> None:
        text = bootstrap.find_locked_requirement(LOCK, "uv")
        assert text == "uv==1.2.3 \\\n    --hash=sha256:aa \\\n    --hash=sha256:bb\n"

    def test_the_last_package_of_the_lock_is_found(self) -> None:
        assert "sha256:cc" in bootstrap.find_locked_requirement(LOCK, "uvicorn")

    def test_missing_package_is_reported(self) -> None:
        with pytest.raises(StepError, match="does not contain pnpm"):
            bootstrap.find_locked_requirement(LOCK, "pnpm")


class TestLocks:
    @pytest.mark.parametrize(
        "lock", ["requirements.lock", "web/pnpm-lock.yaml", "deploy/local/node-tools/package-lock.json"]
    )
    def test_no_lock_names_a_registry(self, lock: str) -> None:
        text = (paths.ROOT / lock).read_text()
        assert "resolved" not in text
        assert "--index-url" not in text
        assert "tarball:" not in text

    def test_pnpm_is_checked_against_a_hash(self) -> None:
        lock = json.loads((paths.NODE_TOOLS / "package-lock.json").read_text())
        installed_packages = {name: entry for name, entry in lock["packages"].items() if name}
        assert "node_modules/pnpm" in installed_packages
        assert all(entry["integrity"].startswith("sha512-") for entry in installed_packages.values())
