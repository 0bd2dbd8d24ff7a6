#!/bin/sh
# Runs nats-server in its container, and beside it, every five seconds: new users or passwords are read without a
# restart, and a server that refuses writes although its disk has room is ended, so that it is started anew.
set -eu
here=$(dirname "$0")
sh "$here/configure.sh"
state() { cat /secrets/passwords.conf "$here/users.conf" "$here/nats.conf" | cksum; }
(
    read_last=$(state)
    while sleep "${WATCH_SECONDS:-5}"; do
        sh "$here/can_write.sh" || kill -TERM 1
        now=$(state)
        if [ "$now" != "$read_last" ]; then
            sh "$here/reload.sh"
            read_last=$now
        fi
    done
) &
exec nats-server -c /tmp/nats/server.conf "$@"
