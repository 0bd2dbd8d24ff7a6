#!/bin/sh
# Runs once, in an empty cluster: each service gets a role and a database of its own, closed to the others.
set -eu
create() {
	psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --set=name="$1" --set=password="$2" --dbname=postgres <<-'SQL'
		CREATE ROLE :"name" LOGIN PASSWORD :'password';
		CREATE DATABASE :"name" OWNER :"name";
		REVOKE ALL ON DATABASE :"name" FROM PUBLIC;
	SQL
}
monitor() {
	psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --set=password="$1" --dbname=postgres <<-'SQL'
		CREATE ROLE monitor LOGIN PASSWORD :'password' IN ROLE pg_monitor;
	SQL
}
create auth "$AUTH_DATABASE_PASSWORD"
create content "$CONTENT_DATABASE_PASSWORD"
create notifications "$NOTIFICATIONS_DATABASE_PASSWORD"
create calculator "$CALCULATOR_DATABASE_PASSWORD"
create status "$STATUS_DATABASE_PASSWORD"
monitor "$MONITOR_DATABASE_PASSWORD"
