"""`make deploy VERSION=<tag, commit or folder>`: another release, replica by replica, without a lost request.

The order is that of docs/runbooks/deploy.md: tables, pages, services, gateway. Going back is a deploy of the
release before.
"""

import os
import shutil
import sys
from pathlib import Path

from deploy.local import databases, gateway, nats, paths, ports, services, single_parts, supervisor, system
from deploy.local.bootstrap import install_python
from deploy.local.build_web import build_web, publish, remove_old_versions
from deploy.local.console import Failed, print_line, step
from deploy.local.parts import Part, write_private
from deploy.local.programs import caller_environment, exit_code, output_of


def deploy() -> int:
    """Bring the release into a folder of its own, and go on with its services and pages."""
    supervisor.running_ports()
    version = os.environ.get("VERSION", "").strip()
    if not version:
        raise Failed("VERSION names a tag, a commit or a folder: make deploy VERSION=HEAD")
    folder = Path(version).resolve() if Path(version).is_dir() else export(version)
    environment = caller_environment() | {"RELEASE_DIR": str(folder)}
    command = (sys.executable, "-m", "deploy.local", "deploy-release")
    return exit_code(*command, folder=paths.CHECKOUT, environment=environment)


def export(version: str) -> Path:
    """The files of a commit, below var/releases."""
    git = ("git", "-C", paths.CHECKOUT)
    wrong = f"VERSION={version} is neither a folder nor a commit of this repository"
    commit = output_of(wrong, *git, "rev-parse", "--verify", f"{version}^{{commit}}").strip()
    folder = paths.RELEASES / commit[:12]
    if not folder.exists():
        draft, archive = paths.RELEASES / "new", paths.RELEASES / "new.tar"
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(parents=True)
        output_of("git archive", *git, "archive", f"--output={archive}", commit)
        output_of("tar", "tar", "-x", "-C", draft, "-f", archive)
        archive.unlink()
        draft.rename(folder)
    return folder


def deploy_release() -> None:
    """Run by `deploy` with RELEASE_DIR."""
    with system.exclusive_lock():
        known = ports.read_record()
        install_python()
        version = build_web()
        reload_permissions(known)
        databases.migrate_all(known)
        publish(version, ports.public_url(known))
    webs = [part for part in system.applications(known, version) if part.kind == "web"]
    gateway.check_pages(webs[0])
    with step(f"pages, services and gateway of {paths.ROOT}"):
        roll([*webs, *services.parts(known, version)])
        gateway.publish_routes()
        roll([gateway.traefik(name, known) for name in gateway.names_of(known)])
    remove_old_versions(version)
    print_line(f"deployed: {paths.ROOT}")


def reload_permissions(known: dict[str, int]) -> None:
    """NATS reads what the release's services may do, without a restart."""
    for part in nats.parts(known):
        for file, text in part.files:
            write_private(file, text)
        supervisor.call("signalProcess", part.name, "HUP")


def roll(parts: list[Part]) -> None:
    """Each part with its new definition, if that differs, while its other replicas serve."""
    for part in parts:
        if part.started_fingerprint() != part.fingerprint:
            single_parts.restart_replica(part, renewed=True)
