#!/bin/sh
# Replaces the running containers by those of the release that is checked out, one after the other:
#   git checkout v1.2.0 && sh deploy/compose/upgrade.sh
# With production.yml each service has two: one answers while the other is replaced, and no request is lost. Going back is
# the same, with this newer script: cp -r deploy/compose /tmp/newer && git checkout v1.1.0 && sh /tmp/newer/upgrade.sh .
# Its word is the folder of the site. It stops at the first step that fails, and may be run again.
# PostgreSQL, NATS and the gateway have one container each: where the release changes theirs, the last step replaces it
# and the site is away for some seconds.
set -eu
scripts=$(cd "$(dirname "$0")" && pwd)
cd "${1:-$scripts/../..}"
all=$(docker compose config --services)
has() { echo "$all" | grep -qx "$1"; }
in_gateway() { docker compose exec -T gateway "$@"; }
once() {
    echo "== $1"
    docker compose run --rm --no-deps -T "$1"
}
# Whether each health check of the gateway has found the container that was started last.
is_routed() {
    in_gateway wget -q -O - http://127.0.0.1:8082/metrics | awk -v server="url=\"http://$1:" '
        /^traefik_service_server_up/ && index($0, server) { known = 1; if ($NF != 1) away = 1 }
        END { exit !known || away }'
}
replace() {
    echo "== $1"
    docker compose up -d --no-deps --wait "$1"
    tries=30
    until is_routed "$1"; do
        tries=$((tries - 1))
        [ $tries -gt 0 ] || { echo "upgrade: the gateway does not find $1" >&2; exit 1; }
        sleep 1
    done
}

docker compose build
once secrets
# What the release's services may do: NATS reads it without a restart.
for node in nats nats-2 nats-3; do
    ! has "$node" || docker compose exec -T "$node" sh /etc/nats/reload.sh
done
# The release's streams and consumers, in the operator's name.
! has declare-streams || once declare-streams
# Migrations of one release only add, so the running services go on with these tables (docs/decisions/0096).
for service in auth content notifications calculator status; do once "$service-prepare"; done
once pages
for name in web web-2 auth auth-2 content content-2 notifications-1 notifications-2 streams-1 streams-2 calculator calculator-2 status status-2; do
    ! has "$name" || replace "$name"
done
# The gateway watches a copy of its routes. Of its other files it sees those of its start.
if in_gateway test -d /tmp/routes; then
    in_gateway sh -s /etc/traefik/routes /tmp/routes < "$scripts/publish_routes.sh"
fi
in_gateway cat /etc/traefik/traefik.yml | cmp -s - gateway/traefik.yml || docker compose up -d --no-deps --wait --force-recreate gateway
docker compose up -d
echo "upgraded: $(git describe --tags --always 2>/dev/null || echo "the checked out release")"
