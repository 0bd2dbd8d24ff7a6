"""`make replay` offers exactly the services that handle the events of a replay."""

import pytest
from chassis.events.replay import read_requested_service
from contracts import auth, calculator, content
from contracts.services import COPIED_BY, SERVICES
from contracts.subscriptions import SUBSCRIPTIONS

REPLAYED_TYPES = {
    "auth": {auth.UserCopied.type},
    "content": {content.OrderCopied.type, content.SettingsChanged.type},
    "calculator": {calculator.CalculationCopied.type},
}


def test_replay_offers_exactly_the_services_that_handle_it() -> None:
    """`test_subscriptions.py` of each service compares this list of types with the handlers of the service."""
    handlers_by_owner = {
        owner: {name for name in SERVICES if types.intersection(SUBSCRIPTIONS[name])}
        for owner, types in REPLAYED_TYPES.items()
    }
    assert handlers_by_owner == {owner: set(names) for owner, names in COPIED_BY.items()}


def test_replay_to_another_service_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert read_requested_service("auth", ["status"]) == "status"
    for wrong in ([], ["calculator"], ["status", "content"]):
        with pytest.raises(SystemExit):
            read_requested_service("auth", wrong)
        assert "{content,notifications,status}" in capsys.readouterr().err
