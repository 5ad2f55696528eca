/** Specification, "`$body`". */
import { expect } from "vitest";
import { samples } from "../support/samples.js";

const customer = {
  foo: 1,
  bar: { baz: true, deep: { er: "x" } },
  list: [10, 20, { id: "third" }],
  none: null,
};

// "Content-Type: application/json | The parsed JSON | XPath with a `json` segment before the top-level properties:
// `$body/json/<property>`, nested `$body/json/<object>/<property>`"
samples("A JSON body", {
  "has its properties below `json`": {
    flow: "<template>{{ $body/json/foo }}</template>",
    request: { json: customer },
    json: 1,
  },
  "has nested properties below them": {
    flow: "<template>{{ $body/json/bar/baz }}</template>",
    request: { json: customer },
    json: true,
  },
  "goes as deep as it does": {
    flow: "<template>{{ $body/json/bar/deep/er }}</template>",
    request: { json: customer },
    json: "x",
  },
  "yields objects as objects": {
    flow: "<template>{{ $body/json/bar }}</template>",
    request: { json: customer },
    json: customer.bar,
  },
  "yields arrays as arrays": {
    flow: "<template>{{ $body/json/list }}</template>",
    request: { json: customer },
    json: customer.list,
  },
  "yields null as null": {
    flow: "<template>[ {{ $body/json/none }}, {{ boolean($body/json/none) }} ]</template>",
    request: { json: customer },
    json: [null, true],
  },
  "is whole at `$body/json`": {
    flow: "<template>{{ $body/json }}</template>",
    request: { json: customer },
    json: customer,
  },
  "is whole as the variable itself": {
    flow: "<template>{{ $body }}</template>",
    request: { json: customer },
    json: customer,
  },
  "has no properties without the `json` segment": {
    flow: "<template>[ {{ $body/foo }}, {{ $body/bar/baz }}, {{ boolean($body/foo) }} ]</template>",
    request: { json: customer },
    json: [null, null, false],
  },
  "has no property that it was not sent": {
    flow: "<template>[ {{ $body/json/nope }}, {{ $body/json/nope/deeper }}, {{ $body/json/foo/deeper }} ]</template>",
    request: { json: customer },
    json: [null, null, null],
  },
  "has the items of an array as `value`": {
    flow: "<template>[ {{ $body/json/list/value[1] }}, {{ $body/json/list/value[3]/id }}, {{ count($body/json/list/value) }} ]</template>",
    request: { json: customer },
    json: [10, "third", 3],
  },
  "may be an array": {
    flow: "<template>[ {{ $body/json/value[2] }}, {{ count($body/json/value) }} ]</template>",
    request: { json: ["a", "b"] },
    json: ["b", 2],
  },
  "may be a number": {
    flow: "<template>{{ $body/json + 1 }}</template>",
    request: { json: 41 },
    json: 42,
  },
  "may be a string": {
    flow: "<template>{{ concat($body/json, '!') }}</template>",
    request: { json: "hi" },
    json: "hi!",
  },
  "may be false": {
    flow: "<template>[ {{ $body/json }}, {{ boolean($body/json) }}, {{ $body/json = 'false' }} ]</template>",
    request: { json: false },
    json: [false, true, true],
  },
  "keeps the types of scalars": {
    flow: "<template>{ {{: $body/json/* }} }</template>",
    request: { json: { s: "1", n: 1, t: true, z: null, e: "" } },
    json: { s: "1", n: 1, t: true, z: null, e: "" },
  },
  "compares as text and as number": {
    flow: "<template>[ {{ $body/json/a = 1 }}, {{ $body/json/a = '1' }}, {{ $body/json/b = 2 }}, {{ $body/json/a = $body/json/b }} ]</template>",
    request: { json: { a: "1", b: 2 } },
    json: [true, true, true, false],
  },
  "has numbers in XPath's notation as text": {
    flow: "<template>[ {{ string($body/json/a) }}, {{ string($body/json/b) }}, {{ string($body/json/c) }} ]</template>",
    request: { body: `{"a":1e3,"b":1.50,"c":1e21}`, headers: { "content-type": "application/json" } },
    json: ["1000", "1.5", "1000000000000000000000"],
  },
  "may have a charset in its content type": {
    flow: "<template>{{ $body/json/a }}</template>",
    request: { body: `{"a":"ä"}`, headers: { "content-type": "application/json; charset=utf-8" } },
    json: "ä",
  },
  "may have its content type in any case": {
    flow: "<template>{{ $body/json/a }}</template>",
    request: { body: `{"a":1}`, headers: { "content-type": "Application/JSON" } },
    json: 1,
  },
  "may come with any method that has a body": {
    flow: "<template>{{ $body/json/a }}</template>",
    request: { method: "PATCH", json: { a: 1 } },
    json: 1,
  },
  'is the context of `in="$body"`': {
    flow: `<template in="$body">[ {{ foo }}, {{ bar/baz }} ]</template>`,
    request: { json: customer },
    json: [1, true],
  },
  'is what `in="$body"` makes of the dot': {
    flow: `<template in="$body">{ "inputData": {{.}} }</template>`,
    request: { json: { cool: true } },
    json: { inputData: { cool: true } },
  },
  "decides conditions": {
    flow: `<if test="$body/json/foo = 1"><template>"yes"</template></if><else><template>"no"</template></else>`,
    request: { json: customer },
    json: "yes",
  },
  "is looped over": {
    flow: "<template>[ {{loop $body/json/list}} {{ . }} {{end}} ]</template>",
    request: { json: { list: [1, "b", null, { c: 3 }] } },
    json: [1, "b", null, { c: 3 }],
  },
  "may have members whose names are no XML names": {
    flow: `<template>{{ $body/json/json-element[@name="a b"] }}</template>`,
    request: { json: { "a b": 5 } },
    json: 5,
  },
  "copies members whose names are no XML names": {
    flow: "<template>{ {{: $body/json/* }} }</template>",
    request: { json: { "a b": 1, "9": 2, "": 3, "x:y": 4 } },
    json: { "a b": 1, "9": 2, "": 3, "x:y": 4 },
  },
  "may hold text that looks like markup or template": {
    flow: "<template>{{ $body/json/a }}</template>",
    request: { json: { a: `</script>{{ $env }} &amp; <x/> \${1} \u2028 "` } },
    json: `</script>{{ $env }} &amp; <x/> \${1} \u2028 "`,
  },
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "length"].flatMap((name) => [
    {
      name: `has no \`${name}\` unless it was sent`,
      flow: `<template>[ {{ $body/json/${name} }}, {{ boolean($body/json/${name}) }}, {{ $body/json/a/${name} }}, {{ $body/json/s/${name} }} ]</template>`,
      request: { json: { a: [], s: "text" } },
      json: [null, false, null, null],
    },
    {
      name: `has a \`${name}\` that was sent`,
      flow: `<template>{{ $body/json/${name} }}</template>`,
      request: { body: `{"${name}":{"x":5}}`, headers: { "content-type": "application/json" } },
      json: { x: 5 },
    },
  ]),
  "goes out with a `__proto__` member that came in": {
    flow: "<template>[ {{ $body/json }}, { {{: $body/json/* }} } ]</template>",
    request: { body: `{"__proto__":{"x":5},"y":1}`, headers: { "content-type": "application/json" } },
    check: ({ text }) =>
      expect(text.replace(/\s/g, "")).toBe(`[{"__proto__":{"x":5},"y":1},{"__proto__":{"x":5},"y":1}]`),
  },
  "may be nested 5,000 deep": {
    flow: "<template>{{ count($body/json/value) }}</template>",
    request: {
      body: `${"[".repeat(5000)}${"]".repeat(5000)}`,
      headers: { "content-type": "application/json" },
    },
    json: 1,
  },
});

