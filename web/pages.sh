#!/bin/sh
# Serves or publishes the built pages of the web image. One image serves every site, so the address of the site is written
# into the pages when the container starts.
#   pages.sh serve           the pages under PUBLIC_URL, by Caddy
#   pages.sh publish FOLDER  copies the pages for the content service and keeps the scripts of earlier builds
# BUILD: the built pages (/srv/build); WORK: where the served copy is made (/tmp/site).
set -eu
build=${BUILD:-/srv/build}
work=${WORK:-/tmp/site}

# Canonical addresses, Open Graph and JSON-LD are only in the HTML; scripts read the address from there.
write_address() {
    address=${PUBLIC_URL:-}
    address=${address%/}
    built=$(sed -n 's/.*<meta name="site-address" content="\([^"]*\)".*/\1/p' "$1/client/__spa-fallback.html" | head -n 1)
    [ -n "$address" ] && [ -n "$built" ] && [ "$address" != "$built" ] || return 0
    pattern=$(printf %s "$built" | sed 's/[.]/\\./g')
    find "$1/client" -name '*.html' | while read -r page; do
        # The character after the address must not continue it: with port 80, an address with port 8080 stays.
        sed -E "s#$pattern([^A-Za-z0-9_.:-]|\$)#$address\\1#g" "$page" > "$page.new"
        gzip -9 -n -c "$page.new" > "$page.gz.new"
        # Caddy derives the ETag from this time, so all replicas of one image have the same ETag.
        touch -r "$page" "$page.new" "$page.gz.new"
        rm -f "$page" "$page.gz" "$page.br"
        mv "$page.new" "$page"
        mv "$page.gz.new" "$page.gz"
    done
}

case ${1:-} in
serve)
    rm -rf "$work"
    # Symbolic links. write_address replaces the links of the pages by files.
    cp -rs "$build" "$work"
    write_address "$work"
    WEB_ROOT=$work/client exec caddy run --config "${CADDYFILE:-/etc/caddy/Caddyfile}" --adapter caddyfile
    ;;
publish)
    cd "$2"
    rm -rf new
    cp -r "$build" new
    write_address "$PWD/new"
    name=$(sha256sum new/client/__spa-fallback.html | cut -c1-16)
    if [ "$(readlink current || true)" = "$name" ]; then
        rm -rf new
        exit 0
    fi
    mkdir -p kept/assets
    # The copies get the time of now, so a file stays for 30 days after its build was replaced.
    if [ -e current ]; then cp -r current/client/assets/. kept/assets; fi
    cp -r "$build/client/assets/." kept/assets
    find kept -type f -mtime +30 -delete
    rm -rf "$name"
    mv new "$name"
    ln -s "$name" new && mv -T new current
    for folder in *; do
        case $folder in current | kept | "$name") ;; *) rm -rf "$folder" ;; esac
    done
    ;;
*)
    echo "pages.sh: serve, or publish FOLDER" >&2
    exit 2
    ;;
esac
