#!/bin/sh
# Runs once, in an empty cluster: each service gets a role and a database of its own, closed to the others.
# The passwords are files of the container `secrets`.
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
create auth "$(cat /secrets/AUTH_DATABASE_PASSWORD)"
create content "$(cat /secrets/CONTENT_DATABASE_PASSWORD)"
create notifications "$(cat /secrets/NOTIFICATIONS_DATABASE_PASSWORD)"
create calculator "$(cat /secrets/CALCULATOR_DATABASE_PASSWORD)"
create status "$(cat /secrets/STATUS_DATABASE_PASSWORD)"
monitor "$(cat /secrets/MONITOR_DATABASE_PASSWORD)"
