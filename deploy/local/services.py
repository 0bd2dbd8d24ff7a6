"""The five services as parts: the settings of each, and the changes that restart it."""

import hashlib
import os
from collections.abc import Mapping

from deploy.local import nats, observability, paths, policy, postgres
from deploy.local.build_web import pages
from deploy.local.console import Failed
from deploy.local.credentials import secret
from deploy.local.parts import Part, write_private
from deploy.local.ports import kind_of, numbered, of_kind, public_url
from deploy.local.probes import http_answers
from deploy.local.programs import caller_environment, output_of
from deploy.local.stamps import digest_of

# Two replicas run locally too, so that no code can assume that it is the only one.
DEFAULT_REPLICAS = {"notifications": 2}
MAX_REPLICAS = 9
# The server takes 200 connections; a pool may open twice its size for a moment.
CONNECTIONS_OF_A_SERVICE = 20
CANARY_SERVICES = ("auth", "status")
COMMON_SETTINGS = (
    "ENVIRONMENT", "PUBLIC_URL", "SMTP_URL", "MAIL_FROM", "LOG_LEVEL", "TRUSTED_PROXIES", "TRACE_SAMPLE",
    "DATABASE_POOL", "DRAIN_SECONDS", "EVENT_RETRY_SECONDS", "TZ", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY",
    "SSL_CERT_FILE",
)  # fmt: skip


LOOPBACK = "127.0.0.1/32,::1/128"


def requested_replicas(remembered: Mapping[str, int]) -> list[str]:
    """As many of each service as REPLICAS says, by default as many as there were."""
    requested = os.environ.get("REPLICAS")
    if requested and not (requested.isdecimal() and 1 <= int(requested) <= MAX_REPLICAS):
        raise Failed(f"REPLICAS={requested} cannot be; use a number from 1 to {MAX_REPLICAS}")
    found: list[str] = []
    for service in paths.SERVICES:
        before = len(of_kind(service, remembered))
        found += numbered(service, int(requested or before or DEFAULT_REPLICAS.get(service, 1)))
    return found


def front_names(name: str, remembered: Mapping[str, int]) -> list[str]:
    """The web servers or gateways: `web`, and with REPLICAS=3 `web-2` and `web-3`."""
    count = int(os.environ.get("REPLICAS") or len(of_kind(name, remembered)) or 1)
    return [name, *(f"{name}-{n}" for n in range(2, count + 1))]


def addresses(ports: Mapping[str, int]) -> dict[str, str]:
    """Where all replicas of each service listen, as the gateway's files and the services' own calls read it."""
    found: dict[str, str] = {}
    for service in paths.SERVICES:
        if urls := [f"http://127.0.0.1:{ports[name]}" for name in of_kind(service, ports)]:
            found[f"{service.upper()}_URL"] = ",".join(urls)
    found["WEB_URL"] = ",".join(f"http://127.0.0.1:{port}" for name, port in ports.items() if kind_of(name) == "web")
    found["GATEWAY_URL"] = f"http://127.0.0.1:{ports['gateway']}"
    return found


def settings(service: str, ports: Mapping[str, int], version: str) -> dict[str, str]:
    """A service's settings, for migrations and seeds too: those of the stack, and defaults the caller may change."""
    data = paths.DATA / service
    data.mkdir(parents=True, exist_ok=True)
    defaults = {
        "ENVIRONMENT": "local",
        "PUBLIC_URL": public_url(ports),
        "SMTP_URL": f"smtp://127.0.0.1:{ports['mail']}",
        "IDENTITY_ROOT_KEYS": identity_root(),
        # The gateway looks every second.
        "DRAIN_SECONDS": "3",
        "DATABASE_POOL": str(database_pool(len(of_kind(service, ports)))),
    }
    decided = {
        "DATABASE_URL": postgres.database_url(service, ports["postgres"]),
        "NATS_URL": nats.url(ports, service),
        "NATS_REPLICAS": str(nats.copies(ports)),
        "SECRET_KEY": secret(f"key_{service}"),
        "DATA_DIR": str(data),
        "WEB_ROOT": str(pages(version)),
        "APP_VERSION": version,
        "PYTHONUNBUFFERED": "1",
    }
    if service == "content":
        decided |= policy.widget_origins()
    # The gateway runs on this machine; further proxies are in front of it.
    proxies = [LOOPBACK, *filter(None, [os.environ.get("TRUSTED_PROXIES")])]
    decided["TRUSTED_PROXIES"] = ",".join(proxies)
    if service in CANARY_SERVICES:
        defaults |= canary()
    chosen = {name: os.environ.get(name) or value for name, value in defaults.items()}
    return addresses(ports) | chosen | decided | observability.environment(ports)


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


def canary() -> dict[str, str]:
    """The account of the login probe: auth makes it, the status service signs in with it."""
    return {"STATUS_CANARY_EMAIL": "canary@example.com", "STATUS_CANARY_PASSWORD": secret("canary")}


def variables_of(environment: Mapping[str, str], service: str) -> list[str]:
    """The caller's variables that this service reads; another one's change leaves it running."""
    prefixes = (f"{service.upper()}_", "OTEL_")
    return sorted(
        f"{name}={value}"
        for name, value in environment.items()
        if name.startswith(prefixes) or name.upper() in COMMON_SETTINGS
    )


def source_digest(service: str) -> str:
    folders = [paths.SERVICES_FOLDER / name / "src" for name in (*paths.LIBRARIES, service)]
    return digest_of(folders)


def part(name: str, ports: Mapping[str, int], version: str) -> Part:
    service, port = kind_of(name), ports[name]
    own = settings(service, ports, version) | {"SERVICE_PORT": str(port), "SERVICE_HOST": "127.0.0.1"}
    environment = caller_environment() | own
    read = variables_of(environment, service) + [f"{name}={value}" for name, value in sorted(own.items())]
    return Part(
        name=name,
        command=(str(paths.PYTHON), "-m", "chassis.serve", service),
        environment=environment,
        # A digest: the definition on disk need not repeat secrets in its fingerprint's source.
        inputs=(hashlib.sha256("\n".join(read).encode()).hexdigest(), source_digest(service)),
        address=f"http://127.0.0.1:{port}",
        ready=http_answers(f"http://127.0.0.1:{port}/readyz"),
    )


def parts(ports: Mapping[str, int], version: str) -> list[Part]:
    """A service that has just been written gets a port, and so a part, at the next start."""
    return [part(name, ports, version) for service in paths.SERVICES for name in of_kind(service, ports)]
