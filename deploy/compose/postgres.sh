#!/bin/sh
# Starts PostgreSQL with memory settings for the size of its container: a quarter for its own cache, as its manual
# advises, and the other memory for sessions and the cache of the system. PostgreSQL also logs lock waits and slow
# statements (without their values, which may be personal data), and collects statistics of statements.
#   postgres.sh [ARGUMENT OF postgres...]
set -eu
limit=$(cat "${CGROUP:-/sys/fs/cgroup}/memory.max" 2> /dev/null || echo max)
if [ "$limit" = max ]; then
    # Without a memory limit, PostgreSQL gets an amount that suits a trial on a shared machine.
    megabytes=1024
else
    megabytes=$((limit / 1048576))
fi
print_smaller() {
    if [ "$1" -lt "$2" ]; then echo "$1"; else echo "$2"; fi
}
exec "${ENTRYPOINT:-docker-entrypoint.sh}" postgres \
    -c "shared_buffers=$((megabytes / 4))MB" \
    -c "effective_cache_size=$((megabytes * 6 / 10))MB" \
    -c "maintenance_work_mem=$(print_smaller $((megabytes / 16)) 512)MB" \
    -c "work_mem=$(print_smaller $((megabytes / 256 + 4)) 32)MB" \
    -c wal_buffers=16MB -c max_wal_size=2GB -c checkpoint_timeout=15min -c wal_compression=on \
    -c random_page_cost=1.1 -c effective_io_concurrency=64 -c jit=off \
    -c max_connections=200 -c timezone=UTC -c max_slot_wal_keep_size=4GB \
    -c shared_preload_libraries=pg_stat_statements -c track_io_timing=on \
    -c log_min_duration_statement=500ms -c log_parameter_max_length=0 -c log_parameter_max_length_on_error=0 \
    -c log_lock_waits=on -c log_autovacuum_min_duration=5s -c log_temp_files=64MB \
    "$@"
