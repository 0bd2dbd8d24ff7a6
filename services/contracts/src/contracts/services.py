"""The services of the product, listed once.

Each holds personal data or may come to: an erasure closes, and an export is complete, only when every one has answered.
`python -m tests.architecture` compares the list with the folders of services.
"""

from collections.abc import Sequence

SERVICES: tuple[str, ...] = ("auth", "content", "notifications", "calculator", "status")


def service_named(arguments: Sequence[str]) -> str:
    """The one service that a command line names. Raises SystemExit, which prints the possible names."""
    if list(arguments) not in [[name] for name in SERVICES]:
        raise SystemExit(f"the name of a service is needed, one of {', '.join(SERVICES)}")
    return arguments[0]
