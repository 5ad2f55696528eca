/** The counts of `flowc test --coverage`, on flows whose counts are known by hand. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { flowc } from "../support/project.js";
import { appOf, describing } from "./app.js";

const doubled = `<flow>
  <set-response-headers if="$request/get/n = 0">{ "X-Zero": "yes" }</set-response-headers>
  <template>{ "double": {{ $request/get/n * 2 }} }</template>
</flow>
`;

const asserting = (assertions: string): string => `<assert>[ ${assertions} ]</assert>`;

describe("Coverage", () => {
  const branching = `<flow>
  <eval out="$n">number($request/get/n)</eval>
  <if test="$n &gt; 10">
    <set-status code="202"/>
  </if>
  <elseif test="$n &gt; 5">
    <set-status code="203"/>
  </elseif>
  <error if="$n = 7" status="400">{ "message": "seven" }</error>
  <template>
  {
    "n": {{ $n }},
    "unit": {{ $request/get/unit ?? "m" }},
    "size": {{if $n > 100}} "large" {{else}} "small" {{end}}
  }
  </template>
</flow>
`;
  const app = {
    // No flow answers /api/docs, so no test is asked for it.
    "swagger.yaml": describing({ "/n": "n.xml", "/double": "double.xml" }, "x-flow-docs: { page: /docs }"),
    "n.xml": branching,
    "double.xml": doubled,
  };
  const asking = (...targets: readonly string[]): string =>
    `<flow-test>${targets.map((target) => `<test-request>{ "path": "${target}" }</test-request>`).join("")}${asserting('[ "$env/UNSET", null ]')}</flow-test>`;

  test("counts lines, branches and actions; also of flows that never ran", async () => {
    const directory = appOf("coverage-table", {
      ...app,
      "tests/it.xml": asking("/api/n?n=11", "/api/n?n=1"),
    });
    const { code, stdout } = await flowc("test", directory, "--coverage");
    expect(code).toBe(0);
    // Of n.xml: 7 is no action, and lines 7 and 9 ran; ways: if 2 of 2, elseif 1 of 2, error 1 of 2, ?? 1 of 2,
    // {{if}} 1 of 2. Actions: all but the second set-status and the error.
    expect(stdout.slice(stdout.indexOf("Flow"))).toBe(
      `Flow         Lines  Branches  Actions  Lines not run
double.xml     0 %       0 %      0 %  2-3
n.xml       90.9 %      60 %     60 %  7
All flows   76.9 %      50 %   42.8 %

Operation        Answered with  Never with
any /api/double  not asked
any /api/n       200, 202
`,
    );
  });

  test("counts each way, and adds up the tests", async () => {
    const directory = appOf("coverage-lcov", {
      ...app,
      "tests/a.xml": asking("/api/n?n=11", "/api/n?n=7", "/api/n?n=7"),
      "tests/b.xml": asking("/api/n?n=101&amp;unit=km"),
    });
    const out = join(directory, "coverage");
    await flowc("test", directory, "--coverage-dir", out);
    const [, ofN = ""] =
      /SF:.*n\.xml\n([\s\S]*?)end_of_record/.exec(readFileSync(join(out, "lcov.info"), "utf8")) ?? [];
    // Line, block, way, count.
    expect(ofN.match(/^BRDA:.*$/gm)).toEqual([
      "BRDA:3,0,0,2",
      "BRDA:3,0,1,2",
      "BRDA:6,1,0,2",
      "BRDA:6,1,1,0",
      "BRDA:9,2,0,2",
      "BRDA:9,2,1,2",
      "BRDA:13,3,0,1",
      "BRDA:13,3,1,1",
      "BRDA:14,4,0,1",
      "BRDA:14,4,1,1",
    ]);
    // The condition of the error is asked four times; it is thrown twice, and the template follows twice.
    expect(ofN.match(/^DA:.*$/gm)).toEqual([
      "DA:2,4",
      "DA:3,4",
      "DA:4,2",
      "DA:6,2",
      "DA:7,2",
      "DA:9,4",
      "DA:10,2",
      "DA:11,2",
      "DA:12,2",
      "DA:13,2",
      "DA:14,2",
    ]);
    expect(readFileSync(join(out, "n.xml.html"), "utf8")).toContain("set-status");
  });

  test("counts nothing behind an error, however many branches there are", async () => {
    const directory = appOf("coverage-error", { ...app, "tests/a.xml": asking("/api/n?n=7") });
    const out = join(directory, "coverage");
    await flowc("test", directory, "--coverage-dir", out);
    const [, ofN = ""] =
      /SF:.*n\.xml\n([\s\S]*?)end_of_record/.exec(readFileSync(join(out, "lcov.info"), "utf8")) ?? [];
    expect(ofN.match(/^DA:1\d.*$/gm)).toEqual(["DA:10,0", "DA:11,0", "DA:12,0", "DA:13,0", "DA:14,0"]);
    expect(ofN.match(/^BRDA:1[34].*$/gm)).toEqual([
      "BRDA:13,3,0,0",
      "BRDA:13,3,1,0",
      "BRDA:14,4,0,0",
      "BRDA:14,4,1,0",
    ]);
  });

  test("of loops, tells whether there were items, and whether there were none", async () => {
    const directory = appOf("coverage-loop", {
      "swagger.yaml": describing({ "/list": "list.xml" }),
      "list.xml": `<flow>
  <template>
  [
    {{loop $body/json/list}} {{ . }} {{end}}
  ]
  </template>
</flow>
`,
      "tests/some.xml": `<flow-test>
        <test-request>{ "path": "/api/list", "body": { "value": { "list": [ 1, 2, 3 ] } } }</test-request>
        ${asserting('[ "$response", "[1,2,3]" ]')}</flow-test>`,
      "tests/none.xml": `<flow-test>
        <test-request>{ "path": "/api/list", "body": { "value": { "list": [] } } }</test-request>
        ${asserting('[ "$response", "[]" ]')}</flow-test>`,
    });
    const ways = async (...tests: readonly string[]) => {
      const out = join(directory, "coverage");
      await flowc("test", directory, ...tests, "--coverage-dir", out);
      return readFileSync(join(out, "lcov.info"), "utf8").match(/^BRDA:.*$/gm);
    };
    expect(await ways("tests/some.xml")).toEqual(["BRDA:4,0,0,3", "BRDA:4,0,1,0"]);
    expect(await ways("tests/none.xml")).toEqual(["BRDA:4,0,0,0", "BRDA:4,0,1,1"]);
    expect(await ways()).toEqual(["BRDA:4,0,0,3", "BRDA:4,0,1,1"]);
  });

  test("tells which statuses of operations no test has seen", async () => {
    const directory = appOf("coverage-operations", {
      "swagger.yaml": `swagger: "2.0"
basePath: /api
paths:
  /double:
    get:
      x-flow: double.xml
      responses: { "200": { description: ok }, "404": { description: none }, default: { description: other } }
    post:
      x-flow: double.xml
      responses: { "201": { description: ok } }
  /n/{id}:
    x-flow: n.xml
`,
      "double.xml":
        '<flow>\n  <set-status code="418" if="$request/get/n = 2"/>\n  <template>{}</template>\n</flow>\n',
      "n.xml": "<flow>\n  <template>{}</template>\n</flow>\n",
      "tests/a.xml": asking("/api/double?n=2", "/api/n/1", "/api/n/2"),
      "tests/b.xml": asking("/api/double"),
    });
    const { stdout } = await flowc("test", directory, "--coverage");
    // Of the five statuses that there are to see (the last path counts as one), three were seen.
    expect(stdout.slice(stdout.indexOf("Operation"))).toBe(`Operation         Answered with  Never with
GET /api/double   200, 418       404
POST /api/double  not asked      201
any /api/n/{id}   200
`);
    const low = await flowc("test", directory, "--min-coverage", "operations=61");
    expect(low).toMatchObject({
      code: 1,
      stderr: "60 % of the operations' statuses have run, fewer than 61 %.\n",
    });
    expect(await flowc("test", directory, "--min-coverage", "operations=60,lines=100")).toMatchObject({
      code: 0,
    });
    expect(await flowc("test", directory, "--min-coverage", "line=60")).toMatchObject({ code: 2 });
  });

  test("fails below --min-coverage", async () => {
    const directory = appOf("coverage-least", { ...app, "tests/it.xml": asking("/api/n?n=11") });
    const { code, stderr } = await flowc("test", directory, "--min-coverage", "95");
    expect(code).toBe(1);
    expect(stderr).toMatch(/% of the branches have run, fewer than 95 %\./);
    expect(await flowc("test", directory, "--min-coverage", "10")).toMatchObject({ code: 0 });
    expect(await flowc("test", directory, "--min-coverage", "lots")).toMatchObject({ code: 2 });
  });
});
