import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "vitest";
import { encrypt } from "xml-encryption";
import { findings } from "../support/findings.js";
import { bare, certificate, ec, otherRsa, passphrase, rsaLocked, rsaPublic } from "../support/keys.js";
import { repository } from "../support/project.js";
import { ask, compareResponse, flow, type Sample, samples } from "../support/samples.js";
import { changed, document, given } from "./xml-samples.js";

/** The tree after the encrypted data is gone from it. */
const decrypt = (file: string): Sample =>
  given(
    file,
    document(`encrypted-${file}`),
    `{{with $xml}}
    [
      {{ name(id("card-1")) }},
      {{ decrypt-xml(., $key) }},
      {{ count(//*[local-name() = "EncryptedData"]) }},
      {{ string(*/*[2]) }},
      {{ name(*/*[2]/preceding-sibling::*[1]) }},
      {{ name(//*[local-name() = "number"]/../following-sibling::*[1]) }},
      {{ namespace-uri(//*[local-name() = "holder"]) }},
      {{ string(//namespace::n) }},
      {{ name(id("card-1")) }}
    ]
    {{end}}`,
    [
      file === "content" ? "n:card" : "",
      true,
      0,
      "4111 & 1",
      "item",
      "note",
      "urn:example:notes",
      "urn:example:notes",
      "n:card",
    ],
  );

const element = document("encrypted-element");
const content = document("encrypted-content");

const fails = (name: string, xml: string, message: string, key = "$key"): Sample =>
  given(name, xml, `[ {{ decrypt-xml($xml, ${key}) }}, {{ count($xml/*/*) }} ]`, [false, 3], message);

const notForKey = "The encrypted data was not made for this key, or was changed.";

/** Data that OpenSSL encrypted, and its key, encrypted in many ways; test/xml-security/make.sh says how. */
const [oaepData = "", ...oaepKeys] = readFileSync(
  join(repository, "test/xml-security/oaep.txt"),
  "utf8",
).split("\n");

const withKey = (method: string, parameters: string, key: string): string => `
  <order xmlns:n="urn:example:notes"><EncryptedData xmlns="http://www.w3.org/2001/04/xmlenc#"
    Type="http://www.w3.org/2001/04/xmlenc#Element">
    <EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes256-cbc"/>
    <KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><EncryptedKey xmlns="http://www.w3.org/2001/04/xmlenc#">
      <EncryptionMethod Algorithm="http://www.w3.org/${method}">${parameters}</EncryptionMethod>
      <CipherData><CipherValue>${key}</CipherValue></CipherData>
    </EncryptedKey></KeyInfo>
    <CipherData><CipherValue>${oaepData}</CipherValue></CipherData>
  </EncryptedData></order>`;

const oaep = "2009/xmlenc11#rsa-oaep";
const oaepWithSha1 = "2001/04/xmlenc#rsa-oaep-mgf1p";

const digest = (name: string): string =>
  `<DigestMethod xmlns="http://www.w3.org/2000/09/xmldsig#" Algorithm="http://www.w3.org/${name}"/>`;
const mask = (name: string): string =>
  `<MGF xmlns="http://www.w3.org/2009/xmlenc11#" Algorithm="http://www.w3.org/2009/xmlenc11#mgf1${name}"/>`;

/** Where systems and recommendations have the digests. */
const namespaces = ["2001/04/xmlenc", "2001/04/xmldsig-more", "2000/09/xmldsig"];

samples(
  "decrypt-xml, with a key encrypted by RSA-OAEP",
  oaepKeys.flatMap((line) => {
    const [hash = "", maskHash = "", label = "", key = ""] = line.split(" ");
    const params =
      label === "-" ? "" : `<OAEPparams>${Buffer.from(label, "hex").toString("base64")}</OAEPparams>`;
    return namespaces.flatMap((namespace) => {
      const digests = params + digest(`${namespace}#${hash}`);
      const documents = [withKey(oaep, digests + mask(maskHash), key)];
      if (maskHash === "sha1")
        documents.push(withKey(oaepWithSha1, digests, key), withKey(oaep, digests, key));
      return documents.map((xml, index) =>
        given(
          `${line.slice(0, 24)} ${namespace} ${index}`,
          xml,
          "[ {{ decrypt-xml($xml, $key) }}, {{ string($xml) }} ]",
          [true, "4111"],
        ),
      );
    });
  }),
);

const [, , , sha1Key = ""] = oaepKeys[0]?.split(" ") ?? [];

