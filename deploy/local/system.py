"""All parts together, from the remembered ports: what `up` starts is what `status` asks about."""

import json
import os
import re
from collections.abc import Mapping

import yaml

from deploy.local import nats, observability, ports, postgres, services, supervisor
from deploy.local.build_web import publish, served_version
from deploy.local.console import Failed
from deploy.local.parts import Part, fill_template
from deploy.local.programs import caller_environment, output_of
from gateway.render import render

# What the services need: started before them, stopped after them.
INFRASTRUCTURE = ("postgres", "nats", "mail")


def decide_ports() -> dict[str, int]:
    """Choose a port for all that shall run; those that our running parts hold stay as they are."""
    gateway_port = ports.parse_gateway_port(os.environ.get("PORT"))
    remembered = ports.read_record()
    running = supervisor.pids()
    if not running:
        supervisor.stop_orphans()
    if not ("gateway" in running and remembered.get("gateway") == gateway_port):
        ports.check_gateway(gateway_port)
    gateways = services.front_names("gateway", remembered)
    names = ["postgres", "mail", *nats.port_names(nats.requested_nodes(remembered)), *observability.PORTS]
    names += [f"{name}-ops" for name in gateways] + services.front_names("web", remembered)
    names += services.requested_replicas(remembered)
    held = [name for name in remembered if re.sub("-(monitor|route|ops)$", "", name) in running]
    known = ports.choose(names, remembered, held) | dict.fromkeys(gateways, gateway_port)
    ports.RECORD.write_text(json.dumps(known, indent=2) + "\n")
    return known


def all_parts(known: Mapping[str, int], version: str) -> list[Part]:
    """Every part by `templates/parts.yaml`: at these ports, serving the pages of this version."""
    text = fill_template(
        "parts.yaml",
        ports=known,
        version=version,
        public_url=ports.public_url(known),
        env=os.environ,
        postgres=postgres,
        nats=nats,
        services=services,
        observability=observability,
        traefik=render,
    )
    return [Part(name=name, **fields) for name, fields in yaml.load(text, yaml.BaseLoader).items()]  # noqa: S506


def remembered_parts() -> list[Part]:
    """Every part as the last start left it; fails plainly where nothing was ever started."""
    known = ports.read_record()
    if not known:
        raise Failed("Nothing has been started here yet: run make up first.")
    return all_parts(known, served_version())


def reload_nats(parts: list[Part]) -> None:
    """Let every node read again what the users of NATS may do, without a restart."""
    for node in find_parts(parts, "nats"):
        node.write_files()
        supervisor.call("signalProcess", node.name, "HUP")


def find_parts(parts: list[Part], name: str) -> list[Part]:
    """The part of this name, or all replicas of a service."""
    found = [part for part in parts if name in (part.name, part.kind)]
    if not found:
        raise Failed(f"there is no part {name or '(say P=name)'}; the parts are: {', '.join(p.name for p in parts)}")
    return found


def publish_pages(known: Mapping[str, int], version: str) -> None:
    """Make a site of the build. `caddy run` exits silently over a wrong one; `validate` says what is wrong."""
    publish(version, ports.public_url(known))
    web = find_parts(all_parts(known, version), "web")[0]
    web.write_files()
    caddy, _, *options = web.command
    environment = caller_environment() | dict(web.settings)
    output_of("Caddy refuses its configuration", caddy, "validate", *options, cwd=web.folder, env=environment)
