"""All tests: no garbage collection while modules are imported, as in the services (docs/decisions/0172)."""

import gc

gc.disable()


def pytest_collection_finish() -> None:
    """Exclude imported modules from garbage collection, since they stay until the end."""
    gc.freeze()
    gc.enable()
