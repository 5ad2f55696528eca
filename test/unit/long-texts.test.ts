/** Flows, templates and lists of media types that are too long to be built: the build says so at once. */
import { describe, expect, test } from "vitest";
import { describeDiagnostic, diagnose, type Files } from "../support/compile.js";
import { workTime } from "../support/growth.js";
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

/** As many media types for all operations as there are operations, in a text that is no longer than both. */
const listing = (list: "consumes" | "produces", count: number): Files => {
  const types = Array.from({ length: count }, (_, number) => `application/vnd.a${number}`);
  const schema = { type: "object" };
  const operation = {
    consumes: { post: { "x-flow": "x.xml", parameters: [{ name: "body", in: "body", schema }] } },
    produces: { get: { "x-flow": "x.xml", responses: { 200: { description: "OK", schema } } } },
  }[list];
  const paths = Object.fromEntries(types.map((_, number) => [`/x${number}`, operation]));
  return {
    "swagger.yaml": JSON.stringify({ swagger: "2.0", [list]: types, paths }),
    "x.xml": "<flow><template>{}</template></flow>",
  };
};

describe.each(["consumes", "produces"] as const)("%s", (list) => {
  test("may not stand for more than can be built", async () => {
    const start = workTime();
    const found = (await diagnose(listing(list, 1000))).map(describeDiagnostic);
    expect(found).toEqual([
      expect.stringMatching(/error FLOW1229 Up to here, .* more than 100,000 media types/),
    ]);
    expect(workTime() - start).toBeLessThan(10_000);
  });

  test("may stand for many", async () => {
    const found = (await diagnose(listing(list, 300))).map(describeDiagnostic);
    expect(found.filter((finding) => finding.includes(" error "))).toEqual([]);
  });
});
