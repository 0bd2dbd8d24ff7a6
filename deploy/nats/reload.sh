#!/bin/sh
# Makes the running nats-server of this container read users and passwords again. Connections of unchanged users stay open
# (docs/decisions/0157).
set -eu
# A server that was started by an earlier release has no /tmp/nats and reads /etc/nats directly.
if [ -d /tmp/nats ]; then sh /etc/nats/configure.sh; fi
kill -HUP 1
