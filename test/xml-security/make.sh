#!/bin/sh
# Makes the documents of this directory from templates/, with xmlsec1 (1.2.37, with OpenSSL 3) and the keys of test/keys/.
set -e
cd "$(dirname "$0")"
key=../keys/rsa.pem
sign() {
  xmlsec1 --sign --privkey-pem "$key,../keys/certificate.pem" --id-attr:Id urn:example:orders:order \
    --output "signed-$1.xml" "$2"
}
for name in by-id whole sha1 sha512 within nested; do
  sign "$name" "templates/$name.xml"
done
# A signed batch, with a signed order in it.
sed -n '/<order/,/<\/order>/p' signed-within.xml >order.tmp
sed '/^<!-- the order/{
  r order.tmp
  d
}' templates/around.xml >around.tmp
sign around around.tmp
rm order.tmp around.tmp
for name in element content triple-des rsa-1-5; do
  case $name in triple-des) session=des-192 ;; content) session=aes-128 ;; *) session=aes-256 ;; esac
  xmlsec1 --encrypt --pubkey-cert-pem ../keys/certificate.pem --session-key "$session" --xml-data templates/plain.xml \
    --node-name urn:example:notes:card --output "encrypted-$name.xml" "templates/$name.xml"
done
# Data that OpenSSL encrypted, with a key that it encrypted in each way: digest, mask, label and ciphertext of a line.
public=$(mktemp)
openssl pkey -in "$key" -pubout -out "$public"
session=$(openssl rand -hex 32)
vector=$(openssl rand -hex 16)
data=$(mktemp)
printf '%s' "$vector" | xxd -r -p >"$data"
printf '<n:card>4111</n:card>' | openssl enc -aes-256-cbc -K "$session" -iv "$vector" >>"$data"
openssl base64 -A -in "$data" >oaep.txt
for way in "sha1 sha1" "sha224 sha1" "sha256 sha1" "sha384 sha1" "sha512 sha1" "sha224 sha224" "sha384 sha384" \
  "sha512 sha512" "sha1 sha256" "sha384 sha256" "sha512 sha384 6f72646572"; do
  set -- $way
  printf '\n%s %s %s ' "$1" "$2" "${3:--}"
  printf '%s' "$session" | xxd -r -p | openssl pkeyutl -encrypt -pubin -inkey "$public" \
    -pkeyopt rsa_padding_mode:oaep -pkeyopt "rsa_oaep_md:$1" -pkeyopt "rsa_mgf1_md:$2" \
    ${3:+-pkeyopt "rsa_oaep_label:$3"} | openssl base64 -A
done >>oaep.txt
rm "$data" "$public"
