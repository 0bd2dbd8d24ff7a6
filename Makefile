# The commands of this project. Each is a short Python program in deploy/local; `make help` lists them.
# PORT moves the gateway (8080), VAR_DIR the state (var/), P names one part for logs, stop, start, restart;
# NATS_NODES=3 at the first start makes NATS a cluster; REPLICAS=3 runs as many of each service.
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory
ifndef PYTHON
PYTHON := $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo "$$p"; break; }; done)
endif

VERBS := up up-observability down status logs trace stop start restart deploy test check lint types fix codegen e2e seed seed-large shots fuzz bench bench-web gameday faults load soak isolation backup backup-verify restore restore-drill replay events-dlq rotate-keys secrets rotate new-service new-feature release sbom audit mail-preview help

.PHONY: $(VERBS)
$(VERBS):
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed; none was found on PATH."; exit 1; }
	@cd "$(CURDIR)" && P="$(P)" VERSION="$(VERSION)" exec $(PYTHON) -m deploy.local $@ $(ARGS)
