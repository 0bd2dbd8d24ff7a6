"""The services of the product, listed once.

Each service stores personal data, or may do so later. An erasure is closed, and an export is complete, only when every
service has answered. `python -m tests.architecture` compares the list with the folders of services.
"""

SERVICES: tuple[str, ...] = ("auth", "content", "notifications", "calculator", "status")

# Which services keep copies of a service's data and may request all of it again (`make replay`).
COPIED_BY: dict[str, tuple[str, ...]] = {
    "auth": ("content", "notifications", "status"),
    "content": ("auth", "notifications", "calculator"),
    "calculator": ("content",),
}
