/** The reports of `flowc test`, as other programs read them; and what of tests is in built apps: nothing. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "junit2json";
import { Parser } from "tap-parser";
import { describe, expect, test } from "vitest";
import { scratchDirectory } from "../support/compile.js";
import { flowc, repository } from "../support/project.js";
import { appOf, describing } from "./app.js";

/** A test that passes, one that fails with texts of all kinds, and one that ends with an error. */
const app = {
  "swagger.yaml": describing({ "/a": "a.xml" }),
  "a.xml": "<flow>\n  <template>{}</template>\n</flow>\n",
  "tests/1 # todo.xml": '<flow-test><assert>[ [ "true()" ] ]</assert></flow-test>',
  "tests/2.xml": `<flow-test>
  <eval out="$text">concat('line', '&#10;', 'not ok 7 ]]&gt; &lt;b>', '&#10;', '1..9')</eval>
  <test-request>{ "path": "/api/a?x=%0Aok" }</test-request>
  <assert>[ [ "$text", "other", "a \\" & \\u0007 message" ], [ "$status", 200 ] ]</assert>
</flow-test>`.replace(" & ", " &amp; "),
  "tests/3.xml":
    '<flow-test><error>{ "message": "over" }</error><assert>[ [ "true()" ] ]</assert></flow-test>',
};

describe("TAP", () => {
  test("is what a parser of TAP reads", async () => {
    const { code, stdout } = await flowc("test", appOf("report-tap", app), "--format", "tap");
    expect(code).toBe(1);
    const results: [boolean, string][] = [];
    const summary = await new Promise<{ ok: boolean; count: number; fail: number; plan: object }>(
      (resolve) => {
        const parser = new Parser(resolve);
        parser.on("assert", ({ ok, name, todo }) => results.push([ok && !todo, name]));
        parser.end(stdout.replace(/^passed: .*\n$/m, ""));
      },
    );
    expect(results).toEqual([
      [true, "tests/1 # todo.xml: 1 assertions"],
      [false, "tests/2.xml: 2 assertions"],
      [false, "tests/3.xml: 0 assertions"],
    ]);
    expect(summary).toMatchObject({ ok: false, count: 3, fail: 2, plan: { start: 1, end: 3 } });
  });
});

describe("JUnit XML", () => {
  test("is what a parser of JUnit reads", async () => {
    const directory = appOf("report-junit", app);
    const file = join(directory, "reports/junit.xml");
    const { code } = await flowc("test", directory, "--junit", file);
    expect(code).toBe(1);
    const report = await parse(readFileSync(file, "utf8"));
    expect(report).toMatchObject({ tests: 3, failures: 2, errors: 0, testsuite: [{ name: "flows" }] });
    const cases = (
      report as { testsuite: { testcase: { name: string; failure?: { message: string }[] }[] }[] }
    ).testsuite[0]?.testcase;
    expect(cases?.map(({ name, failure }) => [name, failure?.[0]?.message])).toEqual([
      ["tests/1 # todo.xml", undefined],
      ["tests/2.xml", 'tests/2.xml:4: a " & \\u0007 message: the values differ'],
      ["tests/3.xml", "an error ended the test: over: Flow Error triggered"],
    ]);
  });
});

