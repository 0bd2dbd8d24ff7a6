#!/bin/sh
# Writes the secrets of a server as files, one for each name, readable by their owner alone: deploy/compose/secrets.sh [FOLDER]
# docker-compose.yml reads the folder that SECRETS_FOLDER of .env names; without it the container `secrets` makes the same
# values in a volume. Files that exist stay as they are: PostgreSQL has their passwords already.
# Secrets from elsewhere are files of the same folder: SMTP_URL, AUTH_VK_CLIENT_SECRET and so on (make_secrets.py, OTHERS).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=${1:-$here/../../secrets}
umask 077
mkdir -p "$folder"
made=0
# ADMIN_PASSWORD is not one of them: auth generates it and prints it once.
for name in $(sed -n 's/^\([A-Z_]*_PASSWORD\|[A-Z]*_SECRET_KEY\)=$/\1/p' "$here/production.env.example" | grep -v '^ADMIN_PASSWORD$'); do
    [ ! -e "$folder/$name" ] || continue
    od -An -N32 -tx1 /dev/urandom | tr -d ' \n' > "$folder/.$name.new"
    mv "$folder/.$name.new" "$folder/$name"
    made=$((made + 1))
done
echo "$folder: $made new secrets; keep a copy of the folder apart from the backups"
