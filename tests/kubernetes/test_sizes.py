"""The overlays for one node and for several are valid in all supported versions, and fit their size."""

import json
from collections.abc import Iterable
from pathlib import Path

import kubernetes_validate
import pytest
from contracts.services import SERVICES

from tests.kubernetes.render import (
    Document,
    get_pod_spec,
    list_containers,
    read_documents,
    read_variables,
    render_objects,
)

FOLDER = Path(__file__).resolve().parents[2] / "deploy" / "kubernetes"
OVERLAYS = {name: render_objects(FOLDER / name) for name in ("production", "small", "large")}
VERSIONS = ("1.30", "1.34", "1.37")
SECRETS = read_documents((FOLDER / "production" / "secrets.example.yaml").read_text())
# Kinds of operators, for which no schema is available here.
KINDS_OF_OPERATORS = {
    ("cert-manager.io/v1", "Issuer"),
    ("external-secrets.io/v1", "ExternalSecret"),
    ("gateway.networking.k8s.io/v1", "Gateway"),
    ("gateway.networking.k8s.io/v1", "HTTPRoute"),
    ("monitoring.coreos.com/v1", "PodMonitor"),
    ("monitoring.coreos.com/v1", "PrometheusRule"),
    ("barmancloud.cnpg.io/v1", "ObjectStore"),
    ("postgresql.cnpg.io/v1", "ScheduledBackup"),
    ("postgresql.cnpg.io/v1", "Cluster"),
    ("postgresql.cnpg.io/v1", "Database"),
}
LABEL = "app.kubernetes.io/name"


def list_by_name(overlay: str, kind: str) -> dict[str, Document]:
    return {document["metadata"]["name"]: document for document in OVERLAYS[overlay] if document["kind"] == kind}


def get_job(overlay: str, name: str) -> Document:
    """Return a Job of the release. Its name ends with the version."""
    [manifest] = [document for full, document in list_by_name(overlay, "Job").items() if full.startswith(f"{name}-")]
    return manifest


def validate_objects(documents: Iterable[Document], version: str) -> set[str]:
    """Validate the objects with the schemas of a version. Returns the kinds that have one. Raises ValidationError."""
    documents_with_schema = [
        document for document in documents if (document["apiVersion"], document["kind"]) not in KINDS_OF_OPERATORS
    ]
    for document in documents_with_schema:
        kubernetes_validate.validate(document, version, strict=True)
    return {str(document["kind"]) for document in documents_with_schema}


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("overlay", OVERLAYS)
def test_every_object_is_valid(overlay: str, version: str) -> None:
    assert {"Deployment", "NetworkPolicy", "Secret"} <= validate_objects([*OVERLAYS[overlay], *SECRETS], version)


def test_invalid_object_is_reported() -> None:
    broken_deployment = list_by_name("small", "Deployment")["auth"] | {"spec": {"replicas": "many"}}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(broken_deployment, VERSIONS[0], strict=True)


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_everything_is_in_one_namespace(overlay: str) -> None:
    namespaces = {
        document["metadata"].get("namespace") for document in OVERLAYS[overlay] if document["kind"] != "Namespace"
    }
    assert namespaces == {"meridian-avto"}


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_site_is_served_over_https_by_the_gateway_api(overlay: str) -> None:
    assert not list_by_name(overlay, "Ingress")
    (gateway,) = list_by_name(overlay, "Gateway").values()
    routes = list_by_name(overlay, "HTTPRoute")
    listeners = {listener["name"]: listener for listener in gateway["spec"]["listeners"]}
    assert listeners["https"]["tls"]["mode"] == "Terminate"
    assert gateway["metadata"]["annotations"]["cert-manager.io/issuer"] in list_by_name(overlay, "Issuer")
    (redirect,) = routes["to-https"]["spec"]["rules"]
    assert redirect["filters"][0]["requestRedirect"]["scheme"] == "https"
    (rule,) = routes["site"]["spec"]["rules"]
    (backend,) = rule["backendRefs"]
    # Traefik accepts a listener only on the port of one of its entry points.
    assert {name: listener["port"] for name, listener in listeners.items()} == {"http": 8000, "https": 8443}
    port = list_by_name(overlay, "Service")["gateway"]["spec"]["ports"][0]["port"]
    assert backend["name"] == "gateway"
    assert backend["port"] == port
    assert rule["timeouts"] == {"request": "0s"}


