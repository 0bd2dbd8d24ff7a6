"""`make deploy VERSION=<tag, commit or folder>`: another release, replica by replica, without a lost request.

The order is that of docs/runbooks/deploy.md: tables, pages, services, gateway. Going back is a deploy of the
release before.
"""

import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from deploy.local import commands, gateway, paths, ports, single_parts, supervisor, system
from deploy.local.bootstrap import install_python
from deploy.local.build_web import build_web, publish, remove_old_versions
from deploy.local.console import Failed, print_line, step
from deploy.local.parts import Part
from deploy.local.programs import caller_environment, exit_code, output_of
from deploy.local.state import exclusive_lock


def deploy() -> int:
    """Bring the release into a folder of its own, and run again with this as RELEASE_DIR."""
    supervisor.running_ports()
    if os.environ.get("RELEASE_DIR"):
        return deploy_release()
    version = os.environ.get("VERSION", "").strip()
    if not version:
        raise Failed("VERSION names a tag, a commit or a folder: make deploy VERSION=HEAD")
    folder = Path(version).resolve() if Path(version).is_dir() else check_out(version)
    environment = caller_environment() | {"RELEASE_DIR": str(folder)}
    return exit_code(sys.executable, "-m", "deploy.local", "deploy", folder=paths.CHECKOUT, environment=environment)


def check_out(version: str) -> Path:
    """The files of a commit, below var/releases."""
    wrong = f"VERSION={version} is neither a folder nor a commit of this repository"
    words = ("-C", paths.CHECKOUT, "rev-parse", "--verify", f"{version}^{{commit}}")
    commit = output_of(wrong, "git", *words).strip()
    folder = paths.RELEASES / commit[:12]
    if not folder.exists():
        draft = paths.RELEASES / "new"
        shutil.rmtree(draft, ignore_errors=True)
        output_of("git clone", "git", "clone", "--quiet", "--shared", "--no-checkout", paths.CHECKOUT, draft)
        output_of("git checkout", "git", "-C", draft, "checkout", "--quiet", "--detach", commit)
        draft.rename(folder)
    return folder


def deploy_release() -> int:
    """Replace what runs by the release in RELEASE_DIR."""
    install_python()
    with exclusive_lock():
        known = ports.read_record()
        version = build_web()
        parts = system.all_parts(known, version)
        system.reload_nats(parts)
        commands.declare_streams(known)
        commands.migrate_all(known)
        publish_pages(known, version)
    with step(f"pages, services and gateway of {paths.ROOT}"):
        for part in system.find_parts(parts, "web") + [part for part in parts if part.kind in paths.SERVICES]:
            replace(part)
        gateway.publish_routes()
        for part in system.find_parts(parts, "gateway"):
            replace(part)
    remove_old_versions(version)
    print_line(f"deployed: {paths.ROOT}")
    return 0


def replace(part: Part) -> None:
    """Start it with its new definition, if that differs, while its other replicas serve."""
    if part.is_stale():
        single_parts.restart_replica(part, renewed=True)


def publish_pages(known: Mapping[str, int], version: str) -> None:
    """Make a site of the build. `caddy run` exits silently over a wrong one; `validate` says what is wrong."""
    publish(version, ports.public_url(known))
    web = system.find_parts(system.all_parts(known, version), "web")[0]
    web.write_files()
    caddy, _, *options = web.command
    environment = caller_environment() | dict(web.settings)
    output_of("Caddy refuses its configuration", caddy, "validate", *options, cwd=web.folder, env=environment)
