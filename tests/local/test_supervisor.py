"""The configuration of the supervisor, read by the parser of the supervisor."""

from configparser import RawConfigParser
from dataclasses import replace
from pathlib import Path

import pytest

from deploy.local import supervisor
from deploy.local.console import StepError
from deploy.local.parts import Part

PART = Part(
    name="content",
    command=("/bin/server", "--port", "1"),
    address="http://127.0.0.1:1",
    settings={"DATABASE_URL": "postgresql://content:very-secret@127.0.0.1/content"},
)


def parse_configuration(*parts: Part) -> RawConfigParser:
    parser = RawConfigParser(inline_comment_prefixes=(";", "#"))
    parser.read_string(supervisor.build_configuration(parts))
    return parser


class TestConfiguration:
    def test_parts_are_restarted_but_not_started_by_the_supervisor(self) -> None:
        section = parse_configuration(PART)["program:content"]
        assert section["autorestart"] == "true"
        assert section["autostart"] == "false"
        assert section["startsecs"] == "0"

    def test_logs_of_a_part_are_rotated(self) -> None:
        section = parse_configuration(PART)["program:content"]
        assert section["stdout_logfile"].endswith("/log/content.log")
        assert section["stdout_logfile_maxbytes"] == "10MB"
        assert section["redirect_stderr"] == "true"

    def test_configuration_contains_no_secret(self) -> None:
        assert "very-secret" not in supervisor.build_configuration([PART])

    def test_database_has_its_own_signal_settings(self) -> None:
        database = replace(PART, name="postgres", stop_signal="INT", signal_group="false")
        section = parse_configuration(database)["program:postgres"]
        assert section["stopsignal"] == "INT"
        assert section["stopasgroup"] == "false"
        assert section["killasgroup"] == "true"

    def test_percent_sign_in_a_path_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("deploy.local.paths.VAR", Path("/srv/100%/var"))
        with pytest.raises(StepError, match="percent sign"):
            supervisor.start([PART])


class TestSocketPath:
    def test_deep_checkout_has_a_short_socket_path(self, monkeypatch: pytest.MonkeyPatch) -> None:
        deep = Path("/srv") / ("x" * 120)
        monkeypatch.setattr("deploy.local.paths.VAR", deep)
        monkeypatch.setattr("deploy.local.paths.RUN", deep / "run")
        assert len(str(supervisor.choose_socket_path())) <= supervisor.MAX_SOCKET_PATH

    def test_two_deep_checkouts_have_different_sockets(self, monkeypatch: pytest.MonkeyPatch) -> None:
        sockets = set()
        for name in ("x", "y"):
            deep = Path("/srv") / (name * 120)
            monkeypatch.setattr("deploy.local.paths.VAR", deep)
            monkeypatch.setattr("deploy.local.paths.RUN", deep / "run")
            sockets.add(supervisor.choose_socket_path())
        assert len(sockets) == 2


class TestFingerprint:
    def test_fingerprint_depends_on_command_inputs_files_settings_and_user(self) -> None:
        changed_parts = [
            replace(PART, command=("/bin/server", "--port", "2")),
            replace(PART, inputs=("other settings",)),
            replace(PART, files={"/x": "other configuration"}),
            replace(PART, settings={"LOG_LEVEL": "DEBUG"}),
            replace(PART, user="somebody"),
        ]
        assert len({part.fingerprint for part in [PART, *changed_parts]}) == 6

    def test_fingerprint_ignores_other_variables(self, monkeypatch: pytest.MonkeyPatch) -> None:
        before = replace(PART).fingerprint
        monkeypatch.setenv("TERM", "other")
        assert PART.fingerprint == before
