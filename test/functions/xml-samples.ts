/** The shared parts of the tests of signed and encrypted XML. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { rsa } from "../support/keys.js";
import { repository } from "../support/project.js";
import type { Sample } from "../support/samples.js";

/** Documents that xmlsec1 made; test/xml-security/make.sh says how. */
export const document = (name: string): string =>
  readFileSync(join(repository, "test/xml-security", `${name}.xml`), "utf8");

/** A request whose body has the XML, which is `$text`, and as a document `$xml`. */
export const given = (
  name: string,
  xml: string,
  template: string,
  json: unknown,
  message?: string,
): Sample => ({
  name,
  flow: `<eval out="$text">string($body/json/xml)</eval>
    <eval out="$xml">xml-parse($text)</eval>
    <eval out="$key">string($body/json/key)</eval>
    <template>${template}</template>`,
  request: { json: { xml, key: rsa } },
  json,
  check: ({ log }) => expect(log).toMatchObject(message === undefined ? [] : [{ message }]),
});

/** The first digit of the Base64 in the last element of the name is another one. */
export const changed = (xml: string, name: string): string => {
  const at = xml.lastIndexOf(`<${name}>`) + name.length + 2;
  return `${xml.slice(0, at)}${xml[at] === "A" ? "B" : "A"}${xml.slice(at + 1)}`;
};
