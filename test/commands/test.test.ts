/** `flowc test`, as people and CI systems use it: tests of flows in directories of their own. */
import { existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { describe, expect, test } from "vitest";
import { writeBundle } from "../../bin/shared/testing/load-bundle.js";
import { failedAssertions, type Outcome } from "../../bin/shared/testing/outcome.js";
import { runJobs } from "../../bin/shared/testing/pool.js";
import { Session } from "../../compiler/session/session.js";
import { readDirectory } from "../../compiler/source/read-directory.js";
import { flowc } from "../support/project.js";
import { upstream } from "../support/servers.js";
import { appOf, describing } from "./app.js";

const doubled = `<flow>
  <set-response-headers if="$request/get/n = 0">{ "X-Zero": "yes" }</set-response-headers>
  <template>{ "double": {{ $request/get/n * 2 }} }</template>
</flow>
`;

const stock = `<flow>
  <request content="items">
  { "url": {{ concat($env/STOCK, "/items") }}, "query": { "shelf": {{ $request/get/shelf }} } }
  </request>
  <eval out="$count">count(content("items")/json/list/*)</eval>
  <template>{ "count": {{ $count }} }</template>
</flow>
`;

const files = {
  "swagger.yaml": describing({ "/double": "double.xml", "/stock": "stock.xml" }),
  "double.xml": doubled,
  "stock.xml": stock,
};

/** An app with one test. */
const withTest = (name: string, body: string, more: Readonly<Record<string, string>> = {}): string =>
  appOf(name, { ...files, ...more, "tests/it.xml": `<flow-test>\n${body}\n</flow-test>\n` });

const asserting = (assertions: string): string => `<assert>[ ${assertions} ]</assert>`;

describe("Requests to the app", () => {
  const asked = '<test-request>{ "path": "/api/double?n=0" }</test-request>\n';

  test("give the status, the body as text, and the fields by lower-case name", async () => {
    const directory = withTest(
      "test-answer",
      asked +
        asserting(`
        [ "$status", 200 ], [ "$response", "{\\"double\\":0}" ], [ "json-parse($response)/double", 0 ],
        [ "$headers/x-zero", "yes" ], [ "$headers/x-one", null ], [ "$headers/content-type = 'application/json'" ]`),
    );
    const { code, stdout } = await flowc("test", directory, "--format", "tap");
    expect(stdout).toBe("1..1\nok 1 tests/it.xml: 6 assertions\npassed: 1, failed: 0\n");
    expect(code).toBe(0);
  });

  test("take what upstream requests take: a query, header fields, a method and a body", async () => {
    const directory = withTest(
      "test-request",
      `<test-request>
      { "path": "/api/echo", "method": "PUT", "query": { "q": "a b" }, "headers": { "X-Who": "Ada" },
        "body": { "value": { "n": 1 } } }
      </test-request>
      ${asserting(`[ "$response", { "file": "echo.json", "mode": "json" } ]`)}`,
      {
        "swagger.yaml": describing({ "/echo": "echo.xml" }),
        "echo.xml": `<flow><template>{ "method": {{ $request/method }}, "q": {{ $request/get/q }},
          "who": {{ $request/headers/x-who }}, "n": {{ $body/json/n }} }</template></flow>`,
        "tests/echo.json": '{ "method": "PUT", "q": "a b", "who": "Ada", "n": 1 }',
      },
    );
    expect(await flowc("test", directory)).toMatchObject({ code: 0 });
  });

  test("share the variables of flows, both ways, and the upstream results", async () => {
    const directory = withTest(
      "test-shared",
      `<backend-flow request="items">
        <eval out="$asked">$request/get/shelf</eval>
        <template>{ "list": [ {{ $listed }} ] }</template>
      </backend-flow>
      <eval out="$listed">"ink"</eval>
      <set-env>{ "STOCK": "http://stock.example" }</set-env>
      <test-request>{ "path": "/api/stock?shelf=7" }</test-request>
      ${asserting(`[ "$count", 1 ], [ "$asked", "7" ], [ "$upstream/items/status", 200 ],
        [ "$upstream/items/url", "http://stock.example/items?shelf=7" ]`)}`,
    );
    expect(await flowc("test", directory)).toMatchObject({ code: 0 });
  });
});

describe("Without a request", () => {
  test("a flow is called with a request, and gives its content", async () => {
    const directory = withTest(
      "test-sub-flow",
      `<template out="$request">{ "get": { "n": 21 } }</template>
      <sub-flow src="../double.xml"/>
      ${asserting(`[ "content()", { "file": "42.json", "mode": "json" } ], [ "content()/json/double", 42 ]`)}`,
      { "tests/42.json": '{\n  "double": 42\n}\n' },
    );
    expect(await flowc("test", directory)).toMatchObject({ code: 0 });
  });
});

describe("Assertions", () => {
  const value =
    '<template out="$v">{ "text": "Ada", "n": 5, "yes": true, "no": false, "nothing": null }</template>';

  const holding = [
    ["a text", '"$v/text", "Ada"'],
    ["a number", '"$v/n", 5'],
    ["a number in a text", '"string($v/n)", 5'],
    ["true", '"$v/yes", true'],
    ["false", '"$v/no", false'],
    ["null", '"$v/nothing", null'],
    ["a member that is not there", '"$v/other", null'],
    ["true if nothing is said", '"count($v/*) = 5"'],
    ["a value that the test computes", '"$v/n", {{ 2 + 3 }}'],
    ["a part of a text", '"$v/text", { "contains": "da" }'],
    ["a pattern", '"$v/text", { "pattern": "#^a#i" }'],
    ["quotes in an expression", '"$v/text = \\"Ada\\""'],
  ] as const;

  const failing = [
    ["another text", '"$v/text", "Bob"', 'expected: "Bob"', 'actual:   "Ada"'],
    ["another number", '"$v/n", 6', "expected: 6", "actual:   5"],
    ["no text", '"$v/other", ""', 'expected: ""', "actual:   null"],
    ["not true", '"$v/no"', "expected: true", "actual:   false"],
    ["not null", '"$v/n", null', "expected: null", "actual:   5"],
    ["not contained", '"$v/text", { "contains": "x" }', 'expected: "x"', 'actual:   "Ada"'],
    ["no match", '"$v/text", { "pattern": "/^b/" }', "expected: /^b/", 'actual:   "Ada"'],
    ["no pattern", '"$v/text", { "pattern": "ada" }', "the pattern has no delimiters", "expected: ada"],
    ["no file", '"$v/n", { "file": "none.txt" }', "there is no file tests/none.txt", "actual:   5"],
    ["a file outside", '"$v/n", { "file": "../../x" }', "../../x is outside the flow directory", ""],
  ] as const;

  /** One app with a test for each assertion. */
  const withTests = (name: string, assertions: readonly string[]): string =>
    appOf(name, {
      ...files,
      ...Object.fromEntries(
        assertions.map((assertion, index) => [
          `tests/t${index + 10}.xml`,
          `<flow-test>\n${value}${asserting(`[ ${assertion} ]`)}\n</flow-test>\n`,
        ]),
      ),
    });

  test("hold", async () => {
    const directory = withTests(
      "test-holds",
      holding.map(([, assertion]) => assertion),
    );
    const { code, stdout } = await flowc("test", directory, "--format", "tap");
    expect(stdout).toContain(`\npassed: ${holding.length}, failed: 0\n`);
    expect(code).toBe(0);
  });

  test("fail, and show why", async () => {
    const directory = withTests(
      "test-fails",
      failing.map(([, assertion]) => `${assertion}, ${assertion.includes(",") ? "" : "true, "}"so"`),
    );
    const { code, stdout } = await flowc("test", directory);
    expect(code).toBe(1);
    const reports = stdout.split(/^(?=. tests\/)/m);
    for (const [index, [name, , ...shown]] of failing.entries()) {
      const own = reports.find((report) => report.includes(`tests/t${index + 10}.xml:2 so: `));
      for (const text of shown) expect(own, name).toContain(text);
    }
  });

  test("tell lines that differ", async () => {
    const directory = withTest(
      "test-difference",
      `${value}${asserting('[ "$v", { "file": "v.json", "mode": "json" } ]')}`,
      { "tests/v.json": '{ "text": "Ada", "n": 6, "yes": true, "no": false, "nothing": null }' },
    );
    const { stdout } = await flowc("test", directory);
    expect(stdout).toContain('        "text": "Ada",\n  -   "n": 6,\n    +   "n": 5,\n'.slice(0, 22));
    expect(stdout).toMatch(/^ *- {3}"n": 6,\n *\+ {3}"n": 5,$/m);
  });

  test("go on after one that fails, and tell the place of each", async () => {
    const directory = withTest(
      "test-all",
      `${value}\n${asserting('[ "$v/n", 1 ],\n[ "$v/n", 5 ],\n[ "$v/n", 2 ]')}`,
    );
    const { stdout } = await flowc("test", directory, "--format", "tap");
    expect(stdout).toBe(`1..1
not ok 1 tests/it.xml: 3 assertions
# tests/it.xml:3: $v/n: the values differ
#   expression: $v/n
#   expected: 1
#   actual: 5
# tests/it.xml:5: $v/n: the values differ
#   expression: $v/n
#   expected: 2
#   actual: 5
passed: 0, failed: 1
`);
  });

  test("get golden files their content with --update", async () => {
    const directory = withTest(
      "test-update",
      `${value}${asserting(
        '[ "$v/text", { "file": "new.txt" } ], [ "$v", { "file": "old.json", "mode": "json" } ]',
      )}`,
      { "tests/old.json": "{}" },
    );
    const before = await flowc("test", directory);
    expect(before.code).toBe(1);
    expect(before.stdout).toContain("there is no file tests/new.txt; --update writes it\n");
    expect(before.stdout).toContain("; if the result is right, --update writes it to tests/old.json\n");
    expect(existsSync(join(directory, "tests/new.txt"))).toBe(false);
    const { code, stderr } = await flowc("test", directory, "--update");
    expect(code).toBe(0);
    expect(stderr).toContain(`wrote ${join(directory, "tests/new.txt")}\n`);
    expect(stderr).toContain("\n+Ada\n");
    expect(stderr).toMatch(/^-\{\}$[\s\S]*^\+ {2}"n": 5,$/m);
    expect(readFileSync(join(directory, "tests/new.txt"), "utf8")).toBe("Ada");
    expect(readFileSync(join(directory, "tests/old.json"), "utf8")).toBe(
      '{\n  "text": "Ada",\n  "n": 5,\n  "yes": true,\n  "no": false,\n  "nothing": null\n}\n',
    );
    expect(await flowc("test", directory)).toMatchObject({ code: 0 });
  });

  test("are written nowhere else with --update: through no link, and over nothing that the app has", async () => {
    const names = [
      ...["out/new.txt", "link.txt", ".env", "sub/.hidden/a.txt", "node_modules/a.txt", "../stock.xml"],
      ...["it.xml", "unused.xml", "../swagger.yaml", "../flows/new.txt"],
    ];
    const directory = withTest(
      "test-update-links",
      `<test-request>{ "path": "/api/double?n=0" }</test-request>
      ${asserting(names.map((name) => `[ "$response", { "file": "${name}" } ]`).join(", "))}`,
      { "tests/unused.xml": "<flow/>" },
    );
    const outside = appOf("test-update-outside", { "file.txt": "mine" });
    symlinkSync(outside, join(directory, "tests/out"));
    symlinkSync(join(outside, "file.txt"), join(directory, "tests/link.txt"));
    const { code, stderr } = await flowc("test", directory, "--update");
    expect(code).toBe(1);
    expect(stderr.match(/^wrote .*$/gm)).toEqual([`wrote ${join(directory, "flows/new.txt")}`]);
    expect(stderr.match(/^flowc: a golden file is not written: .*$/gm)).toEqual(
      [
        "tests/out leads out of the flow directory.",
        "tests/link.txt is no regular file.",
        "tests/.env is hidden: it is no file of the app.",
        "tests/sub/.hidden/a.txt is hidden: it is no file of the app.",
        "tests/node_modules/a.txt is hidden: it is no file of the app.",
        ...["stock.xml", "tests/it.xml", "tests/unused.xml", "swagger.yaml"].map(
          (path) => `${path} belongs to the app or to its tests.`,
        ),
      ].map((why) => `flowc: a golden file is not written: ${why}`),
    );
    expect(readdirSync(outside)).toEqual(["file.txt"]);
    expect(readFileSync(join(outside, "file.txt"), "utf8")).toBe("mine");
    expect(readFileSync(join(directory, "stock.xml"), "utf8")).toBe(stock);
    expect(existsSync(join(directory, "tests/sub"))).toBe(false);
  });
});

describe("Upstream requests", () => {
  const asked = '<test-request>{ "path": "/api/stock?shelf=7" }</test-request>';
  const env = '<set-env>{ "STOCK": "http://stock.example" }</set-env>';

  test("are answered by backend flows, which see them as the upstream does", async () => {
    const directory = withTest(
      "test-backend",
      `${env}
      <backend-flow request="items">
        ${asserting('[ "$request/get/shelf", 7 ], [ "$request/path", "/items" ], [ "$request/method", "GET" ]')}
        <set-status code="203"/>
        <template>{ "list": [ 1, 2, 3 ] }</template>
      </backend-flow>
      ${asked}
      ${asserting('[ "$response", "{\\"count\\":3}" ], [ "$upstream/items/status", 203 ], [ "$request/path", { "contains": "/" } ]')}`,
    );
    const { code, stdout } = await flowc("test", directory, "--format", "tap");
    expect(stdout).toContain("6 assertions");
    expect(code).toBe(0);
  });

  test("that nothing answers fail, and are named", async () => {
    const directory = withTest("test-unanswered", `${env}${asked}${asserting('[ "$status", 200 ]')}`);
    const { stdout } = await flowc("test", directory);
    expect(stdout).toContain("passed"); // the flow went on
    const failing = withTest("test-unanswered-2", `${env}${asked}${asserting('[ "$count", 3 ]')}`);
    const { code, stdout: told } = await flowc("test", failing);
    expect(code).toBe(1);
    expect(told).toContain("no backend flow answered items: GET http://stock.example/items?shelf=7\n");
  });

  test("go out only with --allow-network, and only if there is no backend flow", async () => {
    const server = await upstream((_, response) =>
      response.setHeader("content-type", "application/json").end('{"list":[1,2]}'),
    );
    try {
      const directory = withTest(
        "test-network",
        `<set-env>{ "STOCK": "${server.url}" }</set-env>${asked}${asserting('[ "$count", 2 ]')}`,
      );
      expect(await flowc("test", directory)).toMatchObject({ code: 1 });
      expect(await flowc("test", directory, "--allow-network")).toMatchObject({ code: 0 });
      const mixed = withTest(
        "test-network-mixed",
        `<backend-flow request="others"><template>{}</template></backend-flow>
        <set-env>{ "STOCK": "${server.url}" }</set-env>${asked}${asserting('[ "$count", 2 ]')}`,
      );
      expect(await flowc("test", mixed, "--allow-network")).toMatchObject({ code: 1 });
    } finally {
      await server.stop();
    }
  });

  test("that never end are ended with the test", async () => {
    const server = await upstream(() => {});
    try {
      const directory = withTest(
        "test-endless",
        `<set-env>{ "STOCK": "${server.url}" }</set-env>${asked}${asserting('[ "$status", 200 ]')}`,
      );
      const { code, stdout } = await flowc("test", directory, "--allow-network", "--timeout", "1");
      expect(code).toBe(1);
      expect(stdout).toContain("the test took longer than 1 s");
    } finally {
      await server.stop();
    }
  });
});

test("get-log() is what the app has logged of the last request", async () => {
  const directory = appOf("test-log", {
    "swagger.yaml": describing({ "/a": "a.xml" }),
    "a.xml":
      '<flow><log>{ "shop": { "shelf": {{ $request/get/shelf }} } }</log><template>{}</template></flow>',
    "tests/it.xml": `<flow-test>
      <log>{ "own": "test" }</log>
      ${asserting('[ "get-log()/own", "test" ]')}
      <test-request>{ "path": "/api/a?shelf=7" }</test-request>
      ${asserting('[ "get-log()/shop/shelf", "7" ], [ "get-log()/path", "/api/a?shelf=7" ]')}
    </flow-test>`,
  });
  expect(await flowc("test", directory)).toMatchObject({ code: 0 });
});

describe("The environment", () => {
  test("is the test's own, and takes numbers, booleans and null", async () => {
    const set = `<set-env>{ "A": "a", "N": {{ 1 + 1 }}, "YES": true, "PATH": null }</set-env>
      ${asserting('[ "$env/A", "a" ], [ "$env/N", "2" ], [ "$env/YES", "true" ], [ "$env/PATH", null ]')}`;
    const directory = appOf("test-env", {
      ...files,
      "tests/sets.xml": `<flat-test>${set}</flat-test>`,
      "tests/asks.xml": `<flat-test>${asserting('[ "$env/A", null ], [ "string-length($env/PATH) > 0" ]')}</flat-test>`,
    });
    expect(await flowc("test", directory)).toMatchObject({ code: 0 });
  });
});

test("Tests that run in the same thread share nothing", async () => {
  const limited = `<flow><template>{ "page": {{ $env/PAGE }} }</template></flow>`;
  const body = (index: number): string => `<flow-test>
  <if test="${index} mod 2 = 0"><set-env>{ "PAGE": ${index} }</set-env></if>
  <test-request>{ "path": "/api/limited" }</test-request>
  <assert>
  [
    [ "$status", 200, "another test has used up the limit" ],
    [ "json-parse($response)/page", ${index % 2 === 0 ? `"${index}"` : "null"} ]
  ]
  </assert>
</flow-test>
`;
  const paths = Array.from({ length: 6 }, (_, index) => `tests/${index}.xml`);
  const directory = appOf("same-thread", {
    "swagger.yaml": describing({ "/limited": "limited.xml" }, "x-flow-limit: { rate: 1/h }"),
    "limited.xml": limited,
    ...Object.fromEntries(paths.map((path, index) => [path, body(index)])),
  });
  const { code, served } = await new Session().tests(readDirectory(directory, undefined), paths);
  const bundle = join(directory, "tests.cjs");
  writeBundle(bundle, code);
  const options = { allowsNetwork: false, updates: false, counts: false, traces: false };
  const outcomes: Outcome[] = [];
  const first = await nextThread();
  await runJobs({ bundle, served, directory, ...options }, paths, 1, 30_000, (outcome) => {
    outcomes.push(outcome);
    return true;
  });
  expect((await nextThread()) - first, "one thread for all").toBe(2);
  expect(outcomes.map(failedAssertions)).toEqual(paths.map(() => []));
});

async function nextThread(): Promise<number> {
  const worker = new Worker("", { eval: true });
  const { threadId } = worker;
  await worker.terminate();
  return threadId;
}

describe("Which tests run", () => {
  const passing = `<flow-test>${asserting('[ "true()" ]')}</flow-test>`;
  const failing = `<flow-test>${asserting('[ "false()" ]')}</flow-test>`;
  const several = () =>
    appOf("test-several", {
      ...files,
      "tests/a.xml": failing,
      "tests/b.xml": `<?xml version="1.0"?>\n<!-- with a comment -->\n${passing}`,
      "more/c.xml": passing,
    });

  test("all of the directory, in the order of their paths", async () => {
    const { code, stdout } = await flowc("test", several(), "--format", "tap");
    expect(stdout.match(/^(not )?ok .*$/gm)).toEqual([
      "ok 1 more/c.xml: 1 assertions",
      "not ok 2 tests/a.xml: 1 assertions",
      "ok 3 tests/b.xml: 1 assertions",
    ]);
    expect(code).toBe(1);
  });

  test("those that are named, from the directory or from where one is", async () => {
    const directory = several();
    const { code, stdout } = await flowc("test", directory, "tests/b.xml", join(directory, "more/c.xml"));
    expect(stdout).toMatch(/^✓ tests\/b\.xml .*\n✓ more\/c\.xml .*\n2 passed in /);
    expect(code).toBe(0);
    expect(await flowc("test", directory, "tests/none.xml")).toMatchObject({
      code: 2,
      stderr: `flowc: There is no file tests/none.xml in ${directory}.\n`,
    });
  });

  test("those whose path has a text, with --filter; none with another one", async () => {
    const directory = several();
    expect((await flowc("test", directory, "--filter", "b.x")).stdout).toContain("1 passed");
    expect(await flowc("test", directory, "--filter", "zzz")).toMatchObject({ code: 1, stdout: "" });
  });

  test("up to the first that fails, with --bail", async () => {
    const directory = appOf("test-bail", {
      ...files,
      ...Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`tests/t${index + 10}.xml`, failing])),
    });
    const { code, stdout } = await flowc("test", directory, "--bail", "--format", "tap");
    expect(code).toBe(1);
    expect(stdout.match(/^not ok/gm)?.length).toBeLessThan(12);
  });
});

