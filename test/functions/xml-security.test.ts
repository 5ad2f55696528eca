import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { encrypt } from "xml-encryption";
import { findings } from "../support/findings.js";
import { bare, certificate, ec, otherRsa, passphrase, rsa, rsaLocked, rsaPublic } from "../support/keys.js";
import { repository } from "../support/project.js";
import { ask, compareResponse, flow, type Sample, samples } from "../support/samples.js";

/** Documents that xmlsec1 made; test/xml-security/make.sh says how. */
const document = (name: string): string =>
  readFileSync(join(repository, "test/xml-security", `${name}.xml`), "utf8");

const byId = document("signed-by-id");
const whole = document("signed-whole");
const within = document("signed-within");

/** A request whose body has the XML, which is `$text`, and as a document `$xml`. */
const given = (name: string, xml: string, template: string, json: unknown, message?: string): Sample => ({
  name,
  flow: `<eval out="$text">string($body/json/xml)</eval>
    <eval out="$xml">xml-parse($text)</eval>
    <eval out="$key">string($body/json/key)</eval>
    <template>${template}</template>`,
  request: { json: { xml, key: rsa } },
  json,
  check: ({ log }) => expect(log).toMatchObject(message === undefined ? [] : [{ message }]),
});

const verify = (name: string, xml: string, json: boolean, message?: string): Sample =>
  given(name, xml, "{{ verify-xmldsig($xml) }}", json, message);

/** The first digit of the Base64 in the last element of the name is another one. */
const changed = (xml: string, name: string): string => {
  const at = xml.lastIndexOf(`<${name}>`) + name.length + 2;
  return `${xml.slice(0, at)}${xml[at] === "A" ? "B" : "A"}${xml.slice(at + 1)}`;
};

const nothingElse = "The signature does not cover everything in the element.";

samples("verify-xmldsig", [
  ...["by-id", "whole", "sha1", "sha512", "nested", "around"].map((name) =>
    verify(name, document(`signed-${name}`), true),
  ),
  given("text", byId, "{{ verify-xmldsig($text) }}", true),
  given("a JSON node that holds text", byId, "{{ verify-xmldsig($body/json/xml) }}", true),
  given("the root element", whole, "{{ verify-xmldsig($xml/*) }}", true),
  given(
    "the first node of several",
    within,
    "{{ verify-xmldsig($xml/*/* | $xml) }}",
    false,
    "There is no reference to the element.",
  ),
  given(
    "a signed element in a signed element",
    document("signed-around"),
    "{{ verify-xmldsig($xml/*/*[local-name() = 'order']) }}",
    true,
  ),
  given("an element of a document", within, "{{ verify-xmldsig($xml/*/*) }}", true),
  verify("other white space in a tag", byId.replace('code="a', 'code = "a'), true),
  verify("another comment between elements", byId.replace("not signed", "changed"), true),

  verify("a changed text", byId.replace("Tea", "Coffee"), false),
  verify("a changed attribute", byId.replace('n:rank="2"', 'n:rank="3"'), false),
  verify("a changed namespace", byId.replace("urn:example:notes", "urn:example:others"), false),
  verify("a changed digest", changed(byId, "DigestValue"), false),
  verify("a changed signature", changed(byId, "SignatureValue"), false),
  verify("another line break character", whole.replace("&#x2028;", "&#10;"), false),
  verify("an element that is added", byId.replace("<n:note", "<item/><n:note"), false),

  verify(
    "an attribute that the canonical form lacks",
    byId.replace("<item ", '<item xmlnsx="" '),
    false,
    nothingElse,
  ),
  verify(
    "text as a processing instruction",
    document("signed-nested").replace("Tea", "<?x Tea?>"),
    false,
    nothingElse,
  ),
  verify(
    "a comment inside of text",
    byId.replace("Tea", "<!---->Tea"),
    false,
    "There is a comment inside of text, which no signature covers.",
  ),
]);

