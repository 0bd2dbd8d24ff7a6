"""Small servers that speak other companies' protocols, so that sign-in can be tried without them.

Each runs by itself (`python -m tests.standins.vk --port 9101`) and is told by `PUT /_people/{id}` whom it knows and by
`PUT /_mood` how it behaves.
"""