describe("Each report has upstream requests and backend flows that did not meet", () => {
  const lost = "stock: GET http://stock.example/items";
  const lines = [`no backend flow answered ${lost}`, "nothing asked the backend flow stocks"];

  test.each(["passes", "fails"])("of a test that %s", async (outcome) => {
    const directory = appOf("report-unmet", {
      "swagger.yaml": describing({ "/a": "a.xml" }),
      "a.xml": `<flow>
  <requests>{ "stock": { "url": "http://stock.example/items" }, "prices": { "url": "http://prices.example/" } }</requests>
  <template>{}</template>
</flow>`,
      "tests/t.xml": `<flow-test>
  <backend-flow request="stocks"><template>{}</template></backend-flow>
  <backend-flow request="prices"><template>{}</template></backend-flow>
  <test-request>{ "path": "/api/a" }</test-request>
  <assert>[ [ "$status", ${outcome === "passes" ? 200 : 404} ] ]</assert>
</flow-test>`,
    });
    const junit = join(directory, "junit.xml");
    const [text, tap, json] = await Promise.all(
      [
        ["--junit", junit],
        ["--format", "tap"],
        ["--format", "json"],
      ].map(async (options) => {
        const { code, stdout } = await flowc("test", directory, ...options);
        expect(code).toBe(outcome === "passes" ? 0 : 1);
        return stdout;
      }),
    );
    const found = (report = "", before = "") =>
      [...report.matchAll(/^(.*)(?<=^|[ >])((?:no backend flow|nothing asked) [^<\n]*)/gm)]
        .filter(([, start]) => start?.startsWith(before))
        .map(([, , line]) => line);
    expect(found(text, "  ")).toEqual(lines);
    expect(found(tap, "# ")).toEqual(lines);
    expect(found(readFileSync(junit, "utf8"))).toEqual(lines);
    expect(JSON.parse(json ?? "").tests).toMatchObject([{ unanswered: [lost], unasked: ["stocks"] }]);
    await expect(parse(readFileSync(junit, "utf8"))).resolves.toBeDefined();
  });
});

test("A report has what failures are about, and no secrets", async () => {
  const flow = `<flow>
  <log>{{ concat("said ", $request/get/n) }}</log>
  <if test="$request/get/n = 2"><eval out="$sent">concat("&#10;", "&#133;", $request/get/n)</eval></if>
  <template>{ "n": {{ number($request/get/m) }} }</template>
</flow>`;
  const asks = (n: number) => `<test-request>{ "path": "/api/a?access_token=sesame&n=${n}" }</test-request>`;
  const asserts = (status: number) => `<assert>[ [ "$status", ${status} ] ]</assert>`;
  const directory = appOf("report-about", {
    "swagger.yaml": describing({ "/a": "a.xml" }),
    "a.xml": flow,
    "tests/t.xml":
      `<flow-test>${asks(1)}${asserts(200)}${asks(2)}${asserts(201)}${asks(3)}${asserts(200)}</flow-test>`.replaceAll(
        "&",
        "&amp;",
      ),
  });
  const file = join(directory, "junit.xml");
  const { stdout: text } = await flowc("test", directory, "--junit", file);
  const { stdout: tap } = await flowc("test", directory, "--format", "tap");
  const junit = readFileSync(file, "utf8");
  expect(tap).toContain("\nnot ok 1 tests/t.xml: 3 assertions\n");
  for (const report of [text, tap, junit.replaceAll("&#34;", '"')]) {
    expect(report.match(/GET \/api\/a\?access_token=\*\*\*&(?:#38;)?n=\d: 200/g)).toHaveLength(1);
    expect(report).toContain('$sent = "\\n\\u00852"');
    expect(report).not.toMatch(/\ufffd|sesame|said [13]/);
  }
  // In the trace, and in what was logged.
  for (const report of [text, junit]) expect(report.match(/NaN is no JSON number/g)).toHaveLength(2);
});

test("The first test of the documentation passes in the app that flowc init starts", async () => {
  const page = readFileSync(join(repository, "docs/commands/test.md"), "utf8");
  const [, text = ""] = /```xml\n([\s\S]*?)```/.exec(page) ?? [];
  const directory = join(scratchDirectory("documented"), "flows");
  await flowc("init", directory);
  writeFileSync(join(directory, "tests/first.xml"), text);
  const { code, stdout } = await flowc("test", directory, "tests/first.xml", "--format", "tap");
  expect(stdout).toBe("1..1\nok 1 tests/first.xml: 2 assertions\npassed: 1, failed: 0\n");
  expect(code).toBe(0);
});

test("Nothing of tests is in a built app", async () => {
  const directory = appOf("report-built", app);
  const out = join(directory, "gen");
  expect(await flowc("build", directory, "-o", out)).toMatchObject({ code: 0, stderr: "" });
  const { sources } = JSON.parse(readFileSync(join(out, "server.js.map"), "utf8")) as { sources: string[] };
  expect(sources.filter((path) => path.includes("runtime/request/context."))).toHaveLength(1);
  expect(sources.filter((path) => /testing|harness|tests\//.test(path))).toEqual([]);
  expect(existsSync(join(out, "tests"))).toBe(false);
});
