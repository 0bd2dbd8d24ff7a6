# Commands for development and tests; `make help` lists them. Each is a short Python program (deploy/local/__main__.py).
# For a server see docs/runbooks/deploy.md. PORT sets the port of the gateway: 8080 at the first start, then the last one.
# VAR_DIR is the folder of the state (var/). P names one part for logs, stop, start and restart. NATS_NODES=3 at the first
# start makes NATS a cluster. REPLICAS=3 runs three processes of each service. PYTHON names another Python.
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory
CANDIDATES := $(or $(PYTHON),python3 python3.14 python3.13 python3.12 python3.11)
override PYTHON := $(shell for p in $(CANDIDATES); do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo "$$p"; break; }; done)

up: ## install, build, start, wait until ready (PORT=8080, ADMIN_EMAIL, ADMIN_PASSWORD)
up-observability: ## the same with Prometheus, Alertmanager, exporter, traces
down: ## stop everything; var/ keeps the data
status: ## each part's state, process and address
logs: ## follow the logs; P=content for one part; Q='level:error' asks the log store of compose, SINCE=1h
trace: ## one request from end to end, spans and log lines: P=<request id>
stop: ## stop one part: P=content
start: ## start it again: P=content
restart: ## restart one part with its current code: P=content
seed: ## load the demo content again where it is missing
seed-large: ## 10,000 articles, 200,000 comments, 5,000 cars; ENTRIES=10000000 inbox entries too
test: ## lint, types, services, contracts, web, journeys on an own stack; P=<a test>
test-generated: ## Schemathesis, and the property tests with all their examples
test-faults: ## parts crash under load, hang or lose their data, on an own stack
test-screens: ## every screen: axe, widths, failing requests, the Tab key, on an own stack
test-firefox: ## the core journeys in Firefox, on an own stack (FIREFOX_PATH)
test-webkit: ## the core journeys in WebKit, on an own stack (WEBKIT_PATH)
test-deployment: ## compose and Kubernetes files, backups, alerts
check: ## lint, types, the contract documents, the size and the HTML of the pages
lint: ## style, and the architecture rules
types: ## mypy --strict and tsc
fix: ## format, and repair what the linters can
codegen: ## OpenAPI and AsyncAPI documents and the web's types from the code
e2e: ## journeys against the running stack, or BASE_URL=...; P=auth for one file; BROWSER=firefox or BROWSER=webkit for the core ones in that browser
e2e-compose: ## the same over https against production.yml in containers (tests/compose/site.py)
shots: ## screenshots of every page of the running stack
fuzz: ## Schemathesis at length; FUZZ_EXAMPLES=25 for each operation
bench: ## measurements beside reference programs; P=events for some; a run of all writes docs/performance.md
bench-web: ## Lighthouse on a phone, and the time to answer a press
gameday: ## stop each part for a minute and check what the status page and the alerts show (ADMIN_PASSWORD)
faults: ## crashes, hangs and outages under load, on an own stack; P=nats for some
load: ## the highest rate of a realistic mix that the site answers well
isolation: ## a flood on one route, or slow clients: others stay quick
soak: ## an hour of half that rate with 2,000 streams: memory and disk use must not grow
backup: ## databases and files, into var/backups (BACKUP_FOLDER, BACKUP_KEPT_DAYS=14)
backup-verify: ## whether a backup is complete and can be read: FROM=<its name>
restore: ## put a backup back and start: FROM=<its name>; OVERWRITE=yes
restore-drill: ## archive the running system, recover it into another cluster, compare both
events-dlq: ## events that could not be handled: list, or ARGS='replay notifications'
replay: ## fill a service's copies of another's data again: P=notifications FROM=auth
rotate-keys: ## a new key for access tokens; nobody is signed out
rotate: ## for compose on a server: new passwords; P='database nats grafana' for some
rehearse-rollback: ## on a server: count refused requests while the site changes versions: P="1.1.0 1.0.0"
new-service: ## another service: NAME=garage (docs/adding-a-service.md)
new-feature: ## sources of a feature: SERVICE=content NAME=repairs
sbom: ## bills of materials with licences (CycloneDX) in var/sbom-python.cdx.json, var/sbom-web.cdx.json
audit: ## known vulnerabilities of all packages: pip-audit and pnpm audit
mail-preview: ## a page of all notifications, toasts and emails in var/mail-preview
help: ## this list

VERBS := $(shell sed -n 's/^\([a-z0-9-]*\): \#\# .*/\1/p' $(MAKEFILE_LIST))
SHELL_VERBS := help rotate rehearse-rollback
ifdef Q
SHELL_VERBS += logs
endif

.PHONY: $(VERBS)
$(filter-out $(SHELL_VERBS),$(VERBS)):
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed; none of these is: $(CANDIDATES)"; exit 1; }
	@cd "$(CURDIR)" && P="$(P)" exec $(PYTHON) -m deploy.local $@ $(ARGS)

help:
	@awk -F ': ## ' '/^[a-z0-9-]+: ## / { printf "  make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

rotate:
	@sh deploy/compose/rotate.sh $(P)

rehearse-rollback:
	@$(PYTHON) -m deploy.compose.rehearse $(P)

ifdef Q
logs:
	@$(PYTHON) -m deploy.compose.logs '$(Q)' --since "$(or $(SINCE),1h)" --container "$(P)"
endif
