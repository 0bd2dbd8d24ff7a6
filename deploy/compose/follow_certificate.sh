#!/bin/sh
# Beside Traefik, which reads a certificate's files only when the file that names them changes: renewed files are served
# within seconds. They are two, so they count as renewed once they have stayed the same for a moment.
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