const text = `[ {{ $body }}, {{ $body/json }}, {{ $body/json/x }}, {{ boolean($body/json) }}, {{ count($body/*) }} ]`;
const textOf = (body: string) => [body, null, null, false, 0];

// "Any other | The content as a string | Not accessible by XPath"
samples("Any other body", {
  ...[
    ["text/plain", "hello"],
    ["text/plain; charset=utf-8", `{"x":1}`],
    ["application/x-www-form-urlencoded", "x=1&json=2"],
    ["text/xml", "<json><x>1</x></json>"],
    ["application/xml", "<json><x>1</x></json>"],
    ["text/html", "<p>x</p>"],
    ["text/json", `{"x":1}`],
    ["application/jsonp", `{"x":1}`],
    ["application/json-seq", `{"x":1}`],
    ["application/problem+json", `{"x":1}`],
    ["application/vnd.api+json", `{"x":1}`],
    ["text/plain; note=application/json", `{"x":1}`],
    ["nonsense", `{"x":1}`],
  ].map(([type = "", body = ""]) => ({
    name: `of type ${type} is a string without properties`,
    flow: `<template>${text}</template>`,
    request: { body, headers: { "content-type": type } },
    json: textOf(body),
  })),
  "without a type is a string without properties": {
    flow: `<template>${text}</template>`,
    request: { body: `{"x":1}` },
    json: textOf(`{"x":1}`),
  },
  "decides a condition by being there": {
    flow: `<if test="$body"><template>"some"</template></if><else><template>"none"</template></else>`,
    request: { body: "x" },
    json: "some",
  },
  "is read in its charset": {
    flow: "<template>{{ $body }}</template>",
    request: {
      body: new Uint8Array([0x67, 0xe4, 0x68]),
      headers: { "content-type": "text/plain; charset=iso-8859-1" },
    },
    json: "gäh",
  },
  "is compared and counted as text": {
    flow: "<template>[ {{ $body = '12' }}, {{ $body + 1 }}, {{ string-length($body) }} ]</template>",
    request: { body: "12", headers: { "content-type": "text/plain" } },
    json: [true, 13, 2],
  },
});