def read_environment(name: str) -> dict[str, str]:
    """Return the environment of a part of `large`."""
    main = list_containers(list_by_name("large", "Deployment")[name])[-1]
    return {variable["name"]: variable["value"] for variable in main.get("env", []) if "value" in variable}


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_challenge_pod_accepts_requests(overlay: str) -> None:
    policy = list_by_name(overlay, "NetworkPolicy")["acme-solver"]["spec"]
    assert policy["podSelector"] == {"matchLabels": {"acme.cert-manager.io/http01-solver": "true"}}
    assert policy["ingress"] == [{"ports": [{"port": 8089}]}]


class TestSmall:
    def test_small_has_one_pod_of_each_part_on_local_disks(self) -> None:
        assert {document["spec"]["replicas"] for document in list_by_name("small", "Deployment").values()} == {1}
        claims = list_by_name("small", "PersistentVolumeClaim").values()
        assert claims
        assert {mode for claim in claims for mode in claim["spec"]["accessModes"]} == {"ReadWriteOnce"}

    def test_release_of_small_stops_no_part(self) -> None:
        for deployment in list_by_name("small", "Deployment").values():
            assert deployment["spec"]["strategy"]["rollingUpdate"] == {"maxUnavailable": 0, "maxSurge": 1}

    def test_nats_of_small_is_one_node(self) -> None:
        assert list_by_name("small", "ConfigMap")["settings"]["data"]["NATS_REPLICAS"] == "1"


