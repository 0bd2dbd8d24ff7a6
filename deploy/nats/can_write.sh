#!/bin/sh
# Health check: exit code 1 if NATS refuses writes although its disk has room. After a failed write a stream refuses
# all further writes until the server restarts (docs/faults.md), so compose and Kubernetes restart it.
#   can_write.sh [STORE [PORT OF THE MONITOR]]
store=${1:-/data}
printf 'GET /healthz HTTP/1.0\r\n\r\n' | nc -w 3 127.0.0.1 "${2:-8222}" | grep -q 'write error' || exit 0
# The reported free space does not show quotas, so a file is written.
dd if=/dev/zero of="$store/room" bs=1048576 count=16 2> /dev/null
status=$?
rm -f "$store/room"
# If the file could not be written, the disk is full, and a restart of NATS would not help.
[ $status -ne 0 ]
