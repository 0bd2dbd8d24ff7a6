"""The manifests are complete and refer to what exists. The tests need no cluster.

Some tests compare them with docker-compose.yml: a pod with a wrong setting, secret, file or user would start and then
fail. `test_sizes.py` checks the objects of all overlays, `test_checkov.py` their security.
"""

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from contracts.services import SERVICES

from deploy.backup.sources import find_sources
from deploy.compose.make_secrets import SECRET_NAMES, list_files
from tests.compose.files import PRODUCTION as PRODUCTION_CONTAINERS
from tests.compose.files import SERVICES as CONTAINERS
from tests.compose.test_compose import list_settings
from tests.kubernetes.render import (
    Document,
    get_pod_spec,
    list_containers,
    read_documents,
    read_variables,
    render_objects,
)

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "deploy" / "kubernetes"
BASE = render_objects(FOLDER / "base")
PRODUCTION = render_objects(FOLDER / "production")
SECRETS = {
    document["metadata"]["name"]: document
    for document in read_documents((FOLDER / "production" / "secrets.example.yaml").read_text())
}
PARTS = (*SERVICES, "gateway", "web")
PODS = {document["metadata"]["name"]: document for document in PRODUCTION if get_pod_spec(document)}
SETTINGS = {
    **read_variables(FOLDER / "base" / "settings.env"),
    **read_variables(FOLDER / "production" / "settings.env"),
}
# The files that compose mounts: folder, name, content.
SECRET_FILES = list_files(dict.fromkeys(SECRET_NAMES, "x"), "x")
LABEL = "app.kubernetes.io/name"


def find_manifest(documents: list[Document], kind: str, name: str) -> Document:
    (manifest,) = [
        document for document in documents if (document["kind"], document["metadata"]["name"]) == (kind, name)
    ]
    return manifest


def find_workload(name: str) -> Document:
    (workload,) = [document for document in BASE if get_pod_spec(document) and document["metadata"]["name"] == name]
    return workload


def find_main_container(name: str) -> Document:
    return list_containers(find_workload(name))[-1]


def find_prepare_job(name: str) -> Document:
    return find_manifest(BASE, "Job", f"prepare-{name}")


def test_every_manifest_belongs_to_a_kustomization() -> None:
    for folder in (FOLDER / "base", FOLDER / "production"):
        kustomization = yaml.safe_load((folder / "kustomization.yaml").read_text())
        files = {file.name for file in folder.glob("*.yaml")} - {"kustomization.yaml", "secrets.example.yaml"}
        assert files == {name for name in kustomization["resources"] if name.endswith(".yaml")}


