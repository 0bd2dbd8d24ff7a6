#!/bin/sh
# Runs nats-server in its container, and a loop beside it. Every five seconds the loop reloads changed users or passwords,
# and stops a server that refuses writes although its disk has room, so that the container restarts.
set -eu
folder=$(dirname "$0")
sh "$folder/configure.sh"
compute_checksum() { cat /secrets/passwords.conf "$folder/users.conf" "$folder/nats.conf" | cksum; }
(
    last_checksum=$(compute_checksum)
    while sleep "${WATCH_SECONDS:-5}"; do
        if ! sh "$folder/can_write.sh"; then kill -TERM 1; fi
        checksum=$(compute_checksum)
        if [ "$checksum" != "$last_checksum" ]; then
            sh "$folder/reload.sh"
            last_checksum=$checksum
        fi
    done
) &
exec nats-server -c /tmp/nats/server.conf "$@"
