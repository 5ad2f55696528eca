/** Responses that are not what the API description says. */
import { describe, expect, test } from "vitest";
import { type Described, describedApp, sendDescribed } from "../support/contracts.js";
import { compareResponse } from "../support/samples.js";

const user = {
  type: "object",
  required: ["url"],
  properties: { url: { type: "string", pattern: "^https://" } },
};

const described = (flow: string, more: Described = {}): Described => ({
  flow,
  validate: { response: true },
  operation: {
    produces: ["application/json"],
    responses: { 200: { schema: user }, 204: {}, 404: { schema: { type: "object" } } },
  },
  ...more,
});

/** Returns the faults that the client is told, and the log. */
async function told(one: Described) {
  const response = await sendDescribed(await describedApp(one), {});
  const { error } = response.json() as { error?: { info: readonly string[] } };
  return { status: response.status, info: error?.info, log: response.log.map(({ message }) => message) };
}

const failed = (info: string, logged = info) => ({
  status: 500,
  info: [info],
  log: [`Response validation failed: ${logged}`],
});

test("the error says what is wrong; the log leaves the value out", async () => {
  const one = await describedApp(described(`<template>{ "url": "http://x" }</template>`));
  const response = await sendDescribed(one, {});
  compareResponse(response, { status: 500 });
  expect(response.json()).toMatchObject({
    error: {
      message: "Client response validation failed",
      status: 500,
      info: [
        "Pattern constraint violated in body for url: 'http://x' does not match the pattern '^https://'.",
      ],
      code: 3205,
    },
  });
  expect(response.log).toMatchObject([
    {
      topic: "validation",
      message:
        "Response validation failed: Pattern constraint violated in body for url: The value does not match the pattern '^https://'.",
    },
  ]);
});

test.each<[string, string]>([
  ["a template", `<template>{ "url": "https://x" }</template>`],
  ["JSON as text", `<echo mime="application/json">{ "url": "https://x" }</echo>`],
  ["another status", `<template>{}</template><set-status code="404"/>`],
  ["a status without content", `<set-status code="204"/>`],
])("%s that is as described is sent", async (_, flow) => {
  const response = await sendDescribed(await describedApp(described(flow)), {});
  expect(response.status).toBeLessThan(500);
  expect(response.log).toEqual([]);
});

test.each<[string, string, string]>([
  [
    "text",
    `<echo>no</echo>`,
    "MediaType constraint violated in header for Content-Type: 'text/plain' is none of application/json.",
  ],
  [
    "JSON that is none",
    `<echo mime="application/json">{</echo>`,
    "Syntax constraint violated in body: The body is no valid JSON.",
  ],
  ["nothing", `<set-status code="200"/>`, "Required constraint violated in body: The body is required."],
  [
    "a status that is not described",
    `<template>{}</template><set-status code="418"/>`,
    "No definition for status code 418 and no 'default'.",
  ],
])("%s is refused", async (_, flow, info) => {
  const result = await told(described(flow));
  expect(result).toMatchObject({ status: 500, info: [info] });
});

test("without produces, what is no JSON is a string", async () => {
  const one = described("<echo>no</echo>", { operation: { responses: { default: { schema: user } } } });
  expect(await told(one)).toEqual(
    failed("Type constraint violated in body: String value found, but an object is required."),
  );
});

test("an operation without responses may answer anything", async () => {
  const response = await sendDescribed(
    await describedApp(described("<echo>x</echo>", { operation: {} })),
    {},
  );
  compareResponse(response, { text: "x" });
});

test("a file may be anything", async () => {
  const operation = { responses: { 200: { schema: { type: "file" } } } };
  const response = await sendDescribed(await describedApp(described("<echo>x</echo>", { operation })), {});
  compareResponse(response, { text: "x" });
});

test("HEAD has no body that could be wrong", async () => {
  const one = await describedApp(described("<echo>x</echo>", { method: "get" }));
  compareResponse(await sendDescribed(one, { method: "HEAD" }), { status: 200 });
  compareResponse(await sendDescribed(one, { method: "GET" }), { status: 500 });
});

describe("the error flow", () => {
  const error = `<template>{ "why": {{ $error/code }} }</template>`;

  test("answers, and what it answers is not validated", async () => {
    const one = await describedApp(described("<echo>x</echo>", { error }));
    compareResponse(await sendDescribed(one, {}), { status: 500, json: { why: 3205 } });
  });

  test("answers errors of flows, which are not validated", async () => {
    const one = await describedApp(described(`<error status="404">{ "code": 7 }</error>`, { error }));
    compareResponse(await sendDescribed(one, {}), { status: 404, json: { why: 7 } });
  });
});

test("a flow that breaks is validated", async () => {
  expect(await told(described("<echo>x</echo><break/>"))).toMatchObject({ status: 500 });
});