class TestPods:
    @pytest.mark.parametrize("name", sorted(PODS))
    def test_a_container_drops_unneeded_privileges(self, name: str) -> None:
        pod_spec = get_pod_spec(PODS[name])
        assert pod_spec
        assert pod_spec["securityContext"]["runAsNonRoot"] is True
        assert pod_spec["securityContext"]["runAsUser"] > 0
        assert pod_spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
        assert pod_spec["automountServiceAccountToken"] is False
        assert pod_spec["enableServiceLinks"] is False
        # Caddy's binary has this file capability and does not start without it.
        added_capabilities = ["NET_BIND_SERVICE"] if name == "web" else []
        for container in list_containers(PODS[name]):
            context = container["securityContext"]
            assert context["allowPrivilegeEscalation"] is False
            assert context["readOnlyRootFilesystem"] is True
            assert context["capabilities"]["drop"] == ["ALL"]
            assert context["capabilities"].get("add", []) == (
                added_capabilities if container is list_containers(PODS[name])[-1] else []
            )
            assert set(container["resources"]) == {"requests", "limits"}

    @pytest.mark.parametrize("name", sorted(PODS))
    def test_mounted_and_referenced_objects_exist(self, name: str) -> None:
        pod_spec = get_pod_spec(PODS[name])
        assert pod_spec
        volumes = {volume["name"]: volume for volume in pod_spec.get("volumes", [])}
        mounts = [mount for container in list_containers(PODS[name]) for mount in container.get("volumeMounts", [])]
        assert {mount["name"] for mount in mounts} == set(volumes)
        for volume in volumes.values():
            if claim := volume.get("persistentVolumeClaim"):
                find_manifest(PRODUCTION, "PersistentVolumeClaim", claim["claimName"])
            if config := volume.get("configMap"):
                find_manifest(PRODUCTION, "ConfigMap", config["name"])
            for source in volume.get("projected", {}).get("sources", []):
                assert source["secret"]["name"] in SECRETS
        for container in list_containers(PODS[name]):
            for source in container.get("envFrom", []):
                assert source.get("secretRef", {}).get("name", "auth") in SECRETS
                assert source.get("configMapRef", {}).get("name", "settings") == "settings"
            for kind, reference in list_references(container):
                if not reference.get("optional"):
                    values = SETTINGS if kind == "configMapKeyRef" else SECRETS[reference["name"]]["stringData"]
                    assert reference["key"] in values

    @pytest.mark.parametrize("name", PARTS)
    def test_pods_of_a_part_are_not_evicted_together(self, name: str) -> None:
        budget = find_manifest(BASE, "PodDisruptionBudget", name)["spec"]
        assert budget["maxUnavailable"] == 1
        assert budget["selector"] == find_workload(name)["spec"]["selector"] == {"matchLabels": {LABEL: name}}
        assert find_workload(name)["spec"]["template"]["metadata"]["labels"][LABEL] == name
        assert find_workload(name)["spec"]["replicas"] == 2

    def test_manifests_contain_no_secret(self) -> None:
        assert not [document for document in PRODUCTION if document["kind"] == "Secret"]
        assert not {name for name in SETTINGS if re.search(r"PASSWORD|SECRET|_KEY$|TOKEN|DATABASE_URL", name)}
        for values in (secret["stringData"].values() for secret in SECRETS.values()):
            assert all(value == "" or "PASSWORD@" in value for value in values)


def list_references(container: Document) -> list[tuple[str, dict[str, Any]]]:
    sources = [variable["valueFrom"] for variable in container.get("env", []) if "valueFrom" in variable]
    return [(kind, reference) for source in sources for kind, reference in source.items()]


