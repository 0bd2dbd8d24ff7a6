#!/bin/sh
# Writes the digest of each image of others behind its tag, in the compose files and the Dockerfiles, as a registry answers
# today: name:tag becomes name:tag@sha256:... . Needs Docker with buildx and a way to the registries. All or none: the files
# change only when every image was found. Run it after a change of a tag; `git diff` shows what is new.
set -eu
cd "$(dirname "$0")/../.."
files="docker-compose.yml $(echo deploy/compose/*.yml services/*/Dockerfile web/Dockerfile deploy/backup/Dockerfile)"
images=$(sed -nE 's/^( *image:|FROM) +([a-z0-9./-]+:[A-Za-z0-9._-]+).*$/\2/p' $files | sort -u)
edits=$(mktemp)
trap 'rm -f "$edits"' EXIT
for image in $images; do
    digest=$(docker buildx imagetools inspect --format '{{.Manifest.Digest}}' "$image")
    case $digest in sha256:*) ;; *) echo "$image: no digest but '$digest'" >&2; exit 1 ;; esac
    name=$(printf %s "$image" | sed 's/\./\\./g')
    printf '%s\n' "s#^( *image:|FROM)( +$name)(@sha256:[0-9a-f]+)?( |\$)#\1\2@$digest\4#" >> "$edits"
    echo "$image@$digest"
done
sed -E -i -f "$edits" $files
