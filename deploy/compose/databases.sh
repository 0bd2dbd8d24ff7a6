#!/bin/sh
# Creates the role and the database of each service. Other roles cannot connect to the database. The passwords are files
# of the container `secrets`. PostgreSQL runs this script when it initializes an empty cluster. Later runs create missing
# roles and databases, and set all passwords (deploy/compose/rotate.sh). psql reads the passwords from the files, so no
# command line or log shows them.
set -eu
folder=${SECRETS_DIR:-/secrets}

# run NAME FILE: runs the SQL of the standard input as the superuser. In the SQL, :name is NAME, and :file is the path of
# the secret FILE.
run() {
	psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --set=name="$1" --set=file="$folder/$2" --username="${POSTGRES_USER:-postgres}" --dbname=postgres
}

create_role() {
	run "$1" "$2" <<-'SQL'
		SET log_statement = 'none';
		SET log_min_error_statement = 'panic';
		\set password `cat :'file'`
		SELECT format('CREATE ROLE %I', :'name') WHERE to_regrole(quote_ident(:'name')) IS NULL \gexec
		ALTER ROLE :"name" LOGIN PASSWORD :'password';
	SQL
}

create_database() {
	run "$1" "" <<-'SQL'
		SELECT format('CREATE DATABASE %I OWNER %I', :'name', :'name')
		WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = :'name') \gexec
		REVOKE ALL ON DATABASE :"name" FROM PUBLIC;
	SQL
}

for service in auth content notifications calculator status; do
	prefix=$(echo "$service" | tr a-z A-Z)
	create_role "$service" "${prefix}_DATABASE_PASSWORD"
	create_database "$service"
done

create_role monitor MONITOR_DATABASE_PASSWORD
run monitor "" <<'SQL'
GRANT pg_monitor TO monitor;
-- The slowest and most frequent statements, for an operator: docs/runbooks/slow-statements.md.
SELECT 'CREATE EXTENSION IF NOT EXISTS pg_stat_statements'
WHERE EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_stat_statements') \gexec
SQL

# The archive (deploy/backup) uses this role for base backups, the write-ahead log and restore drills.
create_role backup BACKUP_DATABASE_PASSWORD
run backup "" <<'SQL'
ALTER ROLE backup REPLICATION;
GRANT pg_monitor, pg_read_all_data TO backup;
GRANT CONNECT ON DATABASE auth, content, notifications, calculator, status TO backup;
GRANT EXECUTE ON FUNCTION pg_create_restore_point(text) TO backup;
SQL

access="${PGDATA:-/var/lib/postgresql/18/docker}/pg_hba.conf"
if [ -e "$access" ] && ! grep -q '^host replication backup ' "$access"; then
	echo 'host replication backup samenet scram-sha-256' >> "$access"
	run backup "" <<-'SQL'
		SELECT pg_reload_conf();
	SQL
fi

create_role "${POSTGRES_USER:-postgres}" POSTGRES_PASSWORD