class TestServices:
    @pytest.mark.parametrize("name", [*SERVICES, "web"])
    def test_user_matches_the_image(self, name: str) -> None:
        """Another user could not read the files of the image or of the volumes."""
        dockerfile = ROOT / ("web" if name == "web" else "services") / "Dockerfile"
        [user] = re.findall(r"^USER (\S+)$", dockerfile.read_text(), re.MULTILINE)
        workloads = [find_workload(name)] + ([find_prepare_job(name)] if name in SERVICES else [])
        for workload in workloads:
            context = get_pod_spec(workload)["securityContext"]  # type: ignore[index]
            assert f"{context['runAsUser']}:{context['runAsGroup']}" == user

    def test_own_images_have_one_registry_and_version(self) -> None:
        own_images = {container["image"] for document in PRODUCTION for container in list_containers(document)} - {
            "traefik:v3.7.15"
        }
        assert len(own_images) == 7
        assert len({image.rpartition(":")[2] for image in own_images}) == 1
        assert own_images == {image for image in own_images if image.startswith("registry.example.com/meridian-avto/")}
        assert f":{SETTINGS['APP_VERSION']}" in own_images.pop()

    @pytest.mark.parametrize("name", SERVICES)
    def test_pods_wait_for_the_job_that_migrates(self, name: str) -> None:
        """See decision 0298. The first init container runs before all others, such as the pages of content."""
        waiting_container = list_containers(find_workload(name))[0]
        [prepare] = list_containers(find_prepare_job(name))
        assert prepare["command"] == CONTAINERS[f"{name}-prepare"]["command"]
        assert waiting_container["command"] == [*prepare["command"], "--wait"]
        assert waiting_container["image"] == prepare["image"] == find_main_container(name)["image"]
        assert waiting_container["envFrom"] == prepare["envFrom"] == find_main_container(name)["envFrom"]

    def test_pods_are_ready_once_they_reach_everything_and_as_long_as_they_respond(self) -> None:
        """See decision 0065."""
        paths = {
            probe: {find_main_container(name)[f"{probe}Probe"]["httpGet"]["path"] for name in SERVICES}
            for probe in ("startup", "readiness", "liveness")
        }
        assert paths == {"startup": {"/readyz"}, "readiness": {"/healthz"}, "liveness": {"/healthz"}}

    def test_jobs_of_each_version_have_names_of_their_own(self) -> None:
        """A Job cannot be changed, so the next release must not apply its own under the same name."""
        jobs = {document["metadata"]["name"] for document in PRODUCTION if document["kind"] == "Job"}
        steps = ["declare-streams", *(f"prepare-{name}" for name in SERVICES)]
        assert jobs == {f"{step}-{SETTINGS['APP_VERSION']}" for step in steps}

    @pytest.mark.parametrize("name", SERVICES)
    def test_secrets_are_mounted_as_files(self, name: str) -> None:
        """A changed value is used at the next connection, without a restart (decision 0148)."""
        assert find_main_container(name)["envFrom"] == [{"configMapRef": {"name": "settings"}}]
        for workload in (find_workload(name), find_prepare_job(name)):
            pod_spec = get_pod_spec(workload)
            assert pod_spec
            [secrets] = [
                volume["projected"]["sources"] for volume in pod_spec["volumes"] if volume["name"] == "secrets"
            ]
            assert [secret["secret"]["name"] for secret in secrets] == ["connections", name]
        for container in (
            *list_containers(find_prepare_job(name)),
            list_containers(find_workload(name))[0],
            find_main_container(name),
        ):
            assert {"name": "secrets", "mountPath": "/secrets", "readOnly": True} in container["volumeMounts"]
        # IDENTITY_ROOT_KEYS is not a secret in Kubernetes.
        names = {*SECRETS["connections"]["stringData"], *SECRETS[name]["stringData"], *SETTINGS}
        assert set(SECRET_FILES[name]) <= names

    def test_addresses_of_parts_equal_their_services(self) -> None:
        addresses = [(name, address) for name, value in SETTINGS.items() for address in value.split(",")]
        for variable, address in addresses:
            if match := re.fullmatch(r"http://(?:[\w-]+-\d\.)?([a-z]+):(\d+)", address):
                ports = find_manifest(BASE, "Service", match[1])["spec"]["ports"]
                assert [port["port"] for port in ports] == [int(match[2])], variable
                assert find_main_container(match[1])["ports"][0]["containerPort"] == int(match[2])

    def test_every_setting_is_known(self) -> None:
        """A renamed setting would be ignored silently."""
        known_settings = {setting for name in SERVICES for setting in list_settings(name)}
        readers = [*(ROOT / "gateway").rglob("*.yml"), *(ROOT / "web").glob("*.sh"), ROOT / "web" / "Caddyfile"]
        readers += [*(FOLDER / "base").glob("*.yaml"), *(ROOT / "services").glob("*/src/**/*.py")]
        text = "\n".join(file.read_text() for file in readers)
        assert not {name for name in SETTINGS if name not in known_settings and not re.search(rf"\b{name}\b", text)}

    def test_services_share_one_component(self) -> None:
        """Common parts of the services are only in components/service."""
        for name in SERVICES:
            [deployment] = [
                document
                for document in read_documents((FOLDER / "base" / f"{name}.yaml").read_text())
                if document["kind"] == "Deployment"
            ]
            main = list_containers(deployment)[-1]
            assert set(main) == {"name", "image", "resources", "volumeMounts"}
            assert set(get_pod_spec(deployment) or {}) == {"initContainers", "containers", "volumes"}


