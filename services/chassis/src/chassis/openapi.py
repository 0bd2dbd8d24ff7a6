"""Print the OpenAPI document of a service: `python -m chassis.openapi content`."""

import importlib
import json
import sys

if __name__ == "__main__":
    app = importlib.import_module(f"{sys.argv[1]}.main").build()
    json.dump(app.openapi(), sys.stdout, ensure_ascii=False, indent=2, sort_keys=True)
    sys.stdout.write("\n")
