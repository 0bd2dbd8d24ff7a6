"""`python -m chassis.testing.openapi content` prints the OpenAPI document of a service."""

import importlib
import json
import sys

if __name__ == "__main__":
    built = importlib.import_module(f"{sys.argv[1]}.main").build()
    json.dump(built.openapi(), sys.stdout, ensure_ascii=False, indent=2, sort_keys=True)
    sys.stdout.write("\n")
