/** Requests at random: bodies, queries and header fields that mean well, and others. */
import fc from "fast-check";
import type { ClientRequest } from "../support/client.js";
import { jsonDocuments, oddNames } from "./json-documents.js";
import { texts, xmlSamples } from "./xml-documents.js";

/** Any UTF-16 units, halves of characters among them. */
const units = fc
  .array(fc.oneof(fc.nat(0xffff), fc.nat(0x7f)), { maxLength: 8 })
  .map((codes) => String.fromCharCode(...codes));

/** As wide as JSON allows, in names, texts and numbers. */
export const anyJson: fc.Arbitrary<string> = fc.oneof(
  jsonDocuments().map((value) => JSON.stringify(value)),
  fc
    .letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 5, depthIdentifier: "any" },
        fc.constantFrom(null, true, false),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.maxSafeInteger(),
        units,
        fc.array(tie("value"), { depthIdentifier: "any", maxLength: 5 }),
        fc
          .array(fc.tuple(fc.oneof(units, fc.constantFrom(...oddNames)), tie("value")), { maxLength: 5 })
          .map(Object.fromEntries),
      ),
    }))
    .value.map((value) => JSON.stringify(value)),
  fc.constantFrom(
    "-0",
    "1E400",
    "-1e-400",
    "123456789012345678901234567890",
    "0.1e1",
    ' { "a" : 1, "a" : 2 } ',
    '{"__proto__":{"a":1}}',
  ),
);

export const post = (body: string | Uint8Array<ArrayBuffer>, type: string): ClientRequest => ({
  method: "POST",
  headers: { "content-type": type },
  body,
});

export const bodies: fc.Arbitrary<ClientRequest> = fc.oneof(
  anyJson.map((text) => post(text, "application/json")),
  fc.tuple(anyJson, fc.nat()).map(([text, at]) => post(text.slice(0, at % text.length), "application/json")),
  xmlSamples(texts).map(({ text }) => post(text, "application/xml")),
  fc
    .uint8Array({ maxLength: 50 })
    .map((bytes) => post(Uint8Array.from(bytes), "application/json; charset=x")),
  fc.string().map((text) => post(text, "application/x-www-form-urlencoded")),
);

export const queries = fc.oneof(
  fc.constantFrom(
    "",
    "(",
    "(a+)+$",
    "[",
    "\\",
    "%",
    "{",
    "<a>",
    "<a/>",
    "1e400",
    "-1",
    "0",
    "__proto__",
    "../..",
    "\ud83d",
  ),
  units,
);

export const fields = fc
  .array(fc.integer({ min: 0x21, max: 0x7e }))
  .map((codes) => String.fromCharCode(...codes));
