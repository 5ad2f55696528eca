/** Variables that exist because a token was checked before any flow ran. */
import { expect, test } from "vitest";
import { describeDiagnostic, diagnose } from "../support/compile.js";
import { flowFile } from "../support/samples.js";
import { bearer, secured } from "../support/secured.js";

const files = (show: string) =>
  secured(
    {
      securityDefinitions: { Token: bearer({ "post-check-flow": "check.xml" }) },
      security: [{ Token: [] }],
      paths: { "/x": { "x-flow": "show.xml" } },
    },
    {
      "check.xml": flowFile('<eval out="$role">$jwt/role</eval>'),
      "show.xml": flowFile(show),
    },
  );

test.each(["$jwt/sub", "$role"])("%s is set before a flow begins", async (expression) => {
  const found = await diagnose(files(`<template>{{ ${expression} }}</template>`));
  expect(found.map(describeDiagnostic)).toStrictEqual([]);
});

test("another variable is not", async () => {
  const found = await diagnose(files("<template>{{ $roll }}</template>"));
  expect(found.map(describeDiagnostic)).toStrictEqual([
    expect.stringMatching(/^show\.xml:\d+:\d+ warning FLOW4027 .*\$roll/),
  ]);
});
