"""`make replay` offers exactly the services that handle the events of a replay."""

import subprocess
import sys

import pytest
from chassis.events.replay import requested_service
from contracts import auth, calculator, content
from contracts.services import COPIED_BY, SERVICES

REPLAYED_TYPES = {
    "auth": {auth.UserCopied.type},
    "content": {content.OrderCopied.type, content.SettingsChanged.type},
    "calculator": {calculator.CalculationCopied.type},
}


# Each service needs a process of its own, since several services have tables of the same name.
PRINT_TYPES = """
import importlib, sys
from chassis.events.registry import Handlers
given, main = {}, importlib.import_module(f"{sys.argv[1]}.main")
create_app = main.create_app
def keep(*parts, **named):
    given.update(named)
    return create_app(*parts, **named)
main.create_app = keep
main.build()
print(*Handlers(*given["handlers"]).by_type)
"""


def test_replay_offers_exactly_the_services_that_handle_it() -> None:
    command = [sys.executable, "-c", PRINT_TYPES]
    running = {name: subprocess.Popen([*command, name], stdout=subprocess.PIPE, text=True) for name in SERVICES}
    handled = {name: set(process.communicate()[0].split()) for name, process in running.items()}
    assert all(process.returncode == 0 for process in running.values())
    handlers_by_owner = {
        owner: {name for name in SERVICES if handled[name] & types} for owner, types in REPLAYED_TYPES.items()
    }
    assert handlers_by_owner == {owner: set(names) for owner, names in COPIED_BY.items()}


def test_replay_to_another_service_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert requested_service("auth", ["status"]) == "status"
    for wrong in ([], ["calculator"], ["status", "content"]):
        with pytest.raises(SystemExit):
            requested_service("auth", wrong)
        assert "{content,notifications,status}" in capsys.readouterr().err
