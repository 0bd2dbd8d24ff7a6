#!/bin/sh
# Replaces passwords of the running system of docker-compose.yml: deploy/compose/rotate.sh [database] [nats] [grafana]
# Without an argument it replaces all of them. First the files get the new values, then the servers that check them. The
# services read the files at each connection and keep running (docs/decisions/0148). A connection that is opened between
# the two steps is refused and retried for up to five seconds; its request waits.
# *_SECRET_KEY is not rotated, since it encrypts stored data (docs/runbooks/deploy.md).
set -eu
cd "$(dirname "$0")/../.."
[ $# -gt 0 ] || set -- database nats grafana
for kind in "$@"; do
    case $kind in
        database | nats | grafana) ;;
        *)
            echo "rotate: $kind is none of: database nats grafana" >&2
            exit 2
            ;;
    esac
done
running=$(docker compose ps --services --status running)
is_running() { echo "$running" | grep -qx "$1"; }
restart() {
    for name in "$@"; do
        is_running "$name" || continue
        docker compose restart "$name"
    done
}

docker compose run --rm --no-deps secrets python /make_secrets.py rotate "$@"
for kind in "$@"; do
    case $kind in
    database)
        docker compose exec -T postgres sh /docker-entrypoint-initdb.d/databases.sh
        # These containers read the password only when they start.
        restart postgres-exporter archive restore-drill
        ;;
    nats)
        # NATS keeps running. It closes connections with the old password, and the clients reconnect with the new one.
        for node in nats nats-2 nats-3; do
            is_running "$node" || continue
            docker compose exec -T "$node" sh /etc/nats/reload.sh
        done
        ;;
    grafana)
        # Grafana reads the file only at its first start.
        if is_running grafana; then
            docker compose exec -T grafana sh -c 'grafana cli admin reset-admin-password --password-from-stdin < /secrets/GRAFANA_PASSWORD'
        fi
        ;;
    esac
done
echo "rotated: $*"
