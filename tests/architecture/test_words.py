"""The word list finds each refused word in identifiers, file names and prose, and accepts the usual terms."""

from typing import Any

import pytest

from tests.architecture.words import REFUSED, ROOT, files, findings, refused_words


@pytest.mark.parametrize(
    "text",
    [
        "class NewsletterLetter:",
        "def told_at(): ...",
        "const deskView = 1",
        ".paper-list { }",
        "# The person gets his code by mail.",
        "LETTERHEAD = 1",
        "await worker.wake()",
    ],
)
def test_a_refused_word_is_found_inside_names_and_prose(text: Any) -> None:
    assert list(refused_words(text))


@pytest.mark.parametrize(
    "text",
    [
        "letter-spacing: 0.02em;",
        "await asyncio.sleep(1)",
        "the stylesheet of the page, a bottom sheet",
        "Письма, письмо: 'his' переведено  # words: allow (a fixture)",
        "documentList, events, notify",
        "this, the, there, history, shell",
    ],
)
def test_usual_terms_are_accepted(text: Any) -> None:
    assert list(refused_words(text)) == []


def test_a_file_name_is_read_too() -> None:
    assert list(findings("services/auth/src/auth/letters/service.py", "")) == [
        "services/auth/src/auth/letters/service.py: its name says 'letters'; say: email, or character (of an alphabet)"
    ]


def test_every_refused_word_names_the_usual_term() -> None:
    assert all(REFUSED.values())


def test_all_files_and_those_of_a_folder_are_read() -> None:
    every = {path.relative_to(ROOT).as_posix() for path in files([])}
    assert {"services/auth/src/auth/main.py", "web/src/app/root.tsx", "README.md"} <= every
    folder = {path.relative_to(ROOT).as_posix() for path in files(["services/notifications"])}
    assert folder == {path for path in every if path.startswith("services/notifications/")}
    assert folder
