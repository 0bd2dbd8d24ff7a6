"""`make audit`: asks the OSV database for known vulnerabilities of every Python and npm package of the lock files.

AUDIT_URL names another server with the same interface (https://google.github.io/osv.dev/post-v1-querybatch/).
Exit code 1 with findings, 2 when the database does not answer: then nothing was audited.
"""

import json
import os
import sys
import urllib.request
from typing import Any

from deploy.supply_chain.components import Component, all_components

URL = "https://api.osv.dev/v1/querybatch"
TIMEOUT_SECONDS = 30
# The interface accepts up to a thousand queries at once.
BATCH = 1000


def vulnerabilities(components: list[Component], url: str) -> list[tuple[Component, list[str]]]:
    """Each affected component with the ids of its advisories. Raises OSError or ValueError without a valid answer."""
    affected: list[tuple[Component, list[str]]] = []
    for start in range(0, len(components), BATCH):
        batch = components[start : start + BATCH]
        body = json.dumps({"queries": [{"package": {"purl": one.purl}} for one in batch]}).encode()
        request = urllib.request.Request(url, body, {"Content-Type": "application/json"})  # noqa: S310
        with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as answer:  # noqa: S310
            results: list[dict[str, Any]] = json.loads(answer.read()).get("results", [])
        if len(results) != len(batch):
            raise ValueError(f"{len(results)} results for {len(batch)} packages")
        for one, result in zip(batch, results, strict=True):
            if ids := [advisory["id"] for advisory in result.get("vulns", [])]:
                affected.append((one, ids))
    return affected


def audit() -> int:
    """Print one line for each affected package."""
    url = os.environ.get("AUDIT_URL") or URL
    packages = [one for one in all_components() if one.kind == "library"]
    try:
        affected = vulnerabilities(packages, url)
    except (OSError, ValueError) as error:
        print(f"nothing was audited: {url} gave no valid answer ({error})", file=sys.stderr)
        return 2
    for one, ids in affected:
        print(f"{one.purl}: {', '.join(ids)}")
    print(f"{len(packages)} packages audited, {len(affected)} with known vulnerabilities")
    return 1 if affected else 0