class TestLarge:
    def test_pods_of_large_share_no_disk(self) -> None:
        modes = {
            mode
            for document in list_by_name("large", "PersistentVolumeClaim").values()
            for mode in document["spec"]["accessModes"]
        }
        assert modes == {"ReadWriteOnce"}
        for workload in (*list_by_name("large", "Deployment").values(), *list_by_name("large", "Job").values()):
            assert "persistentVolumeClaim" not in str(workload)
        settings = list_by_name("large", "ConfigMap")["settings"]["data"]
        assert settings["AUTH_STORAGE_URL"].startswith("s3://")
        assert settings["CONTENT_STORAGE_URL"].startswith("s3://")

    def test_pods_of_a_part_are_spread_over_nodes(self) -> None:
        """If there are more pods than nodes, they are spread evenly. Pods of the previous release do not count."""
        for deployment in list_by_name("large", "Deployment").values():
            pod_spec = get_pod_spec(deployment)
            assert pod_spec
            assert "affinity" not in pod_spec
            nodes, zones = pod_spec["topologySpreadConstraints"]
            assert (nodes["topologyKey"], nodes["whenUnsatisfiable"]) == ("kubernetes.io/hostname", "DoNotSchedule")
            assert (zones["topologyKey"], zones["whenUnsatisfiable"]) == (
                "topology.kubernetes.io/zone",
                "ScheduleAnyway",
            )
            assert {*nodes["matchLabelKeys"]} == {*zones["matchLabelKeys"]} == {LABEL, "pod-template-hash"}

    def test_autoscalers_use_realistic_requests(self) -> None:
        """With a request of 0.1 cores one or two visitors would reach 70 %."""
        for name in SERVICES:
            cpu = list_containers(list_by_name("large", "Deployment")[name])[-1]["resources"]["requests"]["cpu"]
            assert int(cpu.removesuffix("m")) >= 300

    def test_postgres_archives_its_wal_continuously(self) -> None:
        cluster = list_by_name("large", "Cluster")["postgres"]["spec"]
        [plugin] = cluster["plugins"]
        assert plugin["isWALArchiver"] is True
        assert plugin["parameters"]["barmanObjectName"] in list_by_name("large", "ObjectStore")
        [schedule] = list_by_name("large", "ScheduledBackup").values()
        assert schedule["spec"]["method"] == "plugin"
        assert schedule["spec"]["pluginConfiguration"]["name"] == plugin["name"]
        assert len(schedule["spec"]["schedule"].split()) == 6

    def test_database_and_nats_are_reached_by_selectors(self) -> None:
        """Cilium does not apply blocks of addresses to the pods of a cluster."""
        policies = list_by_name("large", "NetworkPolicy")
        component = "app.kubernetes.io/component"
        workloads = [*list_by_name("large", "Deployment").values(), *list_by_name("large", "Job").values()]
        components = {workload["spec"]["template"]["metadata"]["labels"][component] for workload in workloads}
        assert components == {"service", "prepare", "operator", "gateway", "pages"}
        for selector in (
            policies["to-postgres"]["spec"]["podSelector"],
            policies["postgres"]["spec"]["ingress"][0]["from"][0]["podSelector"],
        ):
            [expression] = selector["matchExpressions"]
            assert (expression["key"], expression["operator"]) == (component, "In")
            assert set(expression["values"]) == {"service", "prepare", "backup"}
        [to_nats] = policies["nats"]["spec"]["egress"]
        assert to_nats["to"] == [{"namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": "nats"}}}]
        assert policies["nats"]["spec"]["podSelector"]["matchExpressions"][0]["values"] == ["service", "operator"]

    def test_postgres_settings_fit_its_memory(self) -> None:
        cluster = list_by_name("large", "Cluster")["postgres"]["spec"]
        assert cluster["postgresql"]["parameters"]["shared_buffers"] == "2GB"
        assert cluster["resources"]["limits"]["memory"] == "8Gi"

    def test_role_and_service_share_a_password_and_verify_tls(self) -> None:
        for name in SERVICES:
            secret = list_by_name("large", "ExternalSecret")[name]["spec"]
            [password] = secret["data"]
            assert password["remoteRef"] == {"key": f"meridian-avto/postgres-{name}", "property": "password"}
            url = secret["target"]["template"]["data"]["DATABASE_URL"]
            assert f"postgres-rw:5432/{name}?sslmode=verify-full&sslrootcert=/postgres/ca.crt" in url
            for workload in (list_by_name("large", "Deployment")[name], get_job("large", f"prepare-{name}")):
                pod_spec = get_pod_spec(workload)
                assert pod_spec
                assert "postgres-ca" in {volume["name"] for volume in pod_spec["volumes"]}
                # The first init container and the first main container use the database.
                for container in (list_containers(workload)[0], pod_spec["containers"][0]):
                    assert "/postgres" in {mount["mountPath"] for mount in container["volumeMounts"]}

    def test_monitors_and_rules_have_the_default_label(self) -> None:
        for kind in ("PodMonitor", "PrometheusRule"):
            for document in list_by_name("large", kind).values():
                assert document["metadata"]["labels"]["release"] == "kube-prometheus-stack"
        boards = [
            document for name, document in list_by_name("large", "ConfigMap").items() if name.startswith("dashboard-")
        ]
        assert len(boards) == 10
        assert all(board["metadata"]["labels"] == {"grafana_dashboard": "1"} for board in boards)

    def test_only_autoscalers_set_the_number_of_pods(self) -> None:
        autoscalers = list_by_name("large", "HorizontalPodAutoscaler")
        assert set(autoscalers) == set(list_by_name("large", "Deployment"))
        for name, document in autoscalers.items():
            assert document["spec"]["scaleTargetRef"]["name"] == name
            assert document["spec"]["minReplicas"] >= 2
            assert "replicas" not in list_by_name("large", "Deployment")[name]["spec"]
            assert all(
                part["resources"]["requests"]["cpu"]
                for part in list_containers(list_by_name("large", "Deployment")[name])
            )

    def test_stream_autoscaler_uses_existing_metrics(self) -> None:
        adapter_values = (FOLDER / "components/autoscaling/adapter-values.yaml").read_text()
        names = {}
        for part in list_by_name("large", "HorizontalPodAutoscaler"):
            metrics = list_by_name("large", "HorizontalPodAutoscaler")[part]["spec"]["metrics"]
            for metric in [metric["pods"]["metric"]["name"] for metric in metrics if metric["type"] == "Pods"]:
                names[part] = metric
                assert f"{{ as: {metric} }}" in adapter_values
        assert names.keys() == {"notifications-streams", "gateway"}
        source = FOLDER.parents[1] / "services/notifications/src/notifications/live/metrics.py"
        assert f'Gauge("{names["notifications-streams"]}"' in source.read_text()
        # Traefik counts its open connections by entry point: https://doc.traefik.io/traefik/reference/install-configuration/observability/metrics/
        assert names["gateway"] == "traefik_open_connections"

    def test_connections_of_all_pods_fit_into_postgres(self) -> None:
        limit = int(list_by_name("large", "Cluster")["postgres"]["spec"]["postgresql"]["parameters"]["max_connections"])
        connections = 0
        for name, document in list_by_name("large", "HorizontalPodAutoscaler").items():
            if name not in ("gateway", "web"):
                # DATABASE_POOL is ten by default, and a pool may briefly be twice as large.
                connections += (
                    document["spec"]["maxReplicas"] * int(read_environment(name).get("DATABASE_POOL", 10)) * 2
                )
        assert connections < limit

    def test_each_service_has_a_database_and_a_role(self) -> None:
        cluster = list_by_name("large", "Cluster")["postgres"]["spec"]
        roles = {role["name"]: role["passwordSecret"]["name"] for role in cluster["managed"]["roles"]}
        assert set(roles) == set(list_by_name("large", "Database")) == set(SERVICES)
        assert set(roles.values()) <= set(list_by_name("large", "ExternalSecret"))

    def test_every_secret_comes_from_the_vault(self) -> None:
        used_names = {
            source["secret"]["name"]
            for deployment in list_by_name("large", "Deployment").values()
            for volume in get_pod_spec(deployment)["volumes"]  # type: ignore[index]
            for source in volume.get("projected", {}).get("sources", [])
        }
        assert used_names | {"nats-operator"} == {secret["metadata"]["name"] for secret in SECRETS}
        for name, document in list_by_name("large", "ExternalSecret").items():
            assert document["spec"]["target"]["name"] == name
        assert used_names <= set(list_by_name("large", "ExternalSecret"))

    def test_settings_of_large_exist(self) -> None:
        assert set(read_variables(FOLDER / "large/settings.env")) <= set(
            read_variables(FOLDER / "production/settings.env")
        )