class TestGateway:
    def test_limits_of_a_client_match_compose(self) -> None:
        environment = PRODUCTION_CONTAINERS["gateway"]["environment"]
        limits = {name for name in environment if name.endswith(("_PER_SECOND", "_BURST"))}
        assert {name: environment[name] for name in limits} == {
            name: f"${{{name}:-{SETTINGS[name]}}}" for name in limits
        }

    def test_gateway_has_all_route_files(self) -> None:
        folder = ROOT / "gateway"
        route_files = find_manifest(BASE, "ConfigMap", "gateway-routes")["data"]
        assert route_files == {file.name: file.read_text() for file in (folder / "routes").iterdir()}
        assert find_manifest(BASE, "ConfigMap", "gateway")["data"] == {
            "traefik.yml": (folder / "traefik.yml").read_text()
        }

    @pytest.mark.parametrize("proxies", ["", "10.42.0.0/16,10.43.0.0/16"])
    def test_start_command_fills_in_the_static_file(self, proxies: str, tmp_path: Path) -> None:
        (script,) = find_main_container("gateway")["args"]
        folders = {"/source/": ROOT / "gateway", "/etc/traefik/": tmp_path, "/tmp/": tmp_path}  # noqa: S108
        script = re.sub("|".join(folders), lambda match: f"{folders[match[0]]}/", script)
        (tmp_path / "routes").mkdir()
        environment = {
            "INGRESS_PROXIES": proxies,
            "TRACES": "http://traces:4318",
            "TRACE_SAMPLE": "0.1",
            "PATH": os.defpath,
        }
        subprocess.run(["sh", "-ec", script.replace("exec traefik", ": traefik")], env=environment, check=True)
        static = yaml.safe_load((tmp_path / "traefik.yml").read_text())
        trusted_proxies = static["entryPoints"]["web"]["forwardedHeaders"]["trustedIPs"]
        assert trusted_proxies == [proxy for proxy in proxies.split(",") if proxy]
        assert static["tracing"]["otlp"]["http"]["endpoint"] == "http://traces:4318/v1/traces"
        assert len(list((tmp_path / "routes").iterdir())) == len(list((ROOT / "gateway" / "routes").iterdir()))

    def test_ports_match_the_entry_points(self) -> None:
        entry_points = yaml.safe_load((ROOT / "gateway" / "traefik.yml").read_text())["entryPoints"]
        ports = {port["name"]: f":{port['containerPort']}" for port in find_main_container("gateway")["ports"]}
        assert ports == {name: entry_point["address"] for name, entry_point in entry_points.items()}
        policy = find_manifest(BASE, "NetworkPolicy", "gateway")["spec"]
        assert policy["ingress"] == [{"ports": [{"port": "web"}]}]

    def test_web_pods_keep_the_scripts_of_the_previous_release(self, tmp_path: Path) -> None:
        [previous_web, web] = list_containers(find_workload("web"))
        assert previous_web["image"] == f"{web['image']}-before"
        (tmp_path / "srv/build/client/assets").mkdir(parents=True)
        (tmp_path / "srv/build/client/assets/Bell-1a2b.js").write_text("before")
        (tmp_path / "previous-release").mkdir()
        shell, options, script = previous_web["command"]
        subprocess.run([shell, options, re.sub(r" /(srv|previous-release)", rf" {tmp_path}/\1", script)], check=True)
        assert (tmp_path / "previous-release/assets/Bell-1a2b.js").read_text() == "before"
        (other_builds,) = [variable["value"] for variable in web["env"] if variable["name"] == "OTHER_BUILDS"]
        mounts = {mount["mountPath"]: mount["name"] for mount in web["volumeMounts"]}
        assert {"name": mounts[other_builds], "mountPath": "/previous-release"} in previous_web["volumeMounts"]


def test_nightly_backup_saves_everything_that_the_backup_of_compose_saves() -> None:
    (container,) = list_containers(find_manifest(PRODUCTION, "CronJob", "backup"))
    compose_container = CONTAINERS["backup"]
    names = {variable["name"] for variable in container["env"]}
    assert {source.service for source in find_sources(dict.fromkeys(names, "x"))} == set(SERVICES)
    # An operator sets the first two for a restore. The others are volumes here.
    not_for_a_backup = {"OVERWRITE", "OTHER_KEYS", "SECRETS_DIR", "BACKUP_FOLDER"}
    assert names >= set(compose_container["environment"]) - not_for_a_backup | set(SECRET_FILES["backup"])
    values = {variable["name"]: variable["value"] for variable in container["env"] if "value" in variable}
    mounted_paths = [Path(mount["mountPath"]) for mount in container["volumeMounts"]]
    for name in ("AUTH_FILES", "CONTENT_FILES", "ERASURES_FILE"):
        assert values[name] == compose_container["environment"][name]
        assert set(Path(values[name]).parents) & set(mounted_paths)
