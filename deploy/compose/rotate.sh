#!/bin/sh
# New passwords for the running system of docker-compose.yml: deploy/compose/rotate.sh [database] [nats] [grafana]
# Without a word all of them. In this order: new values in the files, then in the server that checks them, then in the
# programs that use them. Open connections stay; who connects in between gets an error and tries again, so requests
# may be answered with 503 and Retry-After for some seconds.
# Not rotated: *_SECRET_KEY, which encrypts what is stored (docs/runbooks/deploy.md).
set -eu
cd "$(dirname "$0")/../.."
[ $# -gt 0 ] || set -- database nats grafana
for kind in "$@"; do
    case $kind in database | nats | grafana) ;; *) echo "rotate: $kind is none of: database nats grafana" >&2; exit 2 ;; esac
done
services="auth auth-2 content content-2 notifications-1 notifications-2 calculator calculator-2 status status-2"
running=$(docker compose ps --services --status running)
is_running() { echo "$running" | grep -qx "$1"; }
restart() {
    for name in "$@"; do
        is_running "$name" || continue
        docker compose restart "$name"
        # Of two replicas one always answers.
        docker compose up -d --no-deps --no-recreate --wait "$name"
    done
}

docker compose run --rm --no-deps secrets python /make_secrets.py rotate "$@"
restarted=""
for kind in "$@"; do
    case $kind in
    database)
        docker compose exec -T postgres sh /docker-entrypoint-initdb.d/databases.sh
        restarted="$services exporter backup-nightly"
        ;;
    nats)
        restart nats
        restarted="$services exporter backup-nightly"
        ;;
    grafana)
        # Grafana takes the file at its first start only.
        ! is_running grafana || docker compose exec -T grafana sh -c 'grafana cli admin reset-admin-password --password-from-stdin < /secrets/GRAFANA_PASSWORD'
        ;;
    esac
done
restart $restarted
echo "rotated: $*"
