"""The demo data of the calculator: a key of its API, and only once."""

from calculator import seed
from calculator.runtime import CalculatorRuntime
from chassis.testing.fixture_types import ApiClient, SignedIn


async def test_the_list_of_keys_has_an_example(
    client: ApiClient, runtime: CalculatorRuntime, signed_in: SignedIn
) -> None:
    for _ in range(2):
        async with runtime.database.transaction() as db:
            await seed.load(db)
    listed = (await client.get("/api/calculator/admin/keys", headers=signed_in(role="admin"))).json()
    assert [key["name"] for key in listed["items"]] == [seed.NAME]
    assert listed["items"][0]["status"] == "active"
