"""`make sbom`: writes the bill of materials in CycloneDX 1.6 JSON and prints the licences."""

import json
from collections import Counter
from typing import Any

from deploy.local import paths
from deploy.supply_chain.components import Component, all_components

FILE = paths.VAR / "sbom.cdx.json"


def to_cyclonedx(components: list[Component]) -> dict[str, Any]:
    """The document; see https://cyclonedx.org/docs/1.6/json/."""
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "meridian-avto", "bom-ref": "meridian-avto"}},
        "components": [_component(one) for one in components],
    }


def _component(one: Component) -> dict[str, Any]:
    hashes = [{"alg": "SHA-256", "content": digest} for digest in one.sha256]
    hashes += [{"alg": "SHA-512", "content": digest} for digest in one.sha512]
    return {
        "type": one.kind,
        "bom-ref": one.purl,
        "name": one.name,
        "version": one.version,
        "purl": one.purl,
        "licenses": [{"license": {"name": one.license}}],
        **({"hashes": hashes} if hashes else {}),
    }


def sbom() -> None:
    """Write the document and print how many components have which licence."""
    components = all_components()
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(json.dumps(to_cyclonedx(components), indent=1, ensure_ascii=False) + "\n")
    print(f"{len(components)} components: {FILE}")
    for name, count in Counter(one.license for one in components).most_common():
        print(f"{count:>5}  {name}")
    pinned = [one for one in components if one.kind == "container" and not one.sha256]
    print(f"{len(pinned)} images are named by tag, not by digest: {', '.join(one.name for one in pinned)}")
