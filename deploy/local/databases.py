"""Bringing each service's own database to its newest revision, and the demo content into it, once."""

import json
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from deploy.local import paths, services
from deploy.local.console import step
from deploy.local.programs import caller_environment, output_of, run
from deploy.local.stamps import digest_of, is_fresh, mark

# Two at a time: each is mostly Python's imports.
AT_ONCE = 2


def has_seed(service: str) -> bool:
    source = paths.SERVICES_FOLDER / service / "src" / service
    return (source / "seed.py").exists() or (source / "seed" / "__main__.py").exists()


def environment(service: str, ports: Mapping[str, int]) -> dict[str, str]:
    return caller_environment() | services.settings(service, ports, version="set-up")


def migrate(service: str, ports: Mapping[str, int]) -> None:
    """Skipped while the migrations are those that this database already has."""
    folder = paths.SERVICES_FOLDER / service / "migrations"
    stamp = paths.STAMPS / f"migrated-{service}"
    digest = digest_of([folder])
    if is_fresh(stamp, digest):
        return
    with step(f"migrations of {service}"):
        run(
            f"Migrating {service}",
            [paths.PYTHON, "-m", "chassis.migrate", service],
            log=f"migrate-{service}",
            environment=environment(service, ports),
        )
        mark(stamp, digest)


def migrate_all(ports: Mapping[str, int]) -> None:
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for done in [pool.submit(migrate, service, ports) for service in paths.SERVICES]:
            done.result()


def mark_seeded(service: str) -> None:
    """Its content came from elsewhere."""
    mark(paths.STAMPS / f"seeded-{service}", digest_of([], "seeded", ""))


def seed(service: str, ports: Mapping[str, int], *, extra: str = "", again: bool = False) -> dict[str, Any]:
    """The service's demo content; what the seed answers in JSON, if anything. Running it twice adds nothing."""
    stamp = paths.STAMPS / f"seeded-{service}"
    digest = digest_of([], "seeded", extra)
    if not has_seed(service) or (is_fresh(stamp, digest) and not again):
        return {}
    with step(f"demo content of {service}"):
        words = (paths.PYTHON, "-m", f"{service}.seed")
        said = output_of(f"the demo content of {service}", *words, cwd=paths.ROOT, env=environment(service, ports))
        mark(stamp, digest)
    return answer_of(said)


def answer_of(output: str) -> dict[str, Any]:
    """The last line, when it is a JSON object."""
    lines = output.strip().splitlines()
    try:
        answer = json.loads(lines[-1]) if lines else {}
    except ValueError:
        return {}
    return answer if isinstance(answer, dict) else {}


def seed_all(ports: Mapping[str, int], *, again: bool = False) -> dict[str, Any]:
    """All demo content; gives what auth says about the first administrator."""
    caller = caller_environment()
    settings = services.canary() | caller
    accounts = "\0".join(settings.get(name, "") for name in ("ADMIN_EMAIL", "ADMIN_PASSWORD", *services.canary()))
    with ThreadPoolExecutor(AT_ONCE) as pool:
        futures = {
            service: pool.submit(seed, service, ports, extra=accounts if service == "auth" else "", again=again)
            for service in paths.SERVICES
        }
        return {service: future.result() for service, future in futures.items()}.get("auth", {})
