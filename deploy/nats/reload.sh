#!/bin/sh
# The running nats-server of this container reads users and passwords again; connections of others stay (docs/decisions/0157).
set -eu
# One that a release before has started reads /etc/nats itself.
[ ! -d /tmp/nats ] || sh /etc/nats/configure.sh
kill -HUP 1
