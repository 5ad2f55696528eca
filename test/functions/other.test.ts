import { describe, expect, it } from "vitest";
import { decodeBytes, encodeBytes } from "../../runtime/base/byte-string.js";
import { findings } from "../support/findings.js";
import { samples } from "../support/samples.js";
import { value } from "./value.js";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

samples("Time and random numbers", {
  "unixtime()": {
    flow: "<template>{{ unixtime() }}</template>",
    check: ({ text }) => {
      expect(text).toMatch(/^\d+$/);
      expect(Math.abs(Number(text) - Date.now() / 1000)).toBeLessThan(5);
    },
  },
  "uuid4()": {
    flow: "<template>[ {{ uuid4() }}, {{ uuid4() }} ]</template>",
    check: (response) => {
      const [first, second] = response.json() as string[];
      expect(first).toMatch(uuid);
      expect(second).toMatch(uuid);
      expect(first).not.toBe(second);
    },
  },
});

samples("uuid3", [
  value(
    "uuid3('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'example.com')",
    "9073926b-929f-31c2-abc9-fad77ae3e8eb",
  ),
  value(
    "uuid3('6BA7B810-9DAD-11D1-80B4-00C04FD430C8', 'example.com')",
    "9073926b-929f-31c2-abc9-fad77ae3e8eb",
  ),
  value("uuid3('foobar')", "3858f622-30ac-3c91-9f30-0c664312c63f"),
  value("uuid3('foo', 'bar')", "3858f622-30ac-3c91-9f30-0c664312c63f"),
]);

samples("fit-log", {
  "logs, and holds": {
    flow: `<template if="fit-log(concat('seen ', $request/method, '&#10;'))">"done"</template>`,
    json: "done",
    check: ({ log }) =>
      expect(log).toMatchObject([{ type: "engine_alert", topic: "fit-log", message: "seen GET\n" }]),
  },
  "writes the first alerts of a topic, and how many more there were": {
    flow: `<template>[ {{loop $body/json}} {{ fit-log(.) and matches("a", concat("(", .)) }} {{end}} ]</template>`,
    request: { json: Array.from({ length: 100 }, (_, index) => index) },
    check: ({ log }) => {
      const lines = (topic: string) =>
        log.filter((line) => line.topic === topic).map(({ message }) => message);
      expect(lines("fit-log")).toEqual([
        ...Array.from({ length: 50 }, (_, index) => String(index)),
        "50 more alerts of the request are left out.",
      ]);
      expect(lines("matches")).toHaveLength(51);
      expect(log).toHaveLength(102);
    },
  },
});

samples("get-log", [
  {
    name: "has the fields of the client's request",
    flow: `<eval out="$log">get-log()</eval>
      <template>[ {{ $log/requestID = $request/id }}, {{ count($log/*) }}, { {{with $log}} {{: * }} {{end}}, "requestID": null, "timestamp": null } ]</template>`,
    request: {
      query: "a=b&c",
      headers: { "User-Agent": "curl/7.64.0", Referer: "http://a.test/", "Content-Type": "text/plain" },
      body: "x",
    },
    json: [
      true,
      12,
      {
        timestamp: null,
        type: "engine_access",
        requestID: null,
        url: expect.stringMatching(/^http:\/\/client\.test:8080\/t\/\d+\?a=b&c$/),
        path: expect.stringMatching(/^\/t\/\d+\?a=b&c$/),
        method: "POST",
        agent: "curl/7.64.0",
        referrer: "http://a.test/",
        flow: expect.stringMatching(/^\d+\.xml$/),
        requestmime: "text/plain",
        client_address: "",
        subject: "",
      },
    ],
  },
  value("get-log()/agent", ""),
  value("boolean(get-log()/status)", false),
]);

const html = `&lt;p class="a  Big&#10;c">x&lt;b class="">y&lt;/b>&lt;/p>`;
const withHtml = (expression: string, json: unknown) => ({
  name: expression,
  flow: `<eval out="$x">xml-parse('${html}')</eval><template>{{ ${expression} }}</template>`,
  json,
});

