"""/api/status/admin/incident-templates: texts of expected incidents."""

from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder

URL = "/api/status/admin/incident-templates"


class TestTemplates:
    async def test_incident_templates_are_added_changed_and_deleted(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        admin = build_auth_headers(role="admin")
        body = {
            "name": "Почта",
            "title": "Задерживаются письма",
            "severity": "minor",
            "message": "Провайдер чинит сервер.",
            "affectedServices": ["email"],
        }
        template = (await client.post(URL, json=body, headers=admin)).json()["item"]
        assert {name: template[name] for name in body} == body
        change_answer = await client.patch(
            f"{URL}/{template['id']}", json={"severity": "major", "version": 1}, headers=admin
        )
        assert (change_answer.json()["item"]["severity"], change_answer.json()["item"]["version"]) == ("major", 2)
        stale_answer = await client.patch(
            f"{URL}/{template['id']}", json={"name": "Поздно", "version": 1}, headers=admin
        )
        assert stale_answer.json()["code"] == "stale_version"
        assert (await client.get(URL, headers=admin)).json()["total"] == 1
        assert (await client.post(URL, json=body | {"severity": "huge"}, headers=admin)).status_code == 422
        assert (await client.delete(f"{URL}/{template['id']}", headers=admin)).status_code == 200
        assert (await client.get(f"{URL}/{template['id']}", headers=admin)).status_code == 404
