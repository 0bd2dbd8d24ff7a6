#!/bin/sh
# Writes .env beside docker-compose.yml with random secrets, once: deploy/compose/secrets.sh [FILE]
# Each setting of production.env.example that ends in _PASSWORD or SECRET_KEY of a part of this system gets a value;
# all other settings keep their defaults. An existing file stays as it is: PostgreSQL keeps its first passwords.
set -eu
folder=$(cd "$(dirname "$0")" && pwd)
file=${1:-$folder/../../.env}
if [ -e "$file" ]; then
    echo "$file exists already: nothing was changed"
    exit 0
fi
umask 077
draft=$file.new
: > "$draft"
# ADMIN_PASSWORD stays empty: auth generates one and prints it once.
sed -n 's/^\([A-Z_]*_PASSWORD\|[A-Z]*_SECRET_KEY\)=$/\1/p' "$folder/production.env.example" | grep -v '^ADMIN_PASSWORD$' |
    while read -r name; do
        value=$(od -An -N32 -tx1 /dev/urandom | tr -d ' \n')
        echo "$name=$value" >> "$draft"
    done
mv "$draft" "$file"
echo "$file has new secrets; keep a copy of it apart from the backups"
