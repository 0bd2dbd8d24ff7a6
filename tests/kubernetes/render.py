"""Renders the objects of a kustomization with `kubectl kustomize`, and reads them. Needs a kubectl with Kustomize 5."""

import functools
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import yaml

Document = dict[str, Any]
KINDS_WITH_PODS = {"CronJob", "Deployment", "Job"}


@functools.cache
def has_kustomize() -> bool:
    """Return True if this kubectl contains Kustomize 5. Older versions do not know all fields of the manifests."""
    if not shutil.which("kubectl"):
        return False
    result = subprocess.run(["kubectl", "version", "--client", "-o", "json"], capture_output=True, check=False).stdout
    return str(json.loads(result or "{}").get("kustomizeVersion", "")).startswith("v5.")


def render_objects(folder: Path) -> list[Document]:
    """Render all objects of a kustomization. The names of generated objects are without their digest."""
    assert has_kustomize(), "there is no kubectl on the PATH that brings Kustomize 5"
    text = subprocess.run(["kubectl", "kustomize", str(folder)], capture_output=True, text=True, check=True).stdout
    # A digest of Kustomize has ten characters and no vowel.
    generated_names = set(re.findall(r"^  name: (\S+)(-[bcdfghkmt2456789]{10})$", text, re.MULTILINE))
    for name, digest in generated_names:
        text = text.replace(name + digest, name)
    return read_documents(text)


def read_documents(text: str) -> list[Document]:
    return [document for document in yaml.safe_load_all(text) if document]


def read_variables(file: Path) -> dict[str, str]:
    lines = [line for line in file.read_text().splitlines() if line.strip() and not line.startswith("#")]
    return dict(line.split("=", 1) for line in lines)


def get_pod_spec(document: Document) -> Document | None:
    """Return the spec of the pods that an object creates, if it creates any."""
    spec = document.get("spec", {})
    if document["kind"] == "CronJob":
        spec = spec["jobTemplate"]["spec"]
    pod_spec: Document | None = spec.get("template", {}).get("spec") if document["kind"] in KINDS_WITH_PODS else None
    return pod_spec


def list_containers(document: Document) -> list[Document]:
    pod_spec = get_pod_spec(document) or {}
    return [*pod_spec.get("initContainers", []), *pod_spec.get("containers", [])]
