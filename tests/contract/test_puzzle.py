"""The self-hosted bot check: the code of the page solves the puzzle of the auth service's library."""

import json
import subprocess
import time

import altcha
import pytest

from deploy.local import paths

SOLVER = paths.WEB / "src" / "features" / "auth" / "botCheck" / "solvePuzzle.ts"
SECRET = "of this test alone"
SOLVING_SCRIPT = """
const { solvePuzzle } = await import(process.argv[1])
console.log(await solvePuzzle(JSON.parse(process.argv[2]), new AbortController().signal))
"""


def solve(puzzle: dict[str, object]) -> str:
    node = [str(paths.VENV_BIN / "node"), "--input-type=module", "-e", SOLVING_SCRIPT]
    command = [*node, str(SOLVER), json.dumps(puzzle)]
    answer = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    return answer.stdout.strip()


@pytest.fixture
def puzzle() -> dict[str, object]:
    challenge: dict[str, object] = altcha.create_challenge(
        "PBKDF2/SHA-256", 10, expires_at=int(time.time()) + 600, hmac_secret=SECRET
    ).to_dict()
    return challenge


def test_page_solves_the_puzzle_of_the_service(puzzle: dict[str, object]) -> None:
    assert altcha.verify_solution(solve(puzzle), SECRET).verified


def test_solution_of_a_puzzle_with_another_secret_is_refused(puzzle: dict[str, object]) -> None:
    assert not altcha.verify_solution(solve(puzzle), "another secret").verified
