#!/bin/sh
# Installs packages into /app during the build of an image, and copies only the files that this has added or changed to
# a folder, which becomes a layer of the image: sh install_layer.sh FOLDER PACKAGE...
# The first call creates /app. The working folder contains the sources (services/Dockerfile).
set -eu
layer=$1
shift
start=$(mktemp)
if [ ! -e /app ]; then uv venv /app; fi
# Installs what these packages need, in the versions and with the hashes of the lock file. The workspace of
# pyproject.toml is left out, since its members would be installed as links to these sources.
uv pip install --python /app --no-sources --constraint requirements.lock "$@"

# Removes what is not used: all languages of Babel but Russian (28 MB), place names of phonenumbers (42 MB), tests of
# libraries (6 MB) and debug symbols of compiled modules (35 to 50 MB).
packages=$(echo /app/lib/python3.*/site-packages)
cd "$packages"
rm -rf phonenumbers/geodata Cryptodome/SelfTest sqlalchemy/testing
find babel/locale-data -name '*.dat' ! -name 'root.dat' ! -name 'ru*.dat' -delete
find . -name '*.so' -cnewer "$start" -exec strip --strip-unneeded {} +

# Compiled modules have the same bytes in every build: one process compiles in a fixed order, and uv's records of the
# time are removed.
find . -name uv_cache.json -delete
find . -name RECORD -cnewer "$start" -exec sed -i /uv_cache.json,/d {} +
find "$packages" -name '*.py' -cnewer "$start" | LC_ALL=C sort |
    PYTHONHASHSEED=0 /app/bin/python -m compileall -q --invalidation-mode unchecked-hash -i -

mkdir "$layer"
cd /app
find . ! -type d -cnewer "$start" -print0 | tar --null --files-from - --create | tar --extract --directory "$layer"