samples("A JSON body that is none", {
  ...[`{"x":1`, "{x:1}", "", "nul", `{"x":1}}`, "[1,]", "'a'"].filter(Boolean).map((body) => ({
    name: `is its text: ${body}`,
    flow: `<template>${text}</template>`,
    request: { body, headers: { "content-type": "application/json" } },
    json: textOf(body),
  })),
  "is nothing when there is no body": {
    flow: "<template>[ {{ $body }}, {{ boolean($body) }}, {{ $body/json/x }} ]</template>",
    request: { method: "POST", headers: { "content-type": "application/json" } },
    json: [null, false, null],
  },
});

samples("No body", {
  "leaves `$body` empty": {
    flow: "<template>[ {{ $body }}, {{ boolean($body) }}, {{ $body/json/x }} ]</template>",
    json: [null, false, null],
  },
  "is the other branch of a condition": {
    flow: `<if test="$body"><template>"some"</template></if><else><template>"none"</template></else>`,
    json: "none",
  },
});

/** A form with one field; `mark` is the boundary, `written` its parameter. */
const form = (mark: string, written: string, json: unknown) => ({
  name: `with the boundary ${written}`,
  flow: "<template>{{ $request/post/a }}</template>",
  request: {
    body: `--${mark}\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--${mark}--\r\n`,
    headers: { "content-type": `multipart/form-data; ${written}` },
  },
  json,
});

samples("A form", {
  "keeps a field without a name, and a byte order mark": {
    flow: `<template>[ {{ $request/post }}, {{ $request/get }} ]</template>`,
    request: {
      query: "=x&a=1",
      body: "\ufeffa=%EF%BB%BF1&=y",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    },
    json: [
      { "\ufeffa": "\ufeff1", "": "y" },
      { "": "x", a: "1" },
    ],
  },
  "keeps them in parts, too": {
    flow: `<template>{{ $request/post }}</template>`,
    request: {
      body: `--x\r\nContent-Disposition: form-data; name=""\r\n\r\n\ufeffb\r\n--x--\r\n`,
      headers: { "content-type": "multipart/form-data; boundary=x" },
    },
    json: { "": "\ufeffb" },
  },
});

samples("A form, whose boundary is a parameter of the media type,", [
  form("x", "boundary=x", "b"),
  form("x", "charset=utf-8;Boundary=x ; boundary=y", "b"),
  form("a;b", 'boundary="a;b"', "b"),
  form('a"b\\c', 'boundary="a\\"b\\\\c"', "b"),
  form("a=b", 'x="; boundary=y"; boundary=a=b', "b"),
  form("a b", 'boundary="a b"junk; c=d', "b"),
  form("x", 'boundary ="x"', null),
  form("x", "boundary=", null),
]);
