#!/bin/sh
# Exit code 1 when NATS refuses writes although its disk has room: a stream whose write has failed accepts nothing more
# until the server starts anew (docs/faults.md). Then compose and Kubernetes restart it.
#   can_write.sh [STORE [PORT OF THE MONITOR]]
store=${1:-/data}
printf 'GET /healthz HTTP/1.0\r\n\r\n' | nc -w 3 127.0.0.1 "${2:-8222}" | grep -q 'write error' || exit 0
# Free space alone says nothing of quotas.
dd if=/dev/zero of="$store/room" bs=1048576 count=16 2> /dev/null
has_room=$?
rm -f "$store/room"
[ $has_room -ne 0 ]
