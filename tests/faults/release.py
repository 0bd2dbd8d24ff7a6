"""Installs another release on the local stack, one replica at a time, for the fault `upgrade`.

    VERSION=HEAD~1 .venv/bin/python -m tests.faults.release

VERSION is a tag, a commit or a folder. The order follows docs/runbooks/deploy.md: tables, pages, services, gateway.
Installing the previous release rolls back. A server is upgraded by Compose or Kubernetes, never by this program.
"""

import os
import shutil
import sys
from pathlib import Path

from deploy.local import commands, gateway, paths, ports, single_parts, supervisor, system
from deploy.local.bootstrap import install_python
from deploy.local.build_web import build_web, remove_old_versions
from deploy.local.console import StepError, print_line, step
from deploy.local.parts import Part
from deploy.local.programs import get_caller_environment, read_output, run_in_terminal
from deploy.local.state import lock_state_folder


def deploy() -> int:
    """Check out the release into a folder of its own, then run this program again with that folder as RELEASE_DIR."""
    supervisor.read_running_ports()
    if os.environ.get("RELEASE_DIR"):
        return deploy_release()
    version = os.environ.get("VERSION", "").strip()
    if not version:
        raise StepError("VERSION names a tag, a commit or a folder")
    folder = Path(version).resolve() if Path(version).is_dir() else check_out(version)
    environment = get_caller_environment() | {"RELEASE_DIR": str(folder)}
    return run_in_terminal(sys.executable, "-m", "tests.faults.release", folder=paths.CHECKOUT, environment=environment)


def check_out(version: str) -> Path:
    """Check out a tag or commit below var/releases. Raises StepError if there is no such commit."""
    error_text = f"VERSION={version} is neither a folder nor a commit of this repository"
    arguments = ("-C", paths.CHECKOUT, "rev-parse", "--verify", f"{version}^{{commit}}")
    commit = read_output(error_text, "git", *arguments).strip()
    folder = paths.RELEASES / commit[:12]
    if not folder.exists():
        draft = paths.RELEASES / "new"
        shutil.rmtree(draft, ignore_errors=True)
        read_output("git clone", "git", "clone", "--quiet", "--shared", "--no-checkout", paths.CHECKOUT, draft)
        read_output("git checkout", "git", "-C", draft, "checkout", "--quiet", "--detach", commit)
        draft.rename(folder)
    return folder


def deploy_release() -> int:
    """Replace the running release by the one in RELEASE_DIR."""
    install_python()
    with lock_state_folder():
        recorded_ports = ports.read_record()
        version = build_web()
        parts = system.build_parts(recorded_ports, version)
        system.reload_nats(parts)
        commands.declare_streams(recorded_ports)
        commands.migrate_all(recorded_ports)
        system.publish_pages(recorded_ports, version)
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
    """Restart the part if its definition has changed. Its other replicas serve meanwhile."""
    if part.is_stale():
        single_parts.restart_replica(part, with_new_definition=True)


if __name__ == "__main__":
    sys.exit(deploy())
