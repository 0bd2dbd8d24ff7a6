"""deploy/compose/nats-cluster.yml adds three nodes, which differ only in their names."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from contracts import services

from deploy.compose.make_secrets import SECRET_NAMES, list_files
from tests.compose import files

ROOT = Path(__file__).resolve().parents[2]
OVERLAY = yaml.safe_load((ROOT / "deploy" / "compose" / "nats-cluster.yml").read_text())
SERVICES = OVERLAY["services"]
BASE = files.SERVICES
NODES = ("nats", "nats-2", "nats-3")
# Without quotes, NATS would read these passwords as numbers.
PASSWORD = "12e4" * 16
ROUTE_PASSWORD = "34e5" * 16
PROGRAM = Path(sys.executable).with_name("nats-server")


@pytest.mark.parametrize("container", [BASE["nats"], *(SERVICES[node] for node in NODES)])
def test_nats_starts_with_the_generated_configuration(container: dict[str, Any], tmp_path: Path) -> None:
    """The scripts of the container run with paths of this checkout, and the server checks the result."""
    root = tmp_path / "root"
    for folder in ("etc/nats", "secrets", "tmp"):
        (root / folder).mkdir(parents=True)
    secret_values = dict.fromkeys(SECRET_NAMES, PASSWORD) | {"NATS_ROUTE_PASSWORD": ROUTE_PASSWORD}
    for name, text in list_files(secret_values, "")["nats"].items():
        (root / "secrets" / name).write_text(text)
    for file in (ROOT / "deploy" / "nats").iterdir():
        if file.is_file():
            (root / "etc" / "nats" / file.name).write_text(
                move_folders(file.read_text(), root).replace('"/data"', f'"{root}/data"')
            )
    assert container.get("entrypoint", BASE["nats"]["entrypoint"]) == ["/bin/sh", "/etc/nats/start.sh"]
    script = root / "etc" / "nats" / "start.sh"
    script.write_text(script.read_text().replace("exec nats-server", f"exec {PROGRAM}"))
    environment = os.environ | container.get("environment", {}) | {"WATCH_SECONDS": "60"}
    # -t: the server only checks its configuration. The watching loop keeps running and is ended with its process group.
    with (tmp_path / "output").open("w") as output:
        process = subprocess.Popen(
            ["sh", str(script), "-t"], env=environment, stdout=output, stderr=output, start_new_session=True
        )
        code = process.wait(timeout=120)
        os.killpg(process.pid, signal.SIGKILL)
    assert code == 0, (tmp_path / "output").read_text()
    if node := environment.get("NODE"):
        configuration = (root / "tmp" / "nats" / "server.conf").read_text()
        assert f'server_name: "{node}"' in configuration
        for host in NODES:
            assert f'"nats://route:{ROUTE_PASSWORD}@{host}:6222"' in configuration
        assert PASSWORD not in configuration


def move_folders(script: str, root: Path) -> str:
    """Return the script of the container with its folders below `root`."""
    return re.sub(r"(?<=[ \"])/(tmp|etc|secrets)(?=/)", rf"{root}/\1", script)


@pytest.mark.parametrize("has_generated_configuration", [True, False])
def test_reload_writes_the_passwords_first(has_generated_configuration: bool, tmp_path: Path) -> None:
    """Without /tmp/nats the server was started by an earlier release and reads /etc/nats directly."""
    (tmp_path / "etc" / "nats").mkdir(parents=True)
    if has_generated_configuration:
        (tmp_path / "tmp" / "nats").mkdir(parents=True)
    (tmp_path / "etc" / "nats" / "configure.sh").write_text("echo written")
    script = move_folders((ROOT / "deploy" / "nats" / "reload.sh").read_text(), tmp_path).replace(
        "kill -HUP 1", "echo HUP"
    )
    completed = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=True)
    assert completed.stdout.split() == ["written"] * has_generated_configuration + ["HUP"]


def test_nodes_have_the_same_definition_as_a_single_node() -> None:
    own_keys = {"environment", "volumes", "depends_on"}
    # Compose merges `nats` of this file with `nats` of the base, and refuses a list entry that is in both.
    assert not [
        key for key, value in SERVICES["nats"].items() if isinstance(value, list) and value == BASE["nats"].get(key)
    ]
    definitions = [BASE["nats"] | SERVICES["nats"], SERVICES["nats-2"], SERVICES["nats-3"]]
    first_definition, *other_definitions = (
        {key: value for key, value in definition.items() if key not in own_keys} for definition in definitions
    )
    assert other_definitions == [first_definition, first_definition]
    kept_keys = {"image", "restart", "read_only", "cap_drop", "security_opt", "pids_limit", "logging", "entrypoint"}
    assert {key: first_definition[key] for key in kept_keys} == {key: BASE["nats"][key] for key in kept_keys}
    assert (first_definition["networks"], first_definition["healthcheck"]) == (
        BASE["nats"]["networks"],
        BASE["nats"]["healthcheck"],
    )
    assert len({SERVICES[node]["environment"]["NODE"] for node in NODES}) == 3
    # None has the volume of a single node, whose streams a cluster would delete.
    stores = [volume.split(":")[0] for node in NODES for volume in SERVICES[node]["volumes"] if ":/data" in volume]
    assert sorted(stores) == sorted(OVERLAY["volumes"])
    assert len(set(stores)) == 3
    assert "nats" not in stores


def test_services_know_all_nodes_and_store_three_replicas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NATS_HOSTS", SERVICES["secrets"]["environment"]["NATS_HOSTS"])
    files = list_files(dict.fromkeys(SECRET_NAMES, "x"), "")
    for name in services.SERVICES:
        assert files[name]["NATS_URL"] == ",".join(f"nats://{name}:x@{node}:4222" for node in NODES)
    consumers = {name for name, service in BASE.items() if "nats" in service.get("depends_on", {})} - {"events-dlq"}
    assert {name for name in consumers if SERVICES.get(name, {}).get("environment") != {"NATS_REPLICAS": "3"}} == set()
