/** Locations as such: the files behind them, and what the build says of them. */
import { expect, test } from "vitest";
import { parseXml } from "../../runtime/data/xml/parse-xml.js";
import { textFile } from "../../runtime/index.js";
import type { Content } from "../../runtime/request/content.js";
import { app, type Files } from "../support/compile.js";
import { findings } from "../support/findings.js";
import { apiFiles, ask, samples } from "../support/samples.js";

const bytes = new Uint8Array([0xef, 0xbb, 0xbf, 0x41, 0, 10]);
const image = new Uint8Array([0x89, 0x50, 0xff, 0xfe, 0]);

test.each([
  ["text with a byte order mark", "text.txt", bytes, "text/plain; charset=utf-8"],
  ["what is no text", "image.png", image, "image/png"],
  ["no text, of an unknown extension", "data.xyz", image, "application/octet-stream"],
  ["an empty file", "empty.json", new Uint8Array(), "application/json"],
])("a file is sent byte for byte: %s", async (_, name, content, mediaType) => {
  const files: Files = { [name]: content };
  const flow = `<copy in="${name}" out="$file"/><dump in="$file"/>`;
  const response = await ask(await app(apiFiles({ "/x": flow }, { files })));
  expect([...response.bytes]).toStrictEqual([...content]);
  expect(response.headers.get("content-type")).toBe(mediaType);
});

const files = { "broken.json": "{", "broken.xml": "<a>", "list.xml": "<list/>" };

findings("locations", {
  "a file that is no JSON, for a template": {
    flow: '<template in="broken.json">{}</template>',
    finds: "error",
    message: /FLOW2016 broken\.json is no JSON/,
    options: { files },
  },
  "the same for header fields": {
    flow: '<set-response-headers in="broken.json">{}</set-response-headers>',
    finds: "error",
    message: /FLOW2016/,
    options: { files },
  },
  "copied, it is only text": {
    flow: '<copy in="broken.json"/>',
    finds: "nothing",
    options: { files },
  },
  "a file that is not there": {
    flow: '<copy in="lists.xml"/>',
    finds: "warning",
    message: /FLOW4089 There is no file lists\.xml/,
    options: { files },
  },
  "a file outside the flow directory": {
    flow: '<copy in="../list.xml"/>',
    finds: "error",
    message: /FLOW4012/,
    options: { files },
  },
  "one outside, computed": {
    flow: '<copy in="../{$request/id}"/>',
    finds: "error",
    message: /FLOW4012/,
    options: { files },
  },
  "out needs a variable or a location": {
    flow: '<copy out="page"/>',
    finds: "error",
    message: /FLOW4009/,
  },
});

samples("names of locations", {
  "are names like any other": {
    flow: `<eval out="$a">"a"</eval><copy in="$a" out="fit://request/__proto__"/><copy in="$a" out="fit://request/content/constructor"/><eval out="$constructor">1</eval><copy in="fit://request/__proto__" out="$b"/><dump in="fit://request/content/constructor"/>`,
    text: "a",
  },
});

test("requests share the JSON of a file, but no tree that a function may change", () => {
  const malformed = (problem: string) => expect(problem).toBe("");
  const read = (file: Content) => [1, 2].map(() => file.document(parseXml, undefined, malformed));
  const [first, second] = read(textFile("<list/>", "application/xml"));
  expect(first).not.toBe(second);
  const [one, same] = read(textFile("[]", "application/json"));
  expect(one).toBe(same);
});