class TestStreams:
    """In `large` the live streams have pods of their own (docs/decisions/0145)."""

    def test_streams_are_served_by_separate_pods(self) -> None:
        settings = list_by_name("large", "ConfigMap")["settings"]["data"]
        assert read_environment("notifications")["NOTIFICATIONS_ROLE"] == "api"
        assert read_environment("notifications-streams")["NOTIFICATIONS_ROLE"] == "streams"
        service = list_by_name("large", "Service")["notifications-streams"]["spec"]
        assert settings["NOTIFICATIONS_STREAMS_URL"] == f"http://notifications-streams:{service['ports'][0]['port']}"
        labels = list_by_name("large", "Deployment")["notifications-streams"]["spec"]["template"]["metadata"]["labels"]
        assert service["selector"].items() <= labels.items()
        readable = list_by_name("large", "NetworkPolicy")["metrics"]["spec"]["podSelector"]["matchExpressions"][0][
            "values"
        ]
        assert labels[LABEL] in readable

    def test_stream_pods_equal_the_pods_of_notifications(self) -> None:
        for kind in ("Deployment", "Service", "PodDisruptionBudget"):
            first, second = (
                json.loads(
                    json.dumps(list_by_name("large", kind)[name]["spec"]).replace(f'{name}"}}', 'notifications"}')
                )
                for name in ("notifications", "notifications-streams")
            )
            for spec in (first, second) if kind == "Deployment" else ():
                spec["template"]["spec"]["containers"][0].pop("env")
            assert first == second, kind
