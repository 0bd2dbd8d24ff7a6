"""Output about the accounts that the first start has created."""

import json
from pathlib import Path

import pytest

from deploy.local import commands, paths, up
from deploy.local.commands import format_account_lines, has_generated_password
from deploy.local.console import StepError

ADMIN = {"email": "admin@example.com", "password": "made-up", "created": True}


class TestAccountLines:
    def test_generated_password_is_shown(self) -> None:
        lines = format_account_lines(
            {**ADMIN, "demo": {"email": "buyer@example.com", "password": "too", "created": True}}
        )
        assert "admin@example.com   password: made-up" in lines[0]
        assert "buyer@example.com   password: too" in lines[1]

    def test_given_password_is_not_shown(self) -> None:
        lines = format_account_lines({**ADMIN, "password": None})
        assert lines == ["administrator  admin@example.com   with the password that was given"]

    def test_second_start_shows_no_password(self) -> None:
        assert format_account_lines({})[0].startswith("administrator  as before")


class TestGeneratedPasswords:
    def test_generated_passwords_are_detected(self) -> None:
        assert has_generated_password(ADMIN)
        assert has_generated_password({**ADMIN, "password": None, "demo": {"password": "x"}})
        assert not has_generated_password({**ADMIN, "password": None})
        assert not has_generated_password({})


class TestInterruptedFirstStart:
    """The first start is interrupted between the creation of the accounts and the output of their passwords."""

    @pytest.fixture(autouse=True)
    def outputs(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        """The services whose seed has run. The seed of auth reports a password until it has been shown."""
        ran: list[str] = []

        def run_seed(description: str, *command: str | Path, **options: object) -> str:
            service = str(command[-1]).removesuffix(".seed")
            ran.append(service)
            file = commands.get_unseen_passwords_file()
            if service == "content" and ran.count("content") == 1:
                raise StepError("interrupted")
            if service != "auth":
                return ""
            if ran.count("auth") == 1:
                file.parent.mkdir(parents=True)
                file.write_text("{}")
            return json.dumps({**ADMIN, "password": "made-up" if file.exists() else None})

        monkeypatch.setattr(paths, "STAMPS", tmp_path / "stamps")
        monkeypatch.setattr(paths, "DATA", tmp_path / "data")
        monkeypatch.setattr(commands, "read_output", run_seed)
        monkeypatch.setattr(commands, "build_environment", lambda service, ports: {})
        for name in ("start_infrastructure", "system"):
            monkeypatch.setattr(up, name, _Nothing())
        for name in ("declare_streams", "migrate_all"):
            monkeypatch.setattr(commands, name, _Nothing())
        return ran

    def test_next_start_shows_the_password_once(self, outputs: list[str], capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(StepError):
            up.prepare_data({})
        assert "made-up" not in capsys.readouterr().out
        assert up.prepare_data({})["password"] == "made-up"
        assert "password: made-up" in capsys.readouterr().out
        assert up.prepare_data({}) == {}
        assert outputs.count("auth") == 2

    def test_the_file_is_the_one_that_the_seed_writes(self) -> None:
        source = (paths.SERVICES_FOLDER / "auth" / "src" / "auth" / "seed.py").read_text()
        assert f'\nUNSEEN_PASSWORDS = "{commands.get_unseen_passwords_file().name}"\n' in source


class _Nothing:
    """Stands for a function or a module whose work does not concern a test."""

    def __call__(self, *arguments: object) -> None:
        return None

    def __getattr__(self, name: str) -> "_Nothing":
        return self
