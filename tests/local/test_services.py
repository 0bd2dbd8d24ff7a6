"""What restarts a service, and the settings it gets."""

import pytest

from deploy.local import services
from deploy.local.databases import answer_of


class TestRelevant:
    def test_a_service_answers_to_its_own_and_to_common_settings(self) -> None:
        environment = {"AUTH_CODE_TTL_SECONDS": "5", "LOG_LEVEL": "DEBUG", "CONTENT_X": "1", "TERM": "xterm"}
        assert services.variables_of(environment, "auth") == ["AUTH_CODE_TTL_SECONDS=5", "LOG_LEVEL=DEBUG"]

    def test_notifications_run_twice(self) -> None:
        names = [replica.name for replica in services.replicas() if replica.service == "notifications"]
        assert names == ["notifications-1", "notifications-2"]


class TestAddresses:
    def test_each_service_and_each_replica_has_one(self) -> None:
        names = [replica.name for replica in services.replicas()] + ["web", "gateway"]
        found = services.addresses({name: 10_000 + number for number, name in enumerate(names)})
        assert found["NOTIFICATIONS_URL"] == found["NOTIFICATIONS_URL_1"]
        assert found["NOTIFICATIONS_URL_1"] != found["NOTIFICATIONS_URL_2"]
        assert found["WEB_URL"].startswith("http://127.0.0.1:")


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
        assert answer_of(output) == answer