samples("verify-xmldsig, where the signature is not one of the element", [
  given(
    "the document around it",
    within,
    "{{ verify-xmldsig($xml) }}",
    false,
    "There is no reference to the element.",
  ),
  given(
    "an element around it, as a whole",
    `<batch>${whole.replace(/<\?.*?\?>/, "")}</batch>`,
    "{{ verify-xmldsig($xml/*/*) }}",
    false,
    "There is no reference to the element.",
  ),
  given(
    "an element in it",
    byId,
    "{{ verify-xmldsig($xml/*/*[1]) }}",
    false,
    "There is no signature in the element.",
  ),
  verify(
    "the signed element moved into the signature of another one",
    wrapped(),
    false,
    "There is no reference to the element.",
  ),
  verify(
    "two elements of one ID",
    byId.replace("<item ", '<item Id="order-1" '),
    false,
    "The signature cannot be verified.",
  ),
  verify(
    "two signatures",
    byId.replace(/<Signature [\s\S]*<\/Signature>/, "$&$&"),
    false,
    "There is more than one signature in the element.",
  ),
  verify("no signature", "<order/>", false, "There is no signature in the element."),
  verify(
    "another namespace",
    byId.replace("http://www.w3.org/2000/09/xmldsig#", "urn:x"),
    false,
    "There is no signature in the element.",
  ),
  {
    name: "no XML",
    flow: `<template>{{ verify-xmldsig("&lt;order") }}</template>`,
    json: false,
    check: ({ log }) =>
      expect(log).toMatchObject([{ message: "The XML cannot be read: Unexpected end at line 1, column 6" }]),
  },
  given("an empty node-set", "<order/>", "{{ verify-xmldsig($xml/nothing) }}", false, "There is no XML."),
  given("JSON", "<order/>", "{{ verify-xmldsig($body) }}", false, "There is no XML."),
  verify(
    "a document type declaration",
    byId.replace("<order", "<!DOCTYPE order [<!ENTITY x 'y'>]><order"),
    false,
    "The XML has a document type declaration.",
  ),
]);

/** The signed order in an Object of the signature, and another order around it. */
function wrapped(): string {
  const signed = byId.replace(/<\?.*?\?>\s*/, "");
  const signature = /<Signature [\s\S]*<\/Signature>/.exec(signed)?.[0] ?? "";
  const original = signed.replace(signature, "");
  const around = signature.replace("</Signature>", `<Object>${original}</Object></Signature>`);
  return `<order xmlns="urn:example:orders" Id="order-2"><item>Gold</item>${around}</order>`;
}

const method = (name: string) => `The signature has a ${name} that is not supported.`;

