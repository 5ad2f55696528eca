/** Where debug output goes. */
import { describe, expect, test } from "vitest";
import { debugged } from "./support.js";

const content = `<template>{ "a": 1 }</template>`;
const output = 'debug   [template]             {\n  "a": 1\n}\n';

test("inline: before the body", async () => {
  const { text, headers, log } = await debugged(content, { FLOW_DEBUG: "template::inline" });
  expect([text, log]).toEqual([`${output}{"a":1}`, ""]);
  expect(headers.get("content-type")).toBe("application/json");
});

test("append: after the body", async () => {
  expect((await debugged(content, { FLOW_DEBUG: "template::append" })).text).toBe(`{"a":1}\n${output}`);
});

test("log: on standard error, with the request ID; no line of it can pass for an event", async () => {
  const event = '{"type":"engine_alert"}';
  const { text, log } = await debugged(
    "<template>{{ $body }}</template>",
    { FLOW_DEBUG: "template" },
    { body: `x\n${event}\r${event}`, headers: { "content-type": "text/plain" } },
  );
  expect(JSON.parse(text)).toContain(event);
  expect(log.split("\n").map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      ...{ type: "engine_debug", level: "debug", topic: "template", message: `x\n${event}\r${event}` },
      requestID: expect.stringMatching(/^[0-9a-f-]{36}$/),
    }),
  ]);
});

test("without a setting, nothing is shown", async () => {
  const { text, log } = await debugged(content, {}, { headers: { debug: "*::append" } });
  expect([text, log]).toEqual(['{"a":1}', ""]);
});

test("alerts are shown in the response, and not twice in the log", async () => {
  const flow = `<eval>fit-log("careful")</eval>`;
  const inline = await debugged(flow, { FLOW_DEBUG: ":alert:inline" });
  expect(inline.text).toBe("alert   [fit-log]              careful\n");
  expect((await debugged(flow, { FLOW_DEBUG: ":alert:log" })).log.split("\n")).toHaveLength(1);
});

describe("responses that have no body", () => {
  test.each([
    ["204", `<set-status code="204"/>`, {}],
    ["HEAD", content, { method: "HEAD" }],
  ])("%s", async (_, flow, request) => {
    expect((await debugged(flow, { FLOW_DEBUG: "::append" }, request)).text).toBe("");
  });

  test("but could have one: it is the output", async () => {
    expect((await debugged(`<set-status code="201"/>`, { FLOW_DEBUG: "set-status::inline" })).text).toMatch(
      / 201\n$/,
    );
  });
});

test("a long message is cut", async () => {
  const { text } = await debugged(
    "<template>{{ $body }}</template>",
    { FLOW_DEBUG: "template::inline" },
    { body: "x".repeat(100_000), headers: { "content-type": "text/plain" } },
  );
  expect(text.length).toBeLessThan(100_002 + 65_536 + 100);
  expect(text).toContain("x…\n");
});
