#!/bin/sh
# Runs nats-server in its container, and a loop beside it. Every five seconds the loop reloads changed users or passwords,
# and stops a server that refuses writes although its disk has room, so that the container restarts.
set -eu
here=$(dirname "$0")
sh "$here/configure.sh"
compute_state() { cat /secrets/passwords.conf "$here/users.conf" "$here/nats.conf" | cksum; }
(
    read_last=$(compute_state)
    while sleep "${WATCH_SECONDS:-5}"; do
        sh "$here/can_write.sh" || kill -TERM 1
        now=$(compute_state)
        if [ "$now" != "$read_last" ]; then
            sh "$here/reload.sh"
            read_last=$now
        fi
    done
) &
exec nats-server -c /tmp/nats/server.conf "$@"
