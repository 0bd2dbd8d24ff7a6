"""The caller chooses the gateway's port. The other ports are free ports that are remembered."""

import socket

import pytest

from deploy.local import ports
from deploy.local.console import StepError


class TestRequestedGateway:
    def test_default_port_of_the_gateway_is_8080(self) -> None:
        assert ports.parse_gateway_port(None, {}) == 8080
        assert ports.parse_gateway_port("", {}) == 8080

    def test_number_of_a_port_is_accepted(self) -> None:
        assert ports.parse_gateway_port("9090", {}) == 9090

    def test_port_of_the_last_start_is_kept(self) -> None:
        """`make up PORT=9090`, and later `make restore` or `make up` without it, must not move the site."""
        assert ports.parse_gateway_port(None, {"gateway": 9090}) == 9090
        assert ports.parse_gateway_port("8080", {"gateway": 9090}) == 8080

    @pytest.mark.parametrize("text", ["0", "65536", "-1", "http", "80 80"])
    def test_text_that_is_not_a_port_is_refused_with_an_example(self, text: str) -> None:
        with pytest.raises(StepError, match="PORT=9090"):
            ports.parse_gateway_port(text, {})


class TestIsFree:
    def test_a_listened_port_is_not_free(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            taken_port = server.getsockname()[1]
            assert not ports.is_free(taken_port)
        assert ports.is_free(taken_port)

    def test_taken_gateway_port_is_reported(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            taken_port = server.getsockname()[1]
            with pytest.raises(StepError, match=f"Port {taken_port} is taken"):
                ports.check_gateway(taken_port)


class TestChoose:
    def test_remembered_free_ports_are_kept(self) -> None:
        assert ports.choose(["nats"], {"nats": 12345}, [], is_available=lambda _: True) == {"nats": 12345}

    def test_port_of_a_running_part_is_kept(self) -> None:
        assert ports.choose(["nats"], {"nats": 12345}, ["nats"], is_available=lambda _: False) == {"nats": 12345}

    def test_taken_port_is_replaced(self) -> None:
        numbers = ports.choose(["nats"], {"nats": 12345}, [], is_available=lambda port: port != 12345)
        assert numbers["nats"] != 12345
        assert numbers["nats"] in ports.PORT_RANGE

    def test_no_two_parts_share_a_port(self) -> None:
        names = [f"part-{number}" for number in range(40)]
        numbers = ports.choose(names, {"part-0": 11111, "part-1": 11111}, [], is_available=lambda _: True)
        assert len(set(numbers.values())) == len(names)

    def test_missing_free_port_is_reported(self) -> None:
        with pytest.raises(StepError, match="no free port"):
            ports.choose(["nats"], {}, [], is_available=lambda _: False)
