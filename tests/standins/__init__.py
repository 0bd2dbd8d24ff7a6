"""Stand-ins: small servers with the protocols of sign-in providers and Telegram's Bot API, so that tests need neither.

Each one can run alone (`python -m tests.standins.vk --port 9101`). Tests set the users of a sign-in provider by
`PUT /_people/{id}` and its behavior by `PUT /_behavior`.

Three programs here change the database of the running local stack, so that browser journeys find the state that they
need: `first_administrator`, `long_conversation` and `overdue_reservation`.
"""