describe("Tests with mistakes", () => {
  test("are reported at their places, as those of flows", async () => {
    const mistakes = [
      ["FLOW6001", "1:2", "<flow-tests></flow-tests>"],
      ["FLOW6002", "1:2", "<flow-test></flow-test>"],
      ["FLOW6003", "1:20", "<flow-test><assert>[]</assert></flow-test>"],
      ["FLOW6004", "1:22", "<flow-test><assert>[ [ 1, 1 ] ]</assert></flow-test>"],
      ["FLOW2003", "1:25", '<flow-test><assert>[ [ "coumt(*)" ] ]</assert></flow-test>'],
      ["FLOW4002", "1:13", '<flow-test><asert>[ [ "true()" ] ]</asert></flow-test>'],
      ["FLOW1010", "1:2", '<flow-test><assert>[ [ "true()" ] ]</assert>'],
    ] as const;
    const paths = mistakes.map(([code]) => `tests/${code}.xml`);
    const directory = appOf("test-mistakes", {
      ...files,
      ...Object.fromEntries(mistakes.map(([, , text], index) => [paths[index], text])),
    });
    const { code, stdout, stderr } = await flowc("test", directory, ...paths);
    for (const [name, place] of mistakes)
      expect(stderr).toContain(`tests/${name}.xml:${place} error ${name} `);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  });

  test("that end with an error say which", async () => {
    const directory = withTest(
      "test-error",
      `<error>{ "message": "no more" }</error>${asserting('[ "true()" ]')}`,
    );
    const { code, stdout } = await flowc("test", directory);
    expect(code).toBe(1);
    expect(stdout).toContain("an error ended the test: no more");
  });

  test("build is not concerned: it passes over them", async () => {
    const directory = appOf("test-build", { ...files, "tests/it.xml": "<flow-test><nonsense/></flow-test>" });
    const { code, stderr } = await flowc("build", directory, "-o", join(directory, "gen"));
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });
});