samples("decrypt-xml, with a key encrypted in a way that is unknown", [
  ...[
    [oaep, digest("2001/04/xmldsig-more#md5"), "a hash", "http://www.w3.org/2001/04/xmldsig-more#md5"],
    [oaep, mask("sha3"), "a hash", "http://www.w3.org/2009/xmlenc11#mgf1sha3"],
    [oaepWithSha1, mask("sha256"), "a hash", "http://www.w3.org/2009/xmlenc11#mgf1sha256"],
    [oaep, `<MGF Algorithm="${"x".repeat(200)}"/>`, "a hash", "x".repeat(100)],
  ].map(([method = "", parameters = "", what, name]) =>
    given(
      `${name} of ${method}`,
      withKey(method, parameters, sha1Key),
      "{{ decrypt-xml($xml, $key) }}",
      false,
      `The key is encrypted with ${what} that is not supported: ${name}.`,
    ),
  ),
  ...[
    ["another hash", digest("2001/04/xmlenc#sha512"), sha1Key],
    ["another label", `<OAEPparams>AAAA</OAEPparams>`, sha1Key],
    ["a short ciphertext", digest("2001/04/xmlenc#sha384"), sha1Key.slice(4)],
    ["a number beyond the key", digest("2001/04/xmlenc#sha384"), Buffer.alloc(256, 255).toString("base64")],
    ["no ciphertext", "", ""],
  ].map(([name = "", parameters = "", key = ""]) =>
    given(name, withKey(oaep, parameters, key), "{{ decrypt-xml($xml, $key) }}", false, notForKey),
  ),
]);

samples("decrypt-xml", [
  ...["element", "content", "triple-des"].map(decrypt),
  given("text", element, "{{ decrypt-xml($text, $key) }}", true),
  given(
    "a key with a passphrase",
    element,
    `{{ decrypt-xml($xml, "${bare(rsaLocked)}", "${passphrase}") }}`,
    true,
  ),
  given(
    "the encrypted data itself",
    element,
    `[ {{ decrypt-xml($xml/*/*[2], $key) }}, {{ name($xml/*/*[2]) }} ]`,
    [true, "n:card"],
  ),
  given(
    "one after the other",
    element.replace(/<EncryptedData[\s\S]*<\/EncryptedData>/, "$&$&"),
    `[ {{ decrypt-xml($xml, $key) }}, {{ decrypt-xml($xml, $key) }}, {{ decrypt-xml($xml, $key) }}, {{ count($xml/*/*) }} ]`,
    [true, true, false, 4],
    "There is no EncryptedData.",
  ),
  given(
    "content next to text",
    content.replace(/(<EncryptedData[\s\S]*<\/EncryptedData>)/, "before$1after"),
    `[ {{ decrypt-xml($xml, $key) }}, {{ count($xml/*/*[2]/node()) }}, {{ string($xml/*/*[2]) }} ]`,
    [true, 4, "before4111 & 1after"],
  ),
  given(
    "a key that stands elsewhere",
    element
      .replace(/<EncryptedKey[\s\S]*<\/EncryptedKey>/, '<RetrievalMethod URI="#k"/>')
      .replace(
        "<note>",
        `${/<EncryptedKey[\s\S]*<\/EncryptedKey>/.exec(element)?.[0].replace(" ", ' Id="k" ')}<note>`,
      ),
    `[ {{ decrypt-xml($xml, $key) }}, {{ name($xml/*/*[2]) }} ]`,
    [true, "n:card"],
  ),
  given(
    "a whole document",
    element.replace(/<order[\s\S]*?(?=<Enc)/, "").replace(/(<\/EncryptedData>)[\s\S]*/, "$1"),
    `[ {{ decrypt-xml($xml, $key) }}, {{ count($xml/*) }} ]`,
    // The prefix of the element was declared around it.
    [false, 1],
    "The decrypted data is no XML that can stand here.",
  ),

  fails(
    "RSA 1.5",
    document("encrypted-rsa-1-5"),
    "The key is encrypted in a way that is not supported: http://www.w3.org/2001/04/xmlenc#rsa-1_5.",
  ),
  fails(
    "another cipher",
    element.replace("aes256-gcm", "aes192-gcm"),
    "The data is encrypted in a way that is not supported: http://www.w3.org/2009/xmlenc11#aes192-gcm.",
  ),
  fails("a changed ciphertext", changed(element, "CipherValue"), notForKey),
  fails("another key", element, notForKey, `"${bare(otherRsa.privateKey)}"`),
  fails(
    "a key that can only sign",
    element,
    "The key cannot be used: an RSA key is needed, but this one is of the type ec.",
    `concat("", "${bare(ec.privateKey)}")`,
  ),
  fails(
    "short data",
    element.replace(/(<CipherValue>)[^<]*(<.CipherValue><.CipherData>\s*<.EncryptedData>)/, "$1AAAA$2"),
    "The encrypted data is too short.",
  ),
  fails(
    "no data",
    element.replace(
      /<CipherValue>[^<]*<.CipherValue>(<.CipherData>\s*<.EncryptedData>)/,
      "<CipherReference/>$1",
    ),
    "The encrypted data lacks CipherValue.",
  ),
  fails(
    "no type",
    element.replace("xmlenc#Element", "xmlenc#Other"),
    "The encrypted data is neither an element nor the content of one.",
  ),
  fails(
    "a key that stands in another document",
    element.replace(/<EncryptedKey[\s\S]*<\/EncryptedKey>/, '<RetrievalMethod URI="https://example.com/"/>'),
    "The encrypted data does not say its key.",
  ),
  given("nothing encrypted", "<a/>", "{{ decrypt-xml($xml, $key) }}", false, "There is no EncryptedData."),
  given("nothing", "<a/>", "{{ decrypt-xml($xml/nothing, $key) }}", false, "There is no XML."),
]);

