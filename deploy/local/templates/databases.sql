-- Creates a role and a database for each service, closed to the other roles. Another run adds missing roles and databases.
{% for service in paths.SERVICES %}
SELECT 'CREATE ROLE {{ service }} LOGIN PASSWORD ''{{ secret("database_" ~ service) }}'''
  WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '{{ service }}') \gexec
SELECT 'CREATE DATABASE {{ service }} OWNER {{ service }}'
  WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = '{{ service }}') \gexec
REVOKE ALL ON DATABASE {{ service }} FROM PUBLIC;
{% endfor %}
SELECT 'CREATE ROLE {{ monitor }} LOGIN PASSWORD ''{{ secret("database_" ~ monitor) }}'' IN ROLE pg_monitor'
  WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '{{ monitor }}') \gexec
