"""Number of NATS nodes: the first start decides it, and the configuration follows from it."""

import pytest

from deploy.local import nats
from deploy.local.console import StepError
from deploy.local.ports import list_replica_names

PORTS_OF_THREE_NODES = {
    name: 10_000 + number for number, name in enumerate(nats.list_port_names(list_replica_names("nats", 3)))
}


@pytest.mark.parametrize(
    ("requested", "remembered", "expected"),
    [
        ("", {}, ["nats"]),
        ("3", {}, ["nats-1", "nats-2", "nats-3"]),
        # A later `make up` without NATS_NODES keeps the cluster.
        ("", PORTS_OF_THREE_NODES, ["nats-1", "nats-2", "nats-3"]),
        ("1", {"nats": 4222}, ["nats"]),
    ],
)
def test_first_start_decides_the_number_of_nodes(
    requested: str, remembered: dict[str, int], expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NATS_NODES", requested)
    assert nats.list_requested_nodes(remembered) == expected


@pytest.mark.parametrize(
    ("requested", "remembered"), [("2", {}), ("many", {}), ("3", {"nats": 4222}), ("1", PORTS_OF_THREE_NODES)]
)
def test_changed_number_of_nodes_is_refused(
    requested: str, remembered: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NATS_NODES", requested)
    with pytest.raises(StepError):
        nats.list_requested_nodes(remembered)


def test_node_knows_the_others_and_announces_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nats, "get_secret", lambda name: f"password-of-{name}")
    text = nats.render_configuration("nats-2", PORTS_OF_THREE_NODES)
    for name in ("nats-1-route", "nats-2-route", "nats-3-route"):
        assert f"nats://route:password-of-nats_route@127.0.0.1:{PORTS_OF_THREE_NODES[name]}" in text
    assert "no_advertise: true" in text


def test_a_service_knows_all_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nats, "get_secret", lambda name: f"password-of-{name}")
    assert (
        nats.build_client_urls(PORTS_OF_THREE_NODES, "auth").count("nats://auth:password-of-nats_auth@127.0.0.1:") == 3
    )


@pytest.mark.parametrize(("remembered", "copies"), [(PORTS_OF_THREE_NODES, 3), ({"nats": 4222}, 1)])
def test_a_stream_has_a_copy_on_each_node(remembered: dict[str, int], copies: int) -> None:
    assert nats.count_copies(remembered) == copies
