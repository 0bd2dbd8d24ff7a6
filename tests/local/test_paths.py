"""Permissions of the local stack's state."""

from pathlib import Path

import pytest

from deploy.local import paths

PRIVATE_FOLDERS = ("RUN", "SECRETS", "DATA", "LOGS")


@pytest.mark.parametrize("existed", [False, True])
def test_personal_data_logs_and_secrets_are_closed_to_other_users(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, existed: bool
) -> None:
    for name in ("VAR", "STAMPS", "CACHE", *PRIVATE_FOLDERS):
        monkeypatch.setattr(paths, name, tmp_path / name.lower())
    monkeypatch.setattr(paths, "MAIL", tmp_path / "mail" / "new")
    if existed:
        for name in PRIVATE_FOLDERS:
            (tmp_path / name.lower()).mkdir(mode=0o755)
    paths.prepare_folders()
    assert {getattr(paths, name).stat().st_mode & 0o777 for name in PRIVATE_FOLDERS} == {0o700}
