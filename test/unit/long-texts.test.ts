/** Flows and templates that are too long to be built: the build says so at once. */
import { expect, test } from "vitest";
import { describeDiagnostic, diagnose } from "../support/compile.js";
import { apiFiles } from "../support/samples.js";

const long = `"${"x".repeat(4_000_000)}"`;

test.each([
  ["a flow", apiFiles({ "/x": `<template>${long}</template>` })],
  ["a flow of nothing but a comment", apiFiles({ "/x": `<!-- ${long} --><template>1</template>` })],
  ["a template in a file", { ...apiFiles({ "/x": `<template src="long.json"/>` }), "long.json": long }],
])("%s", async (_, files) => {
  const found = (await diagnose(files)).map(describeDiagnostic);
  expect(found).toEqual([
    expect.stringMatching(/:1:1 error FLOW1228 This has more than 4,000,000 characters/),
  ]);
});

test("one that is as long as it may be is built", async () => {
  const [flow] = Object.values(apiFiles({ "/x": "<template>1</template>" })).slice(-1);
  const fill = 4_000_000 - String(flow).length - 13;
  const files = apiFiles({ "/x": `<!--${"x".repeat(fill)}--><template>1</template>` });
  expect((await diagnose(files)).map(describeDiagnostic).join("\n")).not.toContain("FLOW1228");
});
