/** The output of debugging for each action, and how topics, levels and the `debug` attribute select it. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type RunningServer, reply, upstream } from "../support/servers.js";
import { debugged, shown } from "./support.js";

const line = (topic: string, message: string, level = "debug") =>
  `${level.padEnd(8)}${`[${topic}]`.padEnd(23)}${message}`;

describe("actions", () => {
  test.each<[string, string, string]>([
    ["eval", `<eval out="$a">1 + 1</eval>`, "$a = 2"],
    ["eval", `<eval out="$a">$nothing</eval>`, "$a = (empty)"],
    ["template", `<template out="$a">"x"</template>`, "$a = x"],
    ["template", `<template>7</template>`, "7"],
    ["template", `<template check="false">{ {{if $request/get/q}} x {{end}} }</template>`, "{}"],
    ["echo", `<echo>hello</echo>`, "hello"],
    ["dump", `<dump in="fit://request/empty"/>`, "<empty/>"],
    ["set-status", `<set-status code="201"/>`, "201"],
    ["set-response-headers", `<set-response-headers>{ "A": 1 }</set-response-headers>`, "{"],
    ["log", `<log>{ "A": 1 }</log>`, "{"],
    ["flow", `<echo>x</echo>`, "0.xml"],
  ])("%s: %s", async (topic, content, message) => {
    expect(await shown(`${topic}:`, content)).toEqual([line(topic, message)]);
  });

  test("error, at its own level; its alert is one more", async () => {
    expect(await shown("error:", `<error>"no"</error>`)).toEqual([
      line("error", "{", "error"),
      line("error", "no", "alert"),
    ]);
  });

  test("the flows of a request, and the error flow", async () => {
    const options = { init: `<eval>1</eval>`, error: `<echo>sorry</echo>` };
    expect(await shown("flow:", `<error/>`, options)).toEqual(
      ["init.xml", "0.xml", "error.xml"].map((file) => line("flow", file)),
    );
  });

  test("a variable that several kinds of actions set", async () => {
    const content = `<eval out="$a">1</eval><template out="$a">{ "b": 2 }</template>`;
    expect(await shown("template:", content)).toHaveLength(2);
    expect(await shown("eval:", content)).toHaveLength(2);
  });
});

describe("requests", () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await upstream((_, response) => reply(response, 200, { ok: true }));
  });
  afterAll(() => server.stop());

  test("are shown with URL and status, without secrets", async () => {
    const url = `${server.url.replace("//", "//ann:pw@")}/?token=abc`;
    const { text } = await debugged(`<request>{ "url": "${url}" }</request>`, {
      FLOW_DEBUG: "request::append",
    });
    expect(text).toContain('"status": 200');
    expect(text).toContain(`"url": "${server.url}/?token=***"`);
    expect(text).not.toMatch(/pw|abc/);
  });
});

describe("selection", () => {
  const content = `<template>1</template><template debug="bar">2</template><template debug="bar, baz" if="true()">3</template>`;
  const messages = async (setting: string, of = content, options?: Parameters<typeof shown>[2]) =>
    (await shown(setting, of, options)).map((each) => each.slice(31));

  test.each([
    ["template:", ["1", "2", "3"]],
    ["bar:", ["2", "3"]],
    ["baz:", ["3"]],
    ["echo, baz:", ["3"]],
    ["nothing:", []],
    ["constructor:", []],
    ["template:error", []],
    ["template:verbose", ["1", "2", "3"]],
  ])("%s", async (setting, expected) => {
    expect(await messages(setting)).toEqual(expected);
  });

  test("all topics", async () => {
    for (const setting of [":", "*:", "x,*:debug"])
      expect(await messages(setting)).toEqual(expect.arrayContaining(["0.xml", "1", "2", "3"]));
  });

  test("the topics of a sub-flow are those of all its actions", async () => {
    const files = {
      "sub.xml": `<flow><template>a</template><template debug="inner">b</template></flow>`.replaceAll(
        />([ab])</g,
        '>"$1"<',
      ),
    };
    const calls = `<sub-flow src="sub.xml" debug="outer"/><template>"c"</template>`;
    expect(await messages("outer:", calls, { files })).toEqual(["a", "b"]);
    expect(await messages("inner:", calls, { files })).toEqual(["b"]);
  });

  const then = `<template>"then"</template>`;
  test.each([
    ["a template", `<template debug="bar">"in"</template>${then}`, ["in"]],
    ["an element under a condition", `<template debug="bar" if="true()">"in"</template>${then}`, ["in"]],
    [
      "one whose condition does not hold",
      `<template debug="bar" if="$request/get/x">"in"</template>${then}`,
      [],
    ],
    ["an element in an if", `<if test="true()"><template debug="bar">"in"</template></if>${then}`, ["in"]],
    ["a sub-flow", `<sub-flow debug="bar" src="in.xml"/>${then}`, ["in"]],
    ["a sub-flow that returns", `<sub-flow debug="bar" src="returns.xml"/>${then}`, ["in"]],
    [
      "an element in another one's sub-flow",
      `<sub-flow debug="bar" src="both.xml"/>${then}`,
      ["in", "still"],
    ],
    ["a log", `<log debug="bar">{ "a": 1 }</log>${then}`, []],
    [
      "a request that fails",
      `<request debug="bar">{ "url": "http://127.0.0.1:1/" }</request><eval out="$e">1</eval>${then}`,
      [],
    ],
    [
      "a request that ends the flow",
      `<request debug="bar">{ "url": "http://127.0.0.1:1/", "options": { "exit-on-error": true } }</request>`,
      [],
    ],
  ])("ends with %s", async (_, flow, expected) => {
    const files = {
      "in.xml": `<flow><template>"in"</template></flow>`,
      "returns.xml": `<flow><template>"in"</template><return/></flow>`,
      "both.xml": `<flow><template debug="baz">"in"</template><template>"still"</template></flow>`,
    };
    const ofTemplates = (lines: readonly string[]) =>
      lines.filter((line) => /^(in|still|then|sorry)$/.test(line));
    const error = `<template>"sorry"</template>`;
    expect(ofTemplates(await messages("bar:", flow, { files, error }))).toEqual(expected);
  });

  test("ends with a request that has an answer, also if one without would end the flow", async () => {
    const server = await upstream((_, response) => reply(response, 200, { ok: true }));
    onTestFinished(server.stop);
    const asked = `<request debug="bar">{ "url": "${server.url}", "options": { "exit-on-error": true } }</request>`;
    const lines = await messages("bar:", `${asked}<template>"then"</template>`);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines).not.toContain("then");
  });

  test("topics end with an error, and with what has them", async () => {
    const error = `<template>"sorry"</template>`;
    expect(await messages("bar:", `<error debug="bar">"no"</error>`, { error })).toEqual(["{", "no"]);
    expect(await messages("bar:", `<eval debug="bar" out="$a">1</eval><template>"x"</template>`)).toEqual([
      "$a = 1",
    ]);
    expect(await messages("bar:", `<echo debug="bar">x</echo>`)).toEqual(["x"]);
  });
});

describe("env", () => {
  test("variables of the app, without secrets", async () => {
    const env = {
      FLOW_DEBUG: "env::append",
      FLOW_A: "x",
      FLAT_B: "y",
      OTHER: "z",
      FLOW_DEBUG_AUTH: "pw",
      FLOW_TOKEN: "t",
    };
    const { text } = await debugged("", env);
    const json = JSON.parse(text.slice(text.indexOf("{"))) as object;
    expect(json).toEqual({
      FLOW_A: "x",
      FLAT_B: "y",
      FLOW_DEBUG: "env::append",
      FLOW_DEBUG_AUTH: "***",
      FLOW_TOKEN: "***",
    });
  });
});

test("time: seconds until the response", async () => {
  expect((await shown("time:", ""))[0]).toMatch(/\[time\] +\d\.?[\de-]* s until the response$/);
});
