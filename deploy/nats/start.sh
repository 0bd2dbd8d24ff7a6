#!/bin/sh
# Runs nats-server in its container, and a loop beside it. Every five seconds the loop reloads changed users or passwords,
# and stops a server that refuses writes although its disk has room, so that the container restarts.
set -eu
here=$(dirname "$0")
sh "$here/configure.sh"
compute_state() { cat /secrets/passwords.conf "$here/users.conf" "$here/nats.conf" | cksum; }
(
    last_state=$(compute_state)
    while sleep "${WATCH_SECONDS:-5}"; do
        if ! sh "$here/can_write.sh"; then kill -TERM 1; fi
        state=$(compute_state)
        if [ "$state" != "$last_state" ]; then
            sh "$here/reload.sh"
            last_state=$state
        fi
    done
) &
exec nats-server -c /tmp/nats/server.conf "$@"
