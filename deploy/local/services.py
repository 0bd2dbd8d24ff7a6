"""Number of replicas and settings of each service, and the changes that restart it."""

import os
from collections.abc import Mapping
from functools import cache

import yaml

from deploy.local import nats, observability, paths, postgres
from deploy.local.console import StepError
from deploy.local.parts import fill_template
from deploy.local.ports import get_public_url, list_replica_names, list_replicas
from deploy.local.programs import get_caller_environment, read_output
from deploy.local.state import compute_digest, get_secret, write_private

# Two replicas run locally too, so that code which assumes a single replica fails early.
DEFAULT_REPLICAS = {"notifications": 2}
MAX_REPLICAS = 9
# PostgreSQL accepts 200 connections for five services, and a pool may briefly open twice its size.
CONNECTIONS_OF_A_SERVICE = 20
MIN_DATABASE_POOL = 2
MAX_DATABASE_POOL = 10
# Variables of the caller that every service reads besides the settings of `templates/settings.yaml`.
COMMON_SETTINGS = {
    "MAIL_FROM",
    "LOG_LEVEL",
    "TRACE_SAMPLE",
    "EVENT_RETRY_SECONDS",
    "TZ",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "NO_PROXY",
    "SSL_CERT_FILE",
}
# Other prefixes of settings, by the service that reads them.
OTHER_PREFIXES = {"notifications": ("TELEGRAM_",)}


def read_requested_count(kind: str, remembered_ports: Mapping[str, int], default: int = 1) -> int:
    """Return the number of replicas in REPLICAS. Without it the number stays, or is `default` at the first start.

    Raises StepError for a wrong number.
    """
    requested_count = os.environ.get("REPLICAS")
    if requested_count and not (requested_count.isdecimal() and 1 <= int(requested_count) <= MAX_REPLICAS):
        raise StepError(f"REPLICAS={requested_count} is not possible; use a number from 1 to {MAX_REPLICAS}")
    return int(requested_count or len(list_replicas(kind, remembered_ports)) or default)


def list_requested_replicas(remembered_ports: Mapping[str, int]) -> list[str]:
    """Return the names of all replicas of all services that must run."""
    counts = {
        name: read_requested_count(name, remembered_ports, DEFAULT_REPLICAS.get(name, 1)) for name in paths.SERVICES
    }
    return [replica for name, count in counts.items() for replica in list_replica_names(name, count)]


def list_front_names(name: str, remembered_ports: Mapping[str, int]) -> list[str]:
    """Return the names of the web servers or gateways. With REPLICAS=3 they are `web`, `web-2` and `web-3`."""
    count = read_requested_count(name, remembered_ports)
    return [name, *(f"{name}-{number}" for number in range(2, count + 1))]


def list_addresses(ports: Mapping[str, int]) -> dict[str, str]:
    """Return settings like CONTENT_URL with the addresses of all replicas, for the gateway and the services."""
    addresses_by_setting = {}
    for kind in (*paths.SERVICES, "web", "gateway"):
        # All gateways share one port.
        if urls := dict.fromkeys(f"http://127.0.0.1:{ports[name]}" for name in list_replicas(kind, ports)):
            addresses_by_setting[f"{kind.upper()}_URL"] = ",".join(urls)
    return addresses_by_setting


def build_settings(service: str, ports: Mapping[str, int], version: str) -> dict[str, str]:
    """Return the environment variables of a service, its migrations and its seed.

    `templates/settings.yaml` defines them.
    """
    (paths.DATA / service).mkdir(parents=True, exist_ok=True)
    text = fill_template(
        "settings.yaml",
        service=service,
        ports=ports,
        version=version,
        public_url=get_public_url(ports),
        addresses=list_addresses(ports),
        pool=compute_database_pool(len(list_replicas(service, ports))),
        identity_root=read_identity_root(),
        postgres=postgres,
        nats=nats,
        observability=observability,
    )
    environment: dict[str, str] = yaml.load(text, yaml.BaseLoader)  # noqa: S506
    return environment


def compute_database_pool(replicas: int) -> int:
    """Return the size of one replica's connection pool. All replicas share the connections of their service."""
    share = CONNECTIONS_OF_A_SERVICE // max(1, replicas)
    return max(MIN_DATABASE_POOL, min(MAX_DATABASE_POOL, share))


def read_identity_root() -> str:
    """Return the public half of auth's root key, computed once.

    Services trust the signing keys that this key has signed.
    """
    file = paths.SECRETS / "identity_root"
    if not file.exists():
        environment = get_caller_environment() | {"SECRET_KEY": get_secret("key_auth")}
        write_private(file, read_output("auth.root_key", paths.PYTHON, "-m", "auth.root_key", env=environment))
    return file.read_text().strip()


def list_variables(environment: Mapping[str, str], service: str) -> list[str]:
    """Return the variables of the caller that this service reads, as NAME=value.

    A change of another variable does not restart the service.
    The common settings have upper-case names here, and programs also read the proxy settings in lower case.
    """
    prefixes = (f"{service.upper()}_", "OTEL_", *OTHER_PREFIXES.get(service, ()))
    return sorted(
        f"{name}={value}"
        for name, value in environment.items()
        if name.startswith(prefixes) or name.upper() in COMMON_SETTINGS
    )


@cache
def compute_source_digest(service: str) -> str:
    """Return the digest of the sources of a service and of all libraries."""
    return compute_digest(paths.SERVICES_FOLDER / name / "src" for name in (*paths.LIBRARIES, service))
