/** The tests of the fixtures: they pass, and run every flow. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { scratchDirectory } from "../support/compile.js";
import { fixture, flowc, listFiles } from "../support/project.js";

/** The least that the tests of each fixture run, in percent. What they leave out cannot happen in the app. */
const least = {
  hello: { lines: 100, branches: 100, actions: 100 },
  petstore: { lines: 100, branches: 95, actions: 100 },
  aggregator: { lines: 100, branches: 98, actions: 100 },
  library: { lines: 100, branches: 90, actions: 100 },
  tokens: { lines: 100, branches: 100, actions: 100 },
};

describe.each(Object.entries(least))("fixtures/%s", (name, shares) => {
  test("passes its tests, which run every flow", { timeout: 300_000 }, async () => {
    const reports = scratchDirectory(`fixture-tests-${name}`);
    const thresholds = Object.entries(shares).map((pair) => pair.join("="));
    const { code, stdout, stderr } = await flowc(
      "test",
      fixture(name),
      "--coverage-dir",
      reports,
      "--min-coverage",
      thresholds.join(","),
    );
    expect({ failed: stdout.match(/^✗[\s\S]*?\n\n/gm), code, stderr }).toEqual({
      failed: null,
      code: 0,
      stderr: "",
    });
    expect(runsOf(reports)).toEqual(new Map(flowsOf(name).map((path) => [path, true])));
  });
});

/** The flows of a fixture: what has a `<flow>` or a `<config>` for a root, and is no test. */
function flowsOf(name: string): readonly string[] {
  return listFiles(fixture(name)).filter(
    (path) =>
      path.endsWith(".xml") && /<(?:flow|config)>/.test(readFileSync(join(fixture(name), path), "utf8")),
  );
}

/** Each flow of a report, and whether anything of it has run. */
function runsOf(reports: string): ReadonlyMap<string, boolean> {
  const lcov = readFileSync(join(reports, "lcov.info"), "utf8");
  const files = lcov.matchAll(/^SF:fixtures\/[^/]+\/(.*\.xml)\n([\s\S]*?)^end_of_record/gm);
  return new Map([...files].map(([, path = "", counts = ""]) => [path, /^DA:\d+,[1-9]/m.test(counts)]));
}
