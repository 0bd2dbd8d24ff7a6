#!/bin/sh
# Gives a running Traefik the routes of another release, all of them at one moment: publish_routes.sh FROM TO
# It reads its folder again whenever a file changes, while others are still those of the release before, and would serve
# that mixture for two seconds: 404 where a file needs what another one no longer has. While a file cannot be read it keeps
# the routes that it has, so there is one until all are in place. A copy that failed leaves it there; the next one ends it.
set -eu
umask 077
blocking=$2/0-incomplete.yml
put() { cat > "$2/.new" && mv "$2/.new" "$1"; }
# The route of the certificate is no part of a release.
is_of_release() { [ -e "$1/${2##*/}" ] || [ "${2##*/}" = certificates.yml ]; }
differ() {
    for file in "$1"/*.yml; do cmp -s "$file" "$2/${file##*/}" || return 0; done
    for file in "$2"/*.yml; do is_of_release "$1" "$file" || return 0; done
    return 1
}
differ "$1" "$2" || exit 0
echo 'incomplete: [' | put "$blocking" "$2"
# Until then a reading that had already begun has ended.
sleep "${3:-1}"
for file in "$1"/*.yml; do put "$2/${file##*/}" "$2" < "$file"; done
for file in "$2"/*.yml; do
    [ "$file" = "$blocking" ] || is_of_release "$1" "$file" || rm "$file"
done
rm "$blocking"
