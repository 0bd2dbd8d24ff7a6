#!/bin/sh
# Runs beside Traefik and makes it read renewed certificate files within seconds. Traefik reads them only when the file
# that names them changes, so this script touches that file. A certificate and its key are two files, so the script
# waits until both have stayed the same for one interval.
#   follow_certificate.sh FOLDER ROUTES [SECONDS]
folder=$1
routes=$2
interval_seconds=${3:-5}

compute_checksums() { cksum "$folder/certificate.pem" "$folder/key.pem" 2> /dev/null; }

served_checksums=$(compute_checksums)
while sleep "$interval_seconds"; do
  checksums=$(compute_checksums)
  if [ "$checksums" = "$previous_checksums" ] && [ "$checksums" != "$served_checksums" ]; then
    touch "$routes/certificates.yml"
    served_checksums=$checksums
  fi
  previous_checksums=$checksums
done
