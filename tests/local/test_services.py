"""Restarts and settings of services."""

from collections.abc import Mapping

import pytest
from contracts.services import SERVICES

from deploy.local import services
from deploy.local.commands import parse_last_line
from deploy.local.console import StepError


class TestListVariables:
    def test_service_restarts_for_its_own_and_common_settings(self) -> None:
        environment = {"AUTH_CODE_TTL_SECONDS": "5", "LOG_LEVEL": "DEBUG", "CONTENT_X": "1", "TERM": "xterm"}
        assert services.list_variables(environment, "auth") == ["AUTH_CODE_TTL_SECONDS=5", "LOG_LEVEL=DEBUG"]


def choose_names_with(remembered: Mapping[str, int], requested: str = "") -> list[str]:
    """Return the names of the replicas that a start would choose."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REPLICAS", requested)
        return services.list_requested_replicas(remembered)


class TestReplicas:
    def test_notifications_run_twice(self) -> None:
        other_services = set(SERVICES) - {"notifications"}
        assert set(choose_names_with({})) == {*other_services, "notifications-1", "notifications-2"}

    def test_number_of_replicas_is_remembered(self) -> None:
        three = choose_names_with({}, "3")
        assert [name for name in three if name.startswith("auth")] == ["auth-1", "auth-2", "auth-3"]
        assert len(three) == 3 * len(SERVICES)
        remembered_ports = {name: 10_000 + number for number, name in enumerate(three)}
        assert choose_names_with(remembered_ports) == three
        assert set(choose_names_with(remembered_ports, "1")) == set(SERVICES)

    @pytest.mark.parametrize("requested", ["0", "10", "-1", "many", "1.5"])
    def test_an_impossible_number_is_refused(self, requested: str) -> None:
        with pytest.raises(StepError, match=f"REPLICAS={requested} is not possible"):
            choose_names_with({}, requested)

    def test_replicas_share_the_connections_of_their_service(self) -> None:
        sizes = [services.compute_database_pool(count) for count in range(1, services.MAX_REPLICAS + 1)]
        assert sizes[:3] == [10, 10, 6]
        assert all(2 <= size <= 10 for size in sizes)


class TestAddresses:
    def test_each_service_has_the_addresses_of_all_its_replicas(self) -> None:
        names = [*choose_names_with({}), "web", "gateway"]
        ports = {name: 10_000 + number for number, name in enumerate(names)}
        addresses = services.list_addresses(ports)
        assert addresses["NOTIFICATIONS_URL"] == ",".join(
            f"http://127.0.0.1:{ports[name]}" for name in ("notifications-1", "notifications-2")
        )
        assert addresses["AUTH_URL"] == f"http://127.0.0.1:{ports['auth']}"
        assert addresses["WEB_URL"] == f"http://127.0.0.1:{ports['web']}"


class TestSeedAnswer:
    @pytest.mark.parametrize(
        ("output", "answer"),
        [
            ('{"email": "a@example.com", "created": true}\n', {"email": "a@example.com", "created": True}),
            ("seeded\n", {}),
            ("", {}),
            ("[1]\n", {}),
        ],
    )
    def test_only_a_json_object_counts(self, output: str, answer: dict[str, object]) -> None:
        assert parse_last_line(output) == answer
