"""State after a restore, and the settings of backups on this machine."""

from pathlib import Path

import pytest

from deploy.backup.sources import find_sources
from deploy.local import backups, commands, paths, supervisor, up
from deploy.local.console import StepError
from deploy.local.state import compute_digest, is_fresh, write_stamp


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(paths, "STAMPS", tmp_path / "stamps")
    monkeypatch.setattr(paths, "DATA", tmp_path / "data")
    monkeypatch.setattr("deploy.local.nats.STORE", tmp_path / "nats")
    return tmp_path


def test_next_start_migrates_again_and_adds_no_demo_content(state: Path) -> None:
    (state / "nats" / "jetstream").mkdir(parents=True)
    for service in paths.SERVICES:
        write_stamp(paths.STAMPS / f"migrated-{service}", "digest")
    backups.reset_derived_state()
    assert not (state / "nats").exists()
    stamps = {stamp.name for stamp in paths.STAMPS.iterdir()}
    assert stamps == {f"seeded-{service}" for service in paths.SERVICES if service != "auth"}
    assert commands.load_content("content", {}) == {}
    assert is_fresh(paths.STAMPS / "seeded-content", compute_digest([], "seeded", ""))


def test_files_in_an_object_store_are_not_backed_up(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CONTENT_STORAGE_URL", raising=False)
    assert backups.get_files_folder("content") == state / "data" / "content" / "files"
    assert backups.get_files_folder("calculator") is None
    monkeypatch.setenv("CONTENT_STORAGE_URL", "s3://cars")
    assert backups.get_files_folder("content") is None


def test_each_verb_passes_its_arguments(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[tuple[str, ...], dict[str, str]]] = []

    def remember_call(*command: str | Path, environment: dict[str, str]) -> int:
        calls.append((tuple(map(str, command[3:])), environment))
        return 0

    monkeypatch.setattr(backups, "run_in_terminal", remember_call)
    monkeypatch.setattr(paths, "SECRETS", state)
    monkeypatch.setattr(paths, "VERSION", state / "version")
    monkeypatch.setattr("deploy.local.supervisor.read_running_ports", lambda: {"postgres": 15432})
    monkeypatch.setattr("deploy.local.ports.read_record", lambda: {"postgres": 15432})
    monkeypatch.setenv("FROM", "2026-11-26T00-15-00Z")
    for verb in (backups.backup, backups.backup_verify, backups.restore_drill):
        verb()
    assert [arguments for arguments, _ in calls] == [
        ("save",),
        ("verify", "2026-11-26T00-15-00Z"),
        ("restore-drill", "new"),
    ]
    for _, environment in calls[:2]:
        assert [source.service for source in find_sources(environment)] == list(paths.SERVICES)
    settings = calls[-1][1]
    assert settings["ARCHIVE_DATABASE_URL"].endswith("@127.0.0.1:15432/postgres")
    assert settings["CONTENT_FILES"] == str(state / "data" / "content" / "files")
    assert settings["CALCULATOR_FILES"] == ""
    assert settings["ARCHIVE_WORK"]


class TestRefusedRestore:
    @pytest.fixture
    def stopped(self, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        """The names of the parts that were stopped after a backup was refused."""
        stopped: list[str] = []
        monkeypatch.setattr(up, "start_infrastructure", lambda ports, kinds: None)
        monkeypatch.setattr(supervisor, "stop_parts", stopped.extend)
        monkeypatch.setattr(supervisor, "shut_down", lambda: stopped.append("supervisor"))

        def refuse(verb: str, argument: str, ports: dict[str, int]) -> None:
            raise StepError(f"{verb} failed")

        monkeypatch.setattr(backups, "run_backup_command", refuse)
        return stopped

    @pytest.mark.parametrize("pids", [{"postgres": 7, "auth": 8}, {"auth": 8}])
    def test_a_running_system_keeps_running(
        self, stopped: list[str], monkeypatch: pytest.MonkeyPatch, pids: dict[str, int]
    ) -> None:
        monkeypatch.setattr(supervisor, "is_running", lambda: True)
        monkeypatch.setattr(supervisor, "read_pids", lambda: pids)
        with pytest.raises(StepError, match="check failed"):
            backups.refuse_impossible_restore({})
        assert stopped == []

    def test_a_stopped_system_stays_stopped(self, stopped: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(supervisor, "is_running", lambda: False)
        monkeypatch.setattr(supervisor, "read_pids", lambda: {})
        with pytest.raises(StepError, match="check failed"):
            backups.refuse_impossible_restore({})
        assert stopped == ["postgres", "supervisor"]
