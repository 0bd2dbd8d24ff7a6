#!/bin/sh
# Brings the running site to another release without refusing a request: APP_VERSION=1.1.0 sh deploy/compose/upgrade.sh
# `docker compose up -d` stops every container that changes before it starts the first new one, so both containers of a
# service would be down together. Therefore the first container of each service is replaced first. When these are healthy,
# the other containers are replaced (docs/decisions/0300). A first start needs only `docker compose up -d --wait`.
set -eu
cd "$(dirname "$0")/../.."
configured_services=$(docker compose config --services)
first_containers=""
for name in auth content notifications-1 calculator status web streams-1; do
    if echo "$configured_services" | grep -qx "$name"; then first_containers="$first_containers $name"; fi
done
# shellcheck disable=SC2086
docker compose up -d --wait $first_containers
# The gateway checks its servers every second. Until it has found the new ones, the others stay.
sleep "${SETTLE_SECONDS:-5}"
docker compose up -d --wait
