"""Every test that docs/evidence/product-promises.md names exists."""

import re
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).parents[2]
LIST = ROOT / "docs" / "evidence" / "product-promises.md"
FUNCTION = re.compile(r"^ *(?:async )?def (test_\w+)\(", re.MULTILINE)
NAMED_FUNCTION = re.compile(r"`(test_\w+)`")
NAMED_TITLE = re.compile(r'"([^"]+)"')


def list_python_tests() -> set[str]:
    files = chain((ROOT / "services").glob("*/tests/**/*.py"), (ROOT / "tests").glob("**/*.py"))
    return {name for file in files for name in FUNCTION.findall(file.read_text("utf-8"))}


def read_web_tests() -> str:
    web = ROOT / "web"
    files = chain(web.glob("src/**/*.test.ts*"), web.glob("e2e/*.spec.ts"))
    return "\n".join(file.read_text("utf-8") for file in files)


def test_tests_that_a_promise_names_exist() -> None:
    text = LIST.read_text("utf-8")
    functions = set(NAMED_FUNCTION.findall(text))
    titles = set(NAMED_TITLE.findall(text))
    assert len(functions) > 100
    assert len(titles) > 50
    assert functions - list_python_tests() == set()
    web_tests = read_web_tests()
    assert {title for title in titles if f"'{title}'" not in web_tests} == set()
