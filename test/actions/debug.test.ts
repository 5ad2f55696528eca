/** The `debug` action. */
import { expect, test } from "vitest";
import { debugged } from "../debug/support.js";
import { findings } from "../support/findings.js";
import { samples } from "../support/samples.js";

const shown = async (content: string, setting = "user:verbose:inline") =>
  (await debugged(content, { FLOW_DEBUG: setting })).text;

test.each([
  ["text", `<debug xpath="string('Ann')"/>`, "debug   [user]                 Ann\n"],
  ["a number", `<debug xpath="1 div 4"/>`, "debug   [user]                 0.25\n"],
  [
    "a variable",
    `<template out="$a">{ "b": [ 1 ] }</template><debug in="$a"/>`,
    'debug   [user]                 {\n  "b": [\n    1\n  ]\n}\n',
  ],
  [
    "the main content",
    `<template>"x"</template><debug in="fit://request/content"/><template>1</template>`,
    "debug   [user]                 x\n1",
  ],
  [
    "another location",
    `<template out="fit://request/kept">"x"</template><debug in="fit://request/kept"/>`,
    "debug   [user]                 x\n",
  ],
  [
    "what has to be waited for",
    `<debug xpath="count(jwt-decode('x', 'YSBwYXNzcGhyYXNlIG9mIG1vcmUgdGhhbiAzMiBieXRlcw', 'HS256'))"/>`,
    "debug   [user]                 0\n",
  ],
  [
    "markup",
    `<eval out="$x">xml-parse('&lt;a>&lt;b/>&lt;/a>')</eval><debug xpath="$x/a/b"/>`,
    "debug   [user]                 <b/>\n",
  ],
  ["nothing", `<debug xpath="$nothing"/>`, "debug   [user]                 (empty)\n"],
  ["a level", `<debug level="warning" xpath="1"/>`, "warn    [user]                 1\n"],
])("shows %s", async (_, content, expected) => {
  expect(await shown(content)).toBe(expected);
});

test("has a channel and levels to select it by", async () => {
  const content = `<debug channel="foo" level="info" xpath="1"/>`;
  expect(await shown(content, "foo:info:inline")).toBe("info    [foo]                  1\n");
  expect(await shown(content, "foo:warn:inline")).toBe("");
  expect(await shown(content, "user::inline")).toBe("");
});

test("has topics of its attribute", async () => {
  expect(await shown(`<debug debug="mine" xpath="1"/>`, "mine::inline")).toBe(
    "debug   [mine]                 1\n",
  );
});

test("what fails while it is shown does not fail the flow", async () => {
  const deep = `${"[".repeat(40_000)}${"]".repeat(40_000)}`;
  const { status, text } = await debugged(
    `<debug xpath="$body/json"/><template>"fine"</template>`,
    { FLOW_DEBUG: "user::inline" },
    { body: deep, headers: { "content-type": "application/json" } },
  );
  expect([status, text]).toEqual([
    200,
    expect.stringMatching(/^debug .*\(cannot be shown: RangeError.*\n"fine"$/),
  ]);
});

samples("debug, where nobody debugs", {
  "does nothing": { flow: `<debug in="$request"/><echo>x</echo>`, text: "x" },
});

findings("debug", {
  "with a constant level": `<debug level="alert" xpath="1"/>`,
  "with an unknown level": {
    flow: `<debug level="loud" xpath="1"/>`,
    finds: "error",
    message: /FLOW4071.*loud/,
  },
  "without a subject": { flow: `<debug/>`, finds: "error", message: /FLOW4072/ },
  "with two subjects": {
    flow: `<debug in="$request" xpath="1"/>`,
    finds: "error",
    message: /FLOW4072/,
  },
});
