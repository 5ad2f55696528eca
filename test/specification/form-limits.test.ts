/** Requests with more fields than anybody means, where nothing validates them: the flow's client is told. */
import { describe, expect, test } from "vitest";
import { ask, flow } from "../support/samples.js";

const tooMany = {
  error: expect.objectContaining({
    message: "Input Validation Failed",
    status: 400,
    code: 3204,
    info: ["There are more than 10000 fields."],
  }),
};

const form = { "content-type": "application/x-www-form-urlencoded" };
const parts = { "content-type": "multipart/form-data; boundary=x" };

describe("too many fields", () => {
  test.each([
    ["a form", "$request/post/a", { body: "a&".repeat(10_001), headers: form }],
    [
      "parts without an end of head",
      "$request/post/a",
      { body: `--x${"\r\n--x".repeat(104_000)}`, headers: parts },
    ],
    ["a query", "$request/get/a", { query: "a&".repeat(10_001) }],
    ["cookies", "$request/cookies/a", { headers: { cookie: "a=1;".repeat(10_001) } }],
  ])("in %s", async (_, path, request) => {
    const one = await flow(`<template>{ "a": {{ ${path} }} }</template>`);
    const response = await ask(one, request);
    expect([response.status, response.json()]).toEqual([400, tooMany]);
  });

  test("do not matter where nobody looks, and are logged as they are", async () => {
    const one = await flow("<echo>x</echo>");
    const body = "a&".repeat(10_001);
    const response = await ask(one, { body, headers: { ...form, "content-length": String(body.length) } });
    expect(response.text).toBe("x");
    expect(response.events.at(-1)).toMatchObject({ requestbytes: body.length, bytes: 1 });
  });

  test("a head of a part that does not end", async () => {
    const one = await flow(`<template>{ "a": {{ $request/post/a }} }</template>`);
    const response = await ask(one, { body: `--x\r\n${"a".repeat(9000)}\r\n--x--`, headers: parts });
    expect(response.json()).toMatchObject({
      error: { code: 3204, info: ["The head of a part has more than 8192 bytes."] },
    });
    expect(response.events.at(-1)).toMatchObject({ requestbytes: 9012, status: 400 });
  });
});
