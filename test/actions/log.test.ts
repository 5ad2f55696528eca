/** The `log` action: fields of one's own in the access log. */
import { describe, expect, test } from "vitest";
import type { ClientRequest } from "../support/client.js";
import { findings } from "../support/findings.js";
import { ask, flow } from "../support/samples.js";

const ownFields = 18;

const logged = async (content: string, request?: ClientRequest) => {
  const { events, log } = await ask(await flow(content), request);
  const access = events.find(({ type }) => type === "engine_access") ?? {};
  return { fields: Object.entries(access).slice(ownFields), access, log };
};

test.each<[string, string, object]>([
  [
    "are added",
    `<log>{ "a": "x", "b": 1, "c": [ null, { "d": null } ] }</log>`,
    { a: "x", b: 1, c: [null, { d: null }] },
  ],
  ["are those of all actions", `<log>{ "b": 1 }</log><log>{ "a": 2 }</log>`, { b: 1, a: 2 }],
  [
    "of the same name are overwritten where they are",
    `<log>{ "a": 1, "b": 2 }</log><log>{ "c": 3, "a": [ 4 ] }</log>`,
    { a: [4], b: 2, c: 3 },
  ],
  [
    "that are objects are merged",
    `<log>{ "u": { "n": "ann", "x": { "y": 1 } } }</log><log>{ "u": { "r": "admin", "x": { "z": 2 } } }</log>`,
    { u: { n: "ann", x: { y: 1, z: 2 }, r: "admin" } },
  ],
  [
    "that are objects take the place of others, and others theirs",
    `<log>{ "a": 1, "b": { "c": 1 } }</log><log>{ "a": { "d": 1 }, "b": 2 }</log>`,
    { a: { d: 1 }, b: 2 },
  ],
  [
    "that are null are left out",
    `<log>{ "a": {{ $env/NOTHING }}, "b": { "c": null, "d": 1 } }</log>`,
    { b: { d: 1 } },
  ],
  [
    "are taken away with null",
    `<log>{ "a": 1, "b": { "c": 1, "d": 2 } }</log><log>{ "a": null, "b": { "c": null } }</log>`,
    { b: { d: 2 } },
  ],
  [
    "may have computed names",
    `<log>{ {{: $request/method | $request/host }} }</log>`,
    { method: undefined, host: "client.test" },
  ],
])("fields %s", async (_, content, expected) => {
  const { fields } = await logged(content);
  expect(fields).toEqual(Object.entries(expected).filter(([, value]) => value !== undefined));
});

test("the engine's own fields stay what they are", async () => {
  const { fields, access } = await logged(
    `<template out="$o">{ "status": "x", "type": "y", "mine": 1 }</template><log>{{ $o }}</log>`,
  );
  expect(fields).toEqual([["mine", 1]]);
  expect(access).toMatchObject({ type: "engine_access", status: 200 });
});

test("names such as __proto__ are ordinary", async () => {
  const body = {
    path: "/t/x",
    json: JSON.parse(`{ "__proto__": { "a": 1 }, "constructor": { "b": 2 } }`) as object,
  };
  const { fields } = await logged(`<log>{{ $body/json }}</log><log>{ "__proto__": { "c": 3 } }</log>`, body);
  expect(JSON.stringify(fields)).toBe(`[["__proto__",{"a":1,"c":3}],["constructor",{"b":2}]]`);
});

test("fields that were added before an error are logged", async () => {
  const { fields, access } = await logged(`<log>{ "a": 1 }</log><error status="400"/>`);
  expect([fields, access.status]).toEqual([[["a", 1]], 400]);
});

describe("what is too much is an alert, and nothing is added", () => {
  const nested = (open: string, end: string, depth: number) =>
    `{ "deep": ${open.repeat(depth)}1${end.repeat(depth)} }`;
  test.each([
    ["text", `{ "text": "${"x".repeat(70_000)}" }`],
    ["objects in objects", nested(`{ "a": `, "}", 100)],
    ["arrays in arrays", nested("[", "]", 40_000)],
    ["what is no object", "[ 1 ]"],
  ])("%s", async (_, body) => {
    const request = { body, headers: { "content-type": "application/json" } };
    const { fields, log } = await logged(`<log>{ "before": 1 }</log><log>{{ $body/json }}</log>`, request);
    expect(fields).toEqual([["before", 1]]);
    expect(log).toMatchObject([{ topic: "log", message: expect.stringContaining("nothing was added") }]);
  });
});

test("get-log() has them after the engine's own", async () => {
  const one = await flow(
    `<log>{ "user": { "name": "ann" } }</log><template>[ {{ get-log()/user/name }}, {{ get-log()/type }} ]</template>`,
  );
  expect((await ask(one)).json()).toEqual(["ann", "engine_access"]);
});

findings("log", {
  "constant fields of one's own": `<log>{ "a": { "type": 1 } }</log>`,
  "a field of the engine": { flow: `<log>{ "type": 1 }</log>`, finds: "warning", message: /type/ },
  "an array": { flow: `<log>[ 1 ]</log>`, finds: "error", message: /FLOW4024.*<log>/ },
});