describe("A failure", () => {
  const branching = {
    "swagger.yaml": describing({ "/a": "a.xml" }, "x-flow-init: init.xml\nx-flow-error:\n  flow: error.xml"),
    "init.xml": '<flow>\n  <eval out="$begun">true()</eval>\n</flow>\n',
    "a.xml": `<flow>
  <if test="$request/get/n &gt; 1">
    <sub-flow src="sub.xml"/>
  </if>
  <error if="$request/get/n = 3" status="422">{ "message": "three" }</error>
  <template>{}</template>
</flow>
`,
    "sub.xml": '<flow>\n  <set-status code="201"/>\n</flow>\n',
    "error.xml": '<flow>\n  <template>{ "m": {{ $error/message }} }</template>\n</flow>\n',
    "tests/it.xml": `<flow-test>
  <test-request>{ "path": "/api/a?n=1" }</test-request>
  <test-request>{ "path": "/api/a?n=3" }</test-request>
  <assert>[ [ "$status", 200 ] ]</assert>
</flow-test>
`,
  };

  /** Reports of times are not the same twice. */
  const untimed = (stdout: string): string => stdout.replace(/ *[\d.]+ ms|[\d.]+ s$/gm, "…");

  test("shows the place, both values, and by time what ran for each request", async () => {
    const { code, stdout } = await flowc("test", appOf("test-trace", branching));
    expect(code).toBe(1);
    expect(untimed(stdout)).toBe(`✗ tests/it.xml GET /api/a?n=1, 1 assertion,…
  tests/it.xml:4 $status: the values differ
    expected: 200
    actual:   422
  logged meanwhile:
    a.xml:5: three
  GET /api/a?n=1: 200,…
…  init.xml
…  init.xml:2:3 eval…
…    $begun = true
…  a.xml
…  a.xml:6:3 template…
…    template: {}
  GET /api/a?n=3: 422,…
…  init.xml
…  init.xml:2:3 eval…
…    $begun = true
…  a.xml
…  a.xml:3:5 sub-flow…
…    sub.xml:2:3 set-status…
…      status: 201
…  a.xml:5:3 error
…    error: {"message":"three","status":422,"code":5000,"info":["Flow Error triggered"]}
…  error.xml
…  error.xml:2:3 template…
…    template: {"m":"three"}

1 failed, 0 passed in …
`);
  });

  test("shows which backend flow answered an upstream request, and what was set", async () => {
    const directory = withTest(
      "test-trace-upstream",
      `<set-env>{ "STOCK": "http://stock.example" }</set-env>
      <backend-flow request="items"><template>{ "list": [ 1, 2 ] }</template></backend-flow>
      <test-request>{ "path": "/api/stock?shelf=3" }</test-request>
      ${asserting('[ "$response", "x" ]')}`,
    );
    const { stdout } = await flowc("test", directory);
    expect(untimed(stdout)).toMatch(
      /^… +items: GET http:\/\/stock\.example\/items\?shelf=3: 200,…, answered by tests\/it\.xml$/m,
    );
    expect(untimed(stdout)).toMatch(/^… +\$count = 2$/m);
    expect(stdout).not.toContain("backend-flow");
  });

  test("says that a test passes when it runs again", async () => {
    let count = 0;
    const server = await upstream((_, response) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ list: count++ === 0 ? [1, 2] : [1] }));
    });
    const directory = withTest(
      "test-flaky",
      `<set-env>{ "STOCK": "${server.url}" }</set-env>
      <test-request>{ "path": "/api/stock?shelf=3" }</test-request>
      ${asserting('[ "json-parse($response)/count", 1 ]')}`,
    );
    const { code, stdout } = await flowc("test", directory, "--allow-network");
    expect([code, count]).toEqual([1, 2]);
    expect(stdout).toContain("\n  it passed when it ran again: it does not always fail\n");
    expect(stdout).not.toContain("stock.xml:");
  });

  test("shows what ran for the first ten tests that fail", async () => {
    const failing = `<flow-test>\n<test-request>{ "path": "/api/double?n=1" }</test-request>\n${asserting('[ "$status", 0 ]')}\n</flow-test>`;
    const tests = Array.from({ length: 12 }, (_, index) => [`tests/${10 + index}.xml`, failing]);
    const directory = appOf("test-many", { ...files, ...Object.fromEntries(tests) });
    const { stdout } = await flowc("test", directory);
    expect(stdout.match(/GET \/api\/double\?n=1: 200/g)).toHaveLength(10);
    expect(stdout).toContain("12 failed, 0 passed in ");
  });

  test("shows no characters that would move the cursor of a terminal", async () => {
    const directory = appOf("test-visible", {
      ...files,
      "double.xml": '<flow><template mime="text/plain">{{ "a\u009b2Jb" }}</template></flow>',
      "tests/it.xml": `<flow-test><test-request>{ "path": "/api/double" }</test-request>${asserting('[ "$response", "x" ]')}</flow-test>`,
    });
    for (const format of ["text", "tap"]) {
      const { code, stdout } = await flowc("test", directory, "--format", format);
      expect(code).toBe(1);
      expect(stdout).toContain("a\\u009b2Jb");
      expect(stdout).not.toContain("\u009b");
    }
  });

  test("of the file system is a sentence", async () => {
    const directory = withTest("test-unwritable", asserting('[ "$env/UNSET", null ]'));
    for (const [option, path] of [
      ["--junit", "double.xml/report.xml"],
      ["--coverage-dir", "double.xml/coverage"],
    ] as const) {
      const { code, stderr } = await flowc("test", directory, option, join(directory, path));
      expect(code).toBe(2);
      expect(stderr).toMatch(/^flowc: E[A-Z]+: .*double\.xml/);
      expect(stderr).not.toContain("    at ");
    }
  });
});
