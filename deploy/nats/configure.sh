#!/bin/sh
# Writes the configuration of nats-server in a container to /tmp/nats, from /etc/nats and the passwords in /secrets. Runs at
# the start and before each reload (reload.sh). NODE is the name of a node in a cluster.
set -eu
mkdir -p /tmp/nats
# The passwords are variables, which NATS finds only if they are defined before their use or in its environment.
cat /secrets/passwords.conf /etc/nats/users.conf > /tmp/nats/users.conf
cp /etc/nats/nats.conf /tmp/nats/nats.conf
if [ -n "${NODE:-}" ]; then
    password=$(cat /secrets/NATS_ROUTE_PASSWORD)
    sed -e "s|NODE|$NODE|" -e "s|ROUTE_PASSWORD|$password|" /etc/nats/cluster.conf > /tmp/nats/server.conf
else
    echo 'include "./nats.conf"' > /tmp/nats/server.conf
fi
