"""The services: how many of each, the settings of each, and the changes that restart it."""

import os
from collections.abc import Mapping
from functools import cache

import yaml

from deploy.local import nats, observability, paths, postgres
from deploy.local.console import Failed
from deploy.local.parts import fill_template
from deploy.local.ports import numbered, of_kind, public_url
from deploy.local.programs import caller_environment, output_of
from deploy.local.state import digest_of, secret, write_private

# Two replicas run locally too, so that no code can assume that it is the only one.
DEFAULT_REPLICAS = {"notifications": 2}
MAX_REPLICAS = 9
# The server takes 200 connections; a pool may open twice its size for a moment.
CONNECTIONS_OF_A_SERVICE = 20
# Those of `templates/settings.yaml` are compared as they are there.
COMMON_SETTINGS = {
    *("MAIL_FROM", "LOG_LEVEL", "TRACE_SAMPLE", "EVENT_RETRY_SECONDS", "TZ"),
    *("HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "SSL_CERT_FILE"),
}


def requested_count(kind: str, remembered: Mapping[str, int], default: int = 1) -> int:
    """As many of a kind as REPLICAS says, by default as many as there were. Raises Failed."""
    requested = os.environ.get("REPLICAS")
    if requested and not (requested.isdecimal() and 1 <= int(requested) <= MAX_REPLICAS):
        raise Failed(f"REPLICAS={requested} cannot be; use a number from 1 to {MAX_REPLICAS}")
    return int(requested or len(of_kind(kind, remembered)) or default)


def requested_replicas(remembered: Mapping[str, int]) -> list[str]:
    """The names of all that shall run, of each service."""
    counts = {name: requested_count(name, remembered, DEFAULT_REPLICAS.get(name, 1)) for name in paths.SERVICES}
    return [replica for name, count in counts.items() for replica in numbered(name, count)]


def front_names(name: str, remembered: Mapping[str, int]) -> list[str]:
    """The web servers or gateways: `web`, and with REPLICAS=3 `web-2` and `web-3`."""
    return [name, *(f"{name}-{n}" for n in range(2, requested_count(name, remembered) + 1))]


def addresses(ports: Mapping[str, int]) -> dict[str, str]:
    """Where all replicas of each service listen, as the gateway's files and the services' own calls read it."""
    found = {}
    for kind in (*paths.SERVICES, "web", "gateway"):
        # All gateways share one port.
        if urls := dict.fromkeys(f"http://127.0.0.1:{ports[name]}" for name in of_kind(kind, ports)):
            found[f"{kind.upper()}_URL"] = ",".join(urls)
    return found


def settings(service: str, ports: Mapping[str, int], version: str) -> dict[str, str]:
    """A service's settings, for migrations and seeds too: those of the stack, and defaults the caller may change."""
    (paths.DATA / service).mkdir(parents=True, exist_ok=True)
    text = fill_template(
        "settings.yaml",
        service=service,
        ports=ports,
        version=version,
        public_url=public_url(ports),
        addresses=addresses(ports),
        pool=database_pool(len(of_kind(service, ports))),
        identity_root=identity_root(),
        postgres=postgres,
        nats=nats,
        observability=observability,
    )
    found: dict[str, str] = yaml.load(text, yaml.BaseLoader)  # noqa: S506
    return found


def database_pool(replicas: int) -> int:
    """The size of one replica's pool: more of them share the connections of a service."""
    return max(2, min(10, CONNECTIONS_OF_A_SERVICE // max(1, replicas)))


def identity_root() -> str:
    """The public half of auth's root key, computed once: every service trusts the signing keys it has signed."""
    file = paths.SECRETS / "identity_root"
    if not file.exists():
        environment = caller_environment() | {"SECRET_KEY": secret("key_auth")}
        write_private(file, output_of("auth.root_key", paths.PYTHON, "-m", "auth.root_key", env=environment))
    return file.read_text().strip()


def variables_of(environment: Mapping[str, str], service: str) -> list[str]:
    """The caller's variables that this service reads; another one's change leaves it running."""
    prefixes = (f"{service.upper()}_", "OTEL_")
    return sorted(
        f"{name}={value}"
        for name, value in environment.items()
        if name.startswith(prefixes) or name.upper() in COMMON_SETTINGS
    )


@cache
def source_digest(service: str) -> str:
    return digest_of(paths.SERVICES_FOLDER / name / "src" for name in (*paths.LIBRARIES, service))
