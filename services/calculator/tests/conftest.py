import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest
from calculator.policy.service import refresh_policy
from calculator.runtime import CalculatorRuntime
from chassis.testing.limits import HANG_SECONDS

pytest_plugins = ["chassis.testing.plugin"]


def do_nothing() -> None:
    """Answer at once."""


class Bank:
    """A stand-in for the central bank: it answers with the bank's XML, or fails."""

    def __init__(self) -> None:
        self.status = 200
        self.document = b""
        self.history = b""
        self.requested_days: list[str] = []
        self.requested_periods: list[tuple[str, str]] = []
        self.before_answer: Callable[[], object] = do_nothing

    def set_quotes(self, date: str, value: str, nominal: str = "1") -> None:
        """Set the bank's daily document, cut to two currencies."""
        self.status = 200
        self.document = (
            '<?xml version="1.0" encoding="windows-1251"?>'
            f'<ValCurs Date="{date}" name="Foreign Currency Market">'
            '<Valute ID="R01235"><NumCode>840</NumCode><CharCode>USD</CharCode><Nominal>1</Nominal>'
            "<Name>Доллар США</Name><Value>80,1234</Value></Valute>"
            '<Valute ID="R01239"><NumCode>978</NumCode><CharCode>EUR</CharCode>'
            f"<Nominal>{nominal}</Nominal><Name>Евро</Name><Value>{value}</Value></Valute>"
            "</ValCurs>"
        ).encode("windows-1251")

    def set_history(self, rates: dict[str, str]) -> None:
        """Set the bank's document of a period, with a record for each banking day."""
        self.status = 200
        records = "".join(
            f'<Record Date="{date}" Id="R01239"><Nominal>1</Nominal><Value>{value}</Value>'
            f"<VunitRate>{value}</VunitRate></Record>"
            for date, value in rates.items()
        )
        self.history = (
            '<?xml version="1.0" encoding="windows-1251"?>'
            f'<ValCurs ID="R01239" name="Foreign Currency Market Dynamic">{records}</ValCurs>'
        ).encode("windows-1251")


@pytest.fixture(scope="session")
def bank_server() -> Iterator[tuple[Bank, str]]:
    bank = Bank()

    class BankHandler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            query = parse_qs(urlsplit(self.path).query)
            bank.requested_days += query.get("date_req", [])
            bank.requested_periods += zip(query.get("date_req1", []), query.get("date_req2", []), strict=True)
            bank.before_answer()
            self.send_response(bank.status)
            self.end_headers()
            self.wfile.write(bank.history if "date_req1" in query else bank.document)

        def log_message(self, *_: object) -> None:
            """Write no log."""

    server = HTTPServer(("127.0.0.1", 0), BankHandler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield bank, f"http://127.0.0.1:{server.server_port}/XML_daily.asp"
    server.shutdown()
    server.server_close()


@pytest.fixture
def bank(bank_server: tuple[Bank, str]) -> Bank:
    bank, _ = bank_server
    bank.status = 200
    bank.document = b""
    bank.history = b""
    bank.requested_days = []
    bank.requested_periods = []
    bank.before_answer = do_nothing
    return bank


@pytest.fixture(scope="session")
def service() -> str:
    return "calculator"


@pytest.fixture(scope="session")
def settings_overrides(bank_server: tuple[Bank, str]) -> dict[str, object]:
    _, bank_url = bank_server
    # Rate limits have their own tests. In other tests they would make one test depend on another.
    return {
        "calculate_per_minute": 100_000,
        "save_per_hour": 100_000,
        "pdf_per_minute": 100_000,
        "policy_refresh_seconds": 0.2,
        "cbr_timeout_seconds": HANG_SECONDS,
        "cbr_url": bank_url,
        "cbr_history_url": bank_url,
    }


@pytest.fixture
async def default_policy(runtime: CalculatorRuntime) -> None:
    """The tables are empty at the start of a test, but the process may still use the policy of the test before."""
    await refresh_policy(runtime)


@pytest.fixture
def client(client: httpx2.AsyncClient, default_policy: None) -> httpx2.AsyncClient:
    """Each test begins with the default policy."""
    return client
