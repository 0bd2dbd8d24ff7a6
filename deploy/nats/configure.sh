#!/bin/sh
# What nats-server reads in a container: the configuration of /etc/nats with the passwords of /secrets, in /tmp/nats. Run at
# the start, and again before NATS reads it anew (reload.sh). NODE: the name of a node in a cluster.
set -eu
mkdir -p /tmp/nats
# Variables that stand before what uses them; NATS looks for others in its environment.
cat /secrets/passwords.conf /etc/nats/users.conf > /tmp/nats/users.conf
cp /etc/nats/nats.conf /tmp/nats/nats.conf
if [ -n "${NODE:-}" ]; then
    password=$(cat /secrets/NATS_ROUTE_PASSWORD)
    sed -e "s|NODE|$NODE|" -e "s|ROUTE_PASSWORD|$password|" /etc/nats/cluster.conf > /tmp/nats/server.conf
else
    echo 'include "./nats.conf"' > /tmp/nats/server.conf
fi
