"""Stand-ins: small servers with the protocols of sign-in providers, so that tests need no real provider.

Each one can run alone (`python -m tests.standins.vk --port 9101`). Tests set its users by `PUT /_people/{id}` and its
behavior by `PUT /_behavior`.
"""
