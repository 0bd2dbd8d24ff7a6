#!/bin/sh
# Runs beside Traefik and makes it read renewed certificate files within seconds. Traefik reads them only when the file
# that names them changes, so this script touches that file. A certificate and its key are two files, so the script waits
# until both have stayed the same for one interval.
#   follow_certificate.sh FOLDER ROUTES [SECONDS]
served=$(cksum "$1/certificate.pem" "$1/key.pem" 2> /dev/null)
while sleep "${3:-5}"; do
  now=$(cksum "$1/certificate.pem" "$1/key.pem" 2> /dev/null)
  if [ "$now" = "$seen" ] && [ "$now" != "$served" ]; then
    touch "$2/certificates.yml"
    served=$now
  fi
  seen=$now
done
