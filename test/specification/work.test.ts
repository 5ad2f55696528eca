/** A flow that takes more work than a request may do ends with an error, and the server answers others. */

import type { Hono } from "hono";
import { beforeAll, describe, expect, test } from "vitest";
import { app } from "../support/compile.js";
import { apiFiles } from "../support/samples.js";

const limitExceeded = { status: 503, error: { code: 5002, status: 503, message: "Limit Exceeded" } };

describe("A flow that takes more steps than FLOW_MAX_STEPS", () => {
  let api: Hono;
  const bindings = { FLOW_MAX_STEPS: "20000" };
  const ask = async (path: string, body: string, type: string) => {
    const response = await api.request(
      `/t${path}`,
      { method: "POST", body, headers: { "content-type": type } },
      bindings,
    );
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  beforeAll(async () => {
    const flows = {
      "/loops": `<template>{ "a": [ {{loop $body/json/list}} {{loop $body/json/list}} 1 {{end}} {{end}} ] }</template>`,
      "/xml": `<eval out="$x">xml-parse($body)</eval><template>{ "count": {{ count($x//a) }} }</template>`,
      "/html": `<eval out="$x">html-parse($body)</eval><template>{ "count": {{ count($x//p) }} }</template>`,
      "/axes": `<template>{ "count": {{ count($body//value[following::value[. = 'x']]) }} }</template>`,
      "/sort": `<template>{ "first": {{ sort($body/json/list)/value[1] }} }</template>`,
      "/repeats": `<template>[ {{loop $body/json/list}} {{ $body/json/text }} {{end}} ]</template>`,
      "/repeats-first": `
        <template out="$x">[ {{loop $body/json/list}} {{ $body/json/text }} {{end}} ]</template>
        <eval out="$token">jwt-encode('{}', 'YSBwYXNzcGhyYXNlIG9mIG1vcmUgdGhhbiAzMiBieXRlcw')</eval>
        <template>{ "x": {{ $x }} }</template>`,
      "/waits": `<template>{ "a": {{ count($body/json/list/value) }} }</template>`,
    };
    api = await app(apiFiles(flows));
  });

  const list = (length: number) => JSON.stringify({ list: Array.from({ length }, (_, index) => index) });

  test.each([
    ["loops in loops", "/loops", list(100), "application/json"],
    ["XML of many nodes", "/xml", `<r>${"<a/>".repeat(3000)}</r>`, "text/plain"],
    ["HTML of many elements", "/html", "<p>".repeat(2000), "text/plain"],
    ["axes in predicates", "/axes", list(4000), "application/json"],
    ["sorting", "/sort", list(4000), "application/json"],
  ])("%s: 503, and the next request is answered", async (_, path, body, type) => {
    const { status, body: answered } = await ask(path, body, type);
    expect({ status, error: answered.error }).toMatchObject(limitExceeded);
    expect((await ask("/loops", list(3), "application/json")).status).toBe(200);
    expect((await ask("/waits", list(10), "application/json")).body).toEqual({ a: 10 });
  });

  test.each(["/repeats", "/repeats-first"])(
    "%s a long text in JSON more often than texts may be long",
    async (path) => {
      const text = "x".repeat(100_000);
      const body = (length: number) => JSON.stringify({ text, list: Array.from({ length }, () => 0) });
      const { status, body: answered } = await ask(path, body(700), "application/json");
      expect({ status, error: answered.error }).toMatchObject(limitExceeded);
      expect((await ask(path, body(3), "application/json")).status).toBe(200);
    },
  );
});
