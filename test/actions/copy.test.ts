/** The `copy` action, and the locations that it and others read and write. */
import { expect } from "vitest";
import type { ClientResponse } from "../support/client.js";
import { samples } from "../support/samples.js";

const files = {
  "files/mock.json": '{ "big": 12345678901234567890, "name": "Ada" }\n',
  "files/page.html": "<!DOCTYPE html><title>Ada</title>",
  "files/list.xml": "<list><item>1</item></list>",
  "files/key.pem": "-----BEGIN KEY-----\n",
  "files/broken.json": "{ no JSON",
};

/** Expects the logged topics and messages. */
const logs =
  (...expected: readonly { topic: string; message: RegExp }[]) =>
  ({ log }: ClientResponse) =>
    expect(log.map(({ topic, message }) => ({ topic, message }))).toStrictEqual(
      expected.map(({ topic, message }) => ({ topic, message: expect.stringMatching(message) })),
    );

samples(
  "copy",
  {
    "makes a file the main content, byte for byte, with the type of its extension": {
      flow: '<copy in="files/mock.json"/>',
      text: files["files/mock.json"],
      headers: { "content-type": "application/json" },
    },
    "a file of another kind, from the top of the flow directory": {
      flow: '<copy in="fit://site/files/page.html"/>',
      text: files["files/page.html"],
      headers: { "content-type": "text/html; charset=utf-8" },
    },
    "an unknown extension is text": {
      flow: '<copy in="/files/key.pem"/>',
      text: files["files/key.pem"],
      headers: { "content-type": "text/plain" },
    },
    "the main content is what templates look at next": {
      flow: '<copy in="files/mock.json"/><template>{{ name }}</template>',
      json: "Ada",
    },
    "a JSON file in a variable is a document, as $body is": {
      flow: '<copy in="files/mock.json" out="$mock"/><template>{{ $mock/json/name }}</template>',
      json: "Ada",
    },
    "any other file is a text in a variable": {
      flow: '<copy in="files/list.xml" out="$xml"/><template>{ "type": {{ string($xml) }}, "item": {{ xml-parse($xml)/list/item }} }</template>',
      json: { type: files["files/list.xml"], item: "1" },
    },
    "JSON that is malformed is a text in a variable": {
      flow: '<copy in="files/broken.json" out="$mock"/><template>{{ $mock }}</template>',
      json: files["files/broken.json"],
    },
    "a variable keeps the bytes and the type of what was copied into it": {
      flow: '<copy in="files/mock.json" out="$mock"/><copy in="$mock"/>',
      text: files["files/mock.json"],
      headers: { "content-type": "application/json" },
    },
    "a variable that is set anew has forgotten them": {
      flow: `<copy in="files/page.html" out="$page"/><eval out="$page">concat($page, "!")</eval><copy in="$page"/>`,
      text: `${files["files/page.html"]}!`,
      headers: { "content-type": "text/plain" },
    },
    "a string in a variable is text": {
      flow: `<eval out="$csv">"1,foo"</eval><copy in="$csv"/>`,
      text: "1,foo",
      headers: { "content-type": "text/plain" },
    },
    "a number in a variable": { flow: '<eval out="$n">1 div 4</eval><copy in="$n"/>', text: "0.25" },
    "an object in a variable is JSON": {
      flow: '<template out="$o">{ "a": [1] }</template><copy in="$o"/>',
      json: { a: [1] },
    },
    "XML in a variable": {
      flow: `<eval out="$x">xml-parse("&lt;a>&lt;b/>&lt;/a>")</eval><copy in="$x/a"/>`,
      text: "<a><b/></a>",
      headers: { "content-type": "application/xml" },
    },
    "the client's body, byte for byte, whatever $body is by now": {
      flow: `<eval out="$body">"changed"</eval><copy in="fit://request/request/body"/>`,
      request: { method: "POST", body: new Uint8Array([0, 255, 10]), headers: { "content-type": "image/x" } },
      headers: { "content-type": "image/x", "content-length": null },
      check: ({ bytes }) => expect([...bytes]).toStrictEqual([0, 255, 10]),
    },
    "fit://request/empty is an empty document": {
      flow: '<copy in="fit://request/empty"/>',
      text: "<empty/>",
      headers: { "content-type": "application/xml" },
    },
    "a file that does not exist: it is logged, and the flow goes on": {
      flow: '<copy in="files/none.json" out="$x"/><template in="">{ "x": {{ $x }} }</template>',
      json: { x: null },
      check: logs({ topic: "copy", message: /^There is no file "files\/none\.json" to read\.$/ }),
    },
    "content of an ID of its own, which functions find": {
      flow: '<copy in="files/mock.json" out="fit://request/content/mock"/><template in="">{{ content("mock")/json/name }}</template>',
      json: "Ada",
    },
    "a location of its own, out and in": {
      flow: '<copy in="files/mock.json" out="fit://request/page"/><echo/><template in="fit://request/page" out="fit://request/page">{ "was": {{ name }} }</template><copy in="fit://request/page"/>',
      text: "",
    },
    "without any input: it is logged, and the flow goes on": {
      flow: '<copy in="$nothing" out="$x" /><copy in="fit://request/page"/><copy/><template in="">{ "x": {{ $x }} }</template><eval if="false()" out="$nothing">1</eval>',
      json: { x: null },
      check: logs(
        { topic: "copy", message: /^There is nothing to read: \$nothing is empty\.$/ },
        { topic: "copy", message: /fit:\/\/request\/page is empty/ },
        { topic: "copy", message: /fit:\/\/request\/content is empty/ },
      ),
    },
  },
  { files },
);
