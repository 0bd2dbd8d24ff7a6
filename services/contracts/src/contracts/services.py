"""The services of the product, listed once.

Each holds personal data or may come to: an erasure closes, and an export is complete, only when every one has answered.
`python -m tests.architecture` compares the list with the folders of services.
"""

SERVICES: tuple[str, ...] = ("auth", "content", "notifications", "calculator", "status")
