"""What `kubectl kustomize` would render from these folders; it knows only the fields that they use."""

import copy
from pathlib import Path
from typing import Any

import yaml

Document = dict[str, Any]
FIELDS = {"apiVersion", "kind", "namespace", "resources", "configMapGenerator", "images"}
GENERATED = {"name", "behavior", "files", "envs"}
WITHOUT_NAMESPACE = {"Namespace"}


def render_objects(folder: Path) -> list[Document]:
    """Every object of a kustomization and of those it names; generated names stay without their digest."""
    result = yaml.safe_load((folder / "kustomization.yaml").read_text())
    assert set(result) <= FIELDS, f"{folder}: this renderer knows nothing of {set(result) - FIELDS}"
    documents: list[Document] = []
    for name in result.get("resources", []):
        place = (folder / name).resolve()
        documents += render_objects(place) if place.is_dir() else read(place)
    for made in result.get("configMapGenerator", []):
        generate(folder, made, documents)
    for image in result.get("images", []):
        rename(image, documents)
    for document in documents:
        if "namespace" in result and document["kind"] not in WITHOUT_NAMESPACE:
            document["metadata"]["namespace"] = result["namespace"]
    return copy.deepcopy(documents)


def read(file: Path) -> list[Document]:
    return [document for document in yaml.safe_load_all(file.read_text()) if document]


def generate(folder: Path, made: dict[str, Any], documents: list[Document]) -> None:
    assert set(made) <= GENERATED, f"{folder}: this renderer knows nothing of {set(made) - GENERATED}"
    data: dict[str, str] = {}
    for name in made.get("files", []):
        # Kustomize reads nothing above the folder of its kustomization.
        assert folder in (folder / name).resolve().parents, f"{folder}: {name} lies outside"
        data[Path(name).name] = (folder / name).read_text()
    for name in made.get("envs", []):
        data |= variables(folder / name)
    there = [one for one in documents if one["kind"] == "ConfigMap" and one["metadata"]["name"] == made["name"]]
    if made.get("behavior") == "merge":
        there[0]["data"] |= data
        return
    assert not there, f"{made['name']} is made twice"
    documents.append({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": made["name"]}, "data": data})


def variables(file: Path) -> dict[str, str]:
    lines = [line for line in file.read_text().splitlines() if line.strip() and not line.startswith("#")]
    return dict(line.split("=", 1) for line in lines)


def rename(image: dict[str, str], documents: list[Document]) -> None:
    used = [one for document in documents for one in containers(document) if one["image"] == image["name"]]
    assert used, f"nothing uses {image['name']}"
    for one in used:
        one["image"] = f"{image['newName']}:{image['newTag']}"


def pod(document: Document) -> Document | None:
    """The pod that an object starts, if it starts any."""
    spec = document.get("spec", {})
    if document["kind"] == "CronJob":
        spec = spec["jobTemplate"]["spec"]
    found: Document | None = spec.get("template", {}).get("spec")
    return found


def containers(document: Document) -> list[Document]:
    inside = pod(document) or {}
    return [*inside.get("initContainers", []), *inside.get("containers", [])]
