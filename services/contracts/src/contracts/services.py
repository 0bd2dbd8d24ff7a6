"""The services of the product, listed once.

Each service stores personal data, or may do so later. An erasure is closed, and an export is complete, only when every
service has answered.
`python -m tests.architecture` compares the list with the folders of services.
"""

from collections.abc import Sequence

SERVICES: tuple[str, ...] = ("auth", "content", "notifications", "calculator", "status")

# Which services keep copies of a service's data and can have all of it again (`make replay`).
COPIED_BY: dict[str, tuple[str, ...]] = {
    "auth": ("content", "notifications", "status"),
    "content": ("auth", "notifications", "calculator"),
    "calculator": ("content",),
}


def copying_service(owner: str, arguments: Sequence[str]) -> str:
    """The one service with copies of the owner's data that a command line names. Raises SystemExit with the names."""
    names = COPIED_BY[owner]
    if list(arguments) not in [[name] for name in names]:
        raise SystemExit(f"the name of a service that copies data of {owner} is needed: {', '.join(names)}")
    return arguments[0]
