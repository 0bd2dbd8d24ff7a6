"""All parts of the system, built from the recorded ports. `make up` and `make status` use the same list."""

import json
import os
import re
from collections.abc import Mapping

import yaml

from deploy.local import nats, observability, ports, postgres, services, supervisor
from deploy.local.build_web import publish, read_served_version
from deploy.local.console import StepError
from deploy.local.parts import Part, fill_template
from deploy.local.programs import get_caller_environment, read_output
from gateway.render import render

# The services need these parts, so they start first and stop last.
INFRASTRUCTURE = ("postgres", "nats", "mail")


def decide_ports() -> dict[str, int]:
    """Choose a port for every part and record them. Running parts keep their ports. Raises StepError.

    If no supervisor runs, processes that outlived an earlier one are stopped first, since they still hold ports.
    """
    remembered_ports = ports.read_record()
    gateway_port = ports.parse_gateway_port(os.environ.get("PORT"), remembered_ports)

    running_pids = supervisor.read_pids()
    if not running_pids:
        supervisor.stop_orphans()

    is_used_by_gateway = "gateway" in running_pids and remembered_ports.get("gateway") == gateway_port
    if not is_used_by_gateway:
        ports.check_gateway(gateway_port)

    gateways = services.list_front_names("gateway", remembered_ports)

    names = [
        "postgres",
        "mail",
        *nats.list_port_names(nats.list_requested_nodes(remembered_ports)),
        *observability.PORTS,
    ]
    names += [f"{name}-ops" for name in gateways] + services.list_front_names("web", remembered_ports)
    names += services.list_requested_replicas(remembered_ports)

    names_in_use = [name for name in remembered_ports if re.sub("-(monitor|route|ops)$", "", name) in running_pids]
    chosen_ports = ports.choose(names, remembered_ports, names_in_use) | dict.fromkeys(gateways, gateway_port)
    ports.RECORD.write_text(json.dumps(chosen_ports, indent=2) + "\n")
    return chosen_ports


def build_parts(ports_of_parts: Mapping[str, int], version: str) -> list[Part]:
    """Return all parts that `templates/parts.yaml` defines, with these ports and the pages of this version."""
    text = fill_template(
        "parts.yaml",
        ports=ports_of_parts,
        version=version,
        public_url=ports.get_public_url(ports_of_parts),
        env=os.environ,
        postgres=postgres,
        nats=nats,
        services=services,
        observability=observability,
        traefik=render,
    )
    return [Part(name=name, **fields) for name, fields in yaml.load(text, yaml.BaseLoader).items()]  # noqa: S506


def read_remembered_parts() -> list[Part]:
    """Return all parts of the last start. Raises StepError if nothing was ever started."""
    ports_of_parts = ports.read_record()
    if not ports_of_parts:
        raise StepError("Nothing has been started here yet: run make up first.")
    return build_parts(ports_of_parts, read_served_version())


def reload_nats(parts: list[Part]) -> None:
    """Make every NATS node read the permissions of its users again, without a restart."""
    for node in find_parts(parts, "nats"):
        node.write_files()
        supervisor.call("signalProcess", node.name, "HUP")


def find_parts(parts: list[Part], name: str) -> list[Part]:
    """Return the part of this name, or all replicas of this service. Raises StepError if there is none."""
    matching_parts = [part for part in parts if name in (part.name, part.kind)]
    if not matching_parts:
        names = ", ".join(part.name for part in parts)
        problem = f"there is no part {name}" if name else "P=name must say which part"
        raise StepError(f"{problem}; the parts are: {names}")
    return matching_parts


def publish_pages(ports_of_parts: Mapping[str, int], version: str) -> None:
    """Publish the build and check the web server's configuration. Raises StepError if Caddy refuses it.

    `caddy validate` explains what is wrong; `caddy run` would exit without a message.
    """
    publish(version, ports.get_public_url(ports_of_parts))
    web = find_parts(build_parts(ports_of_parts, version), "web")[0]
    web.write_files()
    # The command is `caddy run OPTIONS`.
    caddy, _, *options = web.command
    environment = get_caller_environment() | dict(web.settings)
    read_output("Caddy refuses its configuration", caddy, "validate", *options, cwd=web.folder, env=environment)
