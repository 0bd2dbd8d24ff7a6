"""`python -m chassis.testing.openapi content` prints the OpenAPI document of a service."""

import argparse
import importlib
import json
import sys


def main() -> None:
    parser = argparse.ArgumentParser(description="Print the OpenAPI document of a service.")
    parser.add_argument("service")
    service = parser.parse_args().service
    app = importlib.import_module(f"{service}.main").build()
    json.dump(app.openapi(), sys.stdout, ensure_ascii=False, indent=2, sort_keys=True)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