samples("has-class", [
  withHtml("count($x//*[has-class('big')])", 1),
  withHtml("has-class('A', $x/*)", true),
  withHtml("has-class('bi', $x/*)", false),
  withHtml("has-class('a', $x/p/b)", false),
  withHtml("has-class('a', $x/none)", false),
  withHtml("has-class('c', $x/p/b | $x/p)", true),
  {
    name: "of JSON",
    flow: `<template out="$x">[{"class": "a"}]</template><template>[ {{loop $x}} {{ has-class("a") }} {{end}} ]</template>`,
    json: [false],
  },
  {
    name: "a name that is known at run time only",
    flow: `<eval out="$x">xml-parse('${html}')</eval><template>{{ has-class($request/get/c, $x/*) }}</template>`,
    request: { query: "c=a%20c" },
    json: false,
    check: ({ log }) => expect(log).toMatchObject([{ topic: "has-class" }]),
  },
]);

findings("Class names", {
  "two in one": {
    flow: "<template>{{ has-class('a b', $body) }}</template>",
    finds: "warning",
    message: /FLOW2013 This is more than one class name/,
  },
  "an empty one": {
    flow: "<template>{{ has-class('', $body) }}</template>",
    finds: "warning",
    message: /FLOW2013 No element has an empty class name/,
  },
});

samples("fit-serialize", [
  value("fit-serialize('a<b')", "a<b"),
  value("fit-serialize(1.5)", "1.5"),
  value("fit-serialize(true())", "true"),
  value("fit-serialize($nothing)", ""),
  value(
    'fit-serialize(json-parse(\'{"a":[1],"b c":null}\'))',
    '<json object="">\n  <a array="">\n    <value number="">1</value>\n  </a>\n  <json-element name="b c" null=""/>\n</json>',
  ),
  value(
    "fit-serialize(json-parse('{\"a\":[1]}'), false())",
    '<json object=""><a array=""><value number="">1</value></a></json>',
  ),
  value(
    "fit-serialize(xml-parse('<a><b><c/></b></a>'))",
    '<?xml version="1.0"?>\n<a>\n  <b>\n    <c/>\n  </b>\n</a>',
  ),
  value("fit-serialize(xml-parse('<a>x<b><c/></b></a>')/a)", "<a>x<b><c/></b></a>"),
  value(
    'fit-serialize(xml-parse(\'<a xmlns:p="urn:p"><p:b c="&amp;&lt;&quot;">&lt;&amp;</p:b></a>\')/a/*)',
    '<p:b xmlns:p="urn:p" c="&amp;&lt;&#34;">&lt;&amp;</p:b>',
  ),
  value(
    'fit-serialize(xml-parse(\'<a xmlns="u:1" xmlns:p="u:2"><p:b xmlns:q="u:3" q:c=""/></a>\')/*)',
    '<a xmlns="u:1" xmlns:p="u:2">\n  <p:b xmlns:q="u:3" q:c=""/>\n</a>',
  ),
  value("fit-serialize(xml-parse('<a><b/><c/></a>')/a/*)", "<b/>\n<c/>"),
  value("fit-serialize(xml-parse('<a b=\"1\"/>')/a/@b)", 'b="1"'),
  value(
    "fit-serialize(xml-parse('<a><!--x--><?y z?></a>'))",
    '<?xml version="1.0"?>\n<a>\n  <!--x-->\n  <?y z?>\n</a>',
  ),
]);

describe("Bytes in strings", () => {
  it.each([
    [[0x61, 0xff, 0xc3, 0xa4, 0xc3]],
    [[0xed, 0xa0, 0x80, 0xf4, 0x90, 0x80, 0x80]],
    [[0xe0, 0x80, 0x80, 0xc0, 0x80]],
    [[0xf0, 0x9d, 0x84, 0x9e, 0x80]],
    [[0xef, 0xbb, 0xbf, 0x00]],
    [[0xf0, 0x9d, 0x84]],
  ])("come back: %j", (bytes) => {
    const text = decodeBytes(Uint8Array.from(bytes));
    expect([...encodeBytes(text)]).toStrictEqual(bytes);
  });

  it("are text where they are UTF-8", () => {
    expect(decodeBytes(new TextEncoder().encode("ä𝄞\ufeff"))).toBe("ä𝄞\ufeff");
    expect(decodeBytes(Uint8Array.of(0x61, 0xff, 0x62))).toBe("a\udcffb");
  });
});
