"""Small servers that speak other companies' protocols, so that sign-in can be tried without them.

Each runs by itself (`python -m tests.standins.vk --port 9101`) and gets its users by `PUT /_people/{id}` and
its behavior by `PUT /_behavior`.
"""