const cannotStand = "The decrypted data is no XML that can stand here.";
const notOne = "The decrypted data is not one element.";

samples(
  "decrypt-xml of a file of the flow directory",
  [
    given(
      "leaves it as it is for the next request",
      "<a/>",
      `[ {{ decrypt-xml(fit-document("file.xml"), $key) }}, {{ count(fit-document("file.xml")/*/*) }} ]`,
      [false, 3],
      "A file of the flow directory cannot be changed.",
    ),
    given(
      "decrypts a copy",
      "<a/>",
      `{{ decrypt-xml(xml-parse(fit-serialize(fit-document("file.xml"))), $key) }}`,
      true,
    ),
  ],
  { files: { "file.xml": element } },
);

describe("decrypt-xml, with what comes out", () => {
  test.each([
    ["an element", "<b/>", true, undefined],
    ["an XML declaration", '<?xml version="1.0"?>\n<b/>\n', true, undefined],
    ["two elements", "<b/><c/>", false, notOne],
    ["text", "b", false, notOne],
    ["the end of what is around it", "</parent><parent>", false, cannotStand],
    ["a document type declaration", "<!DOCTYPE b><b/>", false, cannotStand],
    ["an entity", "<b>&x;</b>", false, cannotStand],
    ["many levels", "<b>".repeat(2048) + "</b>".repeat(2048), false, cannotStand],
  ])("%s", async (_, plain, expected, message) => {
    const xml = await encrypted(plain);
    const { flow: content, ...rest } = given("", xml, "{{ decrypt-xml($xml, $key) }}", expected, message);
    compareResponse(await ask(await flow(content), rest.request), rest);
  });

  test("a document that nests too deeply then", async () => {
    const xml = `${"<a>".repeat(2000)}${await encrypted("<b>".repeat(100) + "</b>".repeat(100))}${"</a>".repeat(2000)}`;
    const { flow: content, ...rest } = given(
      "",
      xml,
      "{{ decrypt-xml($xml, $key) }}",
      false,
      "The encrypted data cannot be decrypted.",
    );
    compareResponse(await ask(await flow(content), rest.request), rest);
  });
});

/** Made by the library that also decrypts, with another digest than that of the mask. */
const encrypted = (plain: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const options = {
      rsa_pub: rsaPublic,
      pem: certificate,
      encryptionAlgorithm: "http://www.w3.org/2009/xmlenc11#aes128-gcm",
      keyEncryptionAlgorithm: "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p",
      keyEncryptionDigest: "sha256",
    };
    encrypt(plain, options, (error, xml) => (error === null ? resolve(xml) : reject(error)));
  });

findings("Encrypted XML", {
  "a number as passphrase": "<template>{{ decrypt-xml($body, $env/KEY, 1234) }}</template>",
  "a key that can only sign": {
    flow: `<template>{{ decrypt-xml($body, "${bare(ec.privateKey)}") }}</template>`,
    finds: "error",
    message: /FLOW2032 This key cannot be used: an RSA key is needed/,
  },
});
