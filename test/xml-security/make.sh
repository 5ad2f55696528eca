#!/bin/sh
# Makes the documents of this directory from templates/, with xmlsec1 (1.2.37, with OpenSSL) and the keys of test/keys/.
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
