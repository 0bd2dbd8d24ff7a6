"""The running stack as a fault test sees it: parts that can be killed, and people who use the site meanwhile."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx2

ROOT = Path(__file__).resolve().parents[2]
BASE_URL = os.environ["BASE_URL"]
PART = re.compile(r"^(?P<name>\S+)\s+(?P<state>\w[\w ]*?)\s{2,}(?P<pid>\d+|-)\s+(?P<address>\S+)")


def table() -> list[re.Match[str]]:
    """The lines of `make status` that speak of a part."""
    output = subprocess.run(
        [sys.executable, "-m", "deploy.local", "status"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout
    return [row for line in output.splitlines() if (row := PART.match(line))]


def parts() -> dict[str, tuple[str, int | None]]:
    """Each part's state and pid."""
    return {row["name"]: (row["state"], int(row["pid"]) if row["pid"] != "-" else None) for row in table()}


def addresses() -> dict[str, str]:
    """Where each part itself listens, behind the gateway."""
    return {row["name"]: row["address"] for row in table()}


def kill(part: str) -> int:
    """Kill one part as a crash would; returns the pid that exited."""
    pid = parts()[part][1]
    assert pid is not None, f"{part} was not running"
    os.kill(pid, signal.SIGKILL)
    return pid


def is_healed(part: str, exited: int) -> bool:
    """Whether everything is ready again and `part` is a new process."""
    now = parts()
    return bool(now) and all(state == "ready" for state, _ in now.values()) and now[part][1] != exited


async def eventually(claim: Callable[[], Any], *, seconds: float) -> Any:
    """Wait for a condition; returns its value."""
    deadline = time.monotonic() + seconds
    while True:
        value = claim()
        if isinstance(value, Awaitable):
            value = await value
        if value:
            return value
        assert time.monotonic() < deadline, f"not within {seconds} s"
        await asyncio.sleep(0.2)


class Visitor:
    """Somebody who writes to the company and, like a browser's retry, tries again until it is accepted."""

    def __init__(self) -> None:
        self.http = httpx2.AsyncClient(base_url=BASE_URL, timeout=10)
        self.received: dict[str, str] = {}

    async def write(self, message: str, *, seconds: float = 40) -> None:
        """Send one message; a repeat of the same text is the same message, so trying again is safe."""
        deadline = time.monotonic() + seconds
        form = {
            "name": "Пётр Сомов", "phone": "+7 495 000-00-00", "email": "petr@example.com",
            "message": message, "consent": True,
        }  # fmt: skip
        while True:
            try:
                answer = await self.http.post("/api/contact", json=form)
                if answer.status_code == 201:
                    self.received[message] = answer.json()["id"]
                    return
                assert answer.status_code >= 500, answer.text
            except httpx2.HTTPError:
                pass
            assert time.monotonic() < deadline, f"nobody took the message within {seconds} s"
            await asyncio.sleep(0.3)


class Administrator:
    """The first administrator, who reads what arrived."""

    def __init__(self) -> None:
        self.http = httpx2.AsyncClient(base_url=BASE_URL, timeout=10)

    async def sign_in(self) -> None:
        pair = {"email": os.environ["ADMIN_EMAIL"], "password": os.environ["ADMIN_PASSWORD"]}
        answer = await self.http.post("/api/auth/login", json=pair)
        assert answer.status_code == 200, answer.text
        self.http.headers["Authorization"] = f"Bearer {answer.json()['accessToken']}"

    async def notified_of(self, ids: set[str]) -> list[str]:
        """The ids among `ids` that their notifications speak of, one entry for each notification."""
        found: list[str] = []
        for offset in range(0, 500, 100):
            try:
                answer = await self.http.get("/api/notifications", params={"limit": 100, "offset": offset})
            except httpx2.HTTPError:
                return []
            if answer.status_code != 200:
                return []
            rows = answer.json()["notifications"]
            for row in rows:
                text = json.dumps(row["data"])
                found += [id for id in ids if id in text]
            if len(rows) < 100:
                break
        return found
