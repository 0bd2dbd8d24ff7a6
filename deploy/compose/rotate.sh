#!/bin/sh
# New passwords for the running system of docker-compose.yml: deploy/compose/rotate.sh [database] [nats] [grafana]
# Without a word all of them. In this order: new values in the files, then in the server that checks them. The services
# read the files again at each connection and go on (docs/decisions/0148). Who opens a connection between the two steps is
# refused and tries again, for five seconds; the request waits so long.
# Not rotated: *_SECRET_KEY, which encrypts what is stored (docs/runbooks/deploy.md).
set -eu
cd "$(dirname "$0")/../.."
[ $# -gt 0 ] || set -- database nats grafana
for kind in "$@"; do
    case $kind in database | nats | grafana) ;; *) echo "rotate: $kind is none of: database nats grafana" >&2; exit 2 ;; esac
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
        # These read their address at their start only.
        restart postgres-exporter archive restore-drill
        ;;
    nats)
        # NATS goes on and ends the connections of those that have the old password; they return with the new one.
        for node in nats nats-2 nats-3; do
            ! is_running "$node" || docker compose exec -T "$node" sh /etc/nats/reload.sh
        done
        ;;
    grafana)
        # Grafana takes the file at its first start only.
        ! is_running grafana || docker compose exec -T grafana sh -c 'grafana cli admin reset-admin-password --password-from-stdin < /secrets/GRAFANA_PASSWORD'
        ;;
    esac
done
echo "rotated: $*"
