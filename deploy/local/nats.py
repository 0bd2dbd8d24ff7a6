"""NATS with JetStream on 127.0.0.1: the streams survive restarts in var/nats."""

import json
import os

from deploy.local import paths
from deploy.local.credentials import secret
from deploy.local.parts import Part
from deploy.local.probes import http_answers
from deploy.local.programs import caller_environment

CONFIGURATION = paths.RUN / "nats.conf"
STORE = paths.VAR / "nats"
OPERATOR = "operator"
USERS = (OPERATOR, *paths.SERVICES)
PERMISSIONS = paths.ROOT / "deploy" / "nats" / "users.conf"


def url(port: int, user: str = OPERATOR) -> str:
    """The address with the credentials of a service, or of the operator, who may do everything."""
    return f"nats://{user}:{secret(f'nats_{user}')}@127.0.0.1:{port}"


def configuration(port: int, monitor_port: int) -> str:
    """The server's own format; JSON strings are valid in it, so any path is quoted safely."""
    return "\n".join(
        (
            'server_name: "meridian-local"',
            f'listen: "127.0.0.1:{port}"',
            f'http: "127.0.0.1:{monitor_port}"',
            f"jetstream {{ store_dir: {json.dumps(str(STORE))}, sync_interval: always, "
            "max_file_store: 8G, max_memory_store: 256M }",
            f"include {json.dumps(os.path.relpath(PERMISSIONS, CONFIGURATION.parent))}",
            "",
        )
    )


def passwords() -> dict[str, str]:
    """The variables that users.conf reads; in quotes, since NATS would read a value like 12e4 as a number."""
    return {f"NATS_{user.upper()}_PASSWORD": f'"{secret(f"nats_{user}")}"' for user in USERS}


def part(port: int, monitor_port: int) -> Part:
    text = configuration(port, monitor_port)
    return Part(
        name="nats",
        command=(str(paths.VENV_BIN / "nats-server"), "-c", str(CONFIGURATION)),
        environment=caller_environment() | passwords(),
        files=((CONFIGURATION, text),),
        inputs=(PERMISSIONS.read_text(),),
        # With its password, so that the line can be pasted into a client; `make status` speaks to the owner only.
        address=url(port),
        ready=http_answers(f"http://127.0.0.1:{monitor_port}/healthz?js-enabled-only=true"),
        infrastructure=True,
    )
