#!/bin/sh
# Makes the running nats-server of this container read users and passwords again. Connections of unchanged users stay open
# (docs/decisions/0157).
set -eu
# A server that was started by an earlier release has no /tmp/nats and reads /etc/nats directly.
[ ! -d /tmp/nats ] || sh /etc/nats/configure.sh
kill -HUP 1