samples("verify-xmldsig, with signatures of a form that is refused", [
  verify(
    "HMAC",
    byId.replace(/(SignatureMethod Algorithm=")[^"]*/, "$1http://www.w3.org/2000/09/xmldsig#hmac-sha1"),
    false,
    method("SignatureMethod"),
  ),
  verify(
    "a name of JavaScript",
    byId.replace(/(DigestMethod Algorithm=")[^"]*/, "$1constructor"),
    false,
    method("DigestMethod"),
  ),
  verify(
    "XPath",
    byId.replace(/(Transform Algorithm=")[^"]*/, "$1http://www.w3.org/TR/1999/REC-xpath-19991116"),
    false,
    method("Transform"),
  ),
  verify(
    "XPointer",
    byId.replace("#order-1", "#xpointer(/)"),
    false,
    "There is no reference to the element.",
  ),
  verify(
    "another document",
    byId.replace("#order-1", "https://example.com/"),
    false,
    "The signature refers to something outside of the document.",
  ),
  verify(
    "no URI",
    byId.replace(' URI="#order-1"', ""),
    false,
    "The signature refers to something outside of the document.",
  ),
  verify(
    "two references",
    byId.replace(/<Reference [\s\S]*<\/Reference>/, "$&$&"),
    false,
    "There is more than one reference to the element.",
  ),
  verify(
    "many references",
    byId.replace(/<Reference [\s\S]*<\/Reference>/, "$&".repeat(11)),
    false,
    "The signature has too many references.",
  ),
  verify(
    "many transforms",
    byId.replace(/<Transform .*\/>/, "$&".repeat(5)),
    false,
    "The signature has a reference with too many transforms.",
  ),
  verify(
    "a part too many",
    byId.replace("<DigestMethod", "<Other/><DigestMethod"),
    false,
    "The signature has a reference with other parts than it should have.",
  ),
  verify(
    "no key",
    byId.replace(/<KeyInfo>[\s\S]*<\/KeyInfo>/, ""),
    false,
    "The signature does not consist of SignedInfo, SignatureValue and KeyInfo.",
  ),
  verify(
    "an empty KeyInfo",
    byId.replace(/<X509Data>[\s\S]*<\/X509Data>/, ""),
    false,
    "The signature has neither a certificate nor an RSA key.",
  ),
  ...[
    byId.replace("<KeyInfo>", "<KeyInfo><Other><X509Certificate/></Other>"),
    byId.replace(/<DigestMethod (.*)\/>/, "<DigestMethod $1><X509Certificate/></DigestMethod>"),
    whole.replace("</KeyInfo>", "</KeyInfo><Object><X509Certificate/></Object>"),
  ].map((xml) =>
    verify(
      "a certificate before the one that counts",
      xml,
      false,
      "The certificate is not where it should be.",
    ),
  ),
  verify(
    "a certificate that is none",
    byId.replace(/(<X509Certificate>)[^<]*/, "$1AAAA"),
    false,
    "The key cannot be used: it is damaged, or of a kind that is not supported.",
  ),
  verify(
    "no modulus",
    whole.replace(/<Modulus>[^<]*/, "<Modulus>"),
    false,
    "The RSA key in the signature cannot be used.",
  ),
]);

samples("verify-xmldsig, with big documents", [
  verify("many nodes", `<a>${"<b/>".repeat(4_001)}</a>`, false, "The element has more than 4000 nodes."),
  verify(
    "deep",
    `${"<a>".repeat(201)}${"</a>".repeat(201)}`,
    false,
    "The element nests deeper than 200 levels.",
  ),
  verify(
    "long",
    byId.replace("Tea", "Tea".repeat(1_400_000)),
    false,
    "The element has more than 4194304 characters.",
  ),
]);

/** What the tree is after the encrypted data is gone from it. */
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

const notForKey = "The encrypted data was not made for this key, or was changed.";

const fails = (name: string, xml: string, message: string, key = "$key"): Sample =>
  given(name, xml, `[ {{ decrypt-xml($xml, ${key}) }}, {{ count($xml/*/*) }} ]`, [false, 3], message);

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

  fails("RSA 1.5", document("encrypted-rsa-1-5"), "The key is encrypted in a way that is not supported."),
  fails(
    "another cipher",
    element.replace("aes256-gcm", "aes192-gcm"),
    "The data is encrypted in a way that is not supported.",
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

findings("Signed and encrypted XML", [
  {
    name: "a number",
    flow: "<template>{{ verify-xmldsig(count($body)) }}</template>",
    finds: "error",
    message: /FLOW2010 verify-xmldsig\(\) takes a string or a node-set, but this is a number\./,
  },
  {
    name: "a number as passphrase",
    flow: "<template>{{ decrypt-xml($body, $env/KEY, 1234) }}</template>",
    finds: "nothing",
  },
  {
    name: "a key that can only sign",
    flow: `<template>{{ decrypt-xml($body, "${bare(ec.privateKey)}") }}</template>`,
    finds: "error",
    message: /FLOW2032 This key cannot be used: an RSA key is needed/,
  },
]);
