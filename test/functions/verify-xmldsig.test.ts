import { expect } from "vitest";
import { findings } from "../support/findings.js";
import { type Sample, samples } from "../support/samples.js";
import { changed, document, given } from "./xml-samples.js";

const byId = document("signed-by-id");
const whole = document("signed-whole");
const within = document("signed-within");

const verify = (name: string, xml: string, json: boolean, message?: string): Sample =>
  given(name, xml, "{{ verify-xmldsig($xml) }}", json, message);

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
      expect(log).toMatchObject([
        { message: "The XML cannot be read: Unexpected character in a tag at line 1, column 7" },
      ]),
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

const method = (name: string, algorithm: string) =>
  `The signature has a ${name} that is not supported: ${algorithm}.`;

samples("verify-xmldsig, with signatures of a form that is refused", [
  verify(
    "HMAC",
    byId.replace(/(SignatureMethod Algorithm=")[^"]*/, "$1http://www.w3.org/2000/09/xmldsig#hmac-sha1"),
    false,
    method("SignatureMethod", "http://www.w3.org/2000/09/xmldsig#hmac-sha1"),
  ),
  verify(
    "a name of JavaScript",
    byId.replace(/(DigestMethod Algorithm=")[^"]*/, "$1constructor"),
    false,
    method("DigestMethod", "constructor"),
  ),
  verify(
    "XPath",
    byId.replace(/(Transform Algorithm=")[^"]*/, "$1http://www.w3.org/TR/1999/REC-xpath-19991116"),
    false,
    method("Transform", "http://www.w3.org/TR/1999/REC-xpath-19991116"),
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

findings("Signed XML", {
  "a number": {
    flow: "<template>{{ verify-xmldsig(count($body)) }}</template>",
    finds: "error",
    message: /FLOW2010 verify-xmldsig\(\) takes a string or a node-set, but this is a number\./,
  },
});
