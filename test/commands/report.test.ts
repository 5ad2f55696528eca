/** `flowc report`: one verdict for each operation, the worst of what it reaches. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { csvOf } from "../../bin/commands/report/render.js";
import { exitCodes } from "../../bin/shared/surroundings.js";
import { flowc, repository } from "../support/project.js";
import { appOf, describing } from "./app.js";
import { sharedApp, shares } from "./handler-shares.js";

interface Reported {
  readonly version: number;
  readonly summary: Readonly<Record<string, number>>;
  readonly operations: readonly {
    readonly path: string;
    readonly verdict: string;
    readonly files: readonly string[];
    readonly findings: readonly { readonly code: string; readonly file: string; readonly line: number }[];
    readonly decisions: readonly { readonly id: string; readonly line: number }[];
    readonly risks: readonly { readonly kind: string; readonly message: string; readonly line?: number }[];
  }[];
  readonly effort: { readonly lines: readonly { readonly work: string; readonly count: number }[] };
}

const report = (...args: readonly string[]) => flowc("report", ...args);

const fine = join(repository, "fixtures/hello");

const validate = new Ajv2020({ strict: false }).compile(
  JSON.parse(readFileSync(join(repository, "docs/commands/report.schema.json"), "utf8")),
);

const flow = (text: string) => `<flow>\n${text}\n</flow>\n`;

const broken = appOf("report", {
  "swagger.yaml": describing({
    "/plain": "plain.xml",
    "/regex": "regex.xml",
    "/typo": "typo.xml",
    "/manual": "manual.xml",
    "/calls": "calls.xml",
    "/blocked": "blocked.xml",
  }),
  "plain.xml": flow(`<template>{ "a": 1 }</template>`),
  "regex.xml": flow(`<regex pattern="/a/" replace="b"/>`),
  "typo.xml": flow(`<template>{ "a": {{ coumt(//a) }} }</template>`),
  "manual.xml": flow(`<set-status code="OK"/>`),
  "calls.xml": flow(`<sub-flow src="manual.xml"/>`),
  "blocked.xml": flow(`<template>{ "a": {{ oracle-of-delphi(1) }} }</template>`),
});

describe("report", () => {
  test("has a verdict for each operation, although others have errors", async () => {
    const { code, stdout } = await report(broken, "--format", "json");
    expect(code).toBe(exitCodes.fine);
    const { version, operations, summary } = JSON.parse(stdout) as Reported;
    expect(version).toBe(1);
    expect(Object.fromEntries(operations.map(({ path, verdict }) => [path, verdict]))).toEqual({
      "/api/plain": "as-is",
      "/api/regex": "differs",
      "/api/typo": "fix",
      "/api/manual": "manual",
      "/api/calls": "manual",
      "/api/blocked": "blocked",
    });
    expect(summary).toEqual({ "as-is": 1, differs: 1, fix: 1, manual: 2, blocked: 1 });
    expect(operations[1]?.decisions).toMatchObject([{ id: "D-FILE-06", line: 2 }]);
    expect(operations[3]?.findings).toMatchObject([{ code: "FLOW4016", line: 2 }]);
  });

  test("fails as --fail-on says, and where there is no description", async () => {
    expect(await report(broken, "--fail-on", "blocked")).toMatchObject({ code: exitCodes.failed });
    expect(await report(fine, "--fail-on", "manual")).toMatchObject({ code: exitCodes.fine });
    const empty = appOf("report-empty", { "a.xml": "<flow/>" });
    const { code, stderr } = await report(empty);
    expect(code).toBe(exitCodes.failed);
    expect(stderr).toMatch(/FLOW\d{4}/);
  });

  test("names risks, and no secrets", async () => {
    const app = appOf("report-risks", {
      "swagger.yaml": "swagger: '2.0'\npaths:\n  /a:\n    post:\n      x-flow: a.xml\n",
      "a.xml":
        flow(`<request>{ "url": {{ $request/get/u }}, "method": "PUT", "headers": { "X-Token": "s3cr3t" },
        "options": { "ignore-certificate-errors": true } }</request>
        <template>{ "a": {{ $env/FLAT_MINE }} }</template>`),
    });
    const { stdout } = await report(app, "--format", "json");
    const kinds = (JSON.parse(stdout) as Reported).operations.flatMap(({ risks }) =>
      risks.map(({ kind }) => kind),
    );
    expect(new Set(kinds)).toEqual(
      new Set(["weak-tls", "computed-url", "writes", "secret", "environment", "setting", "untested"]),
    );
    expect(stdout).not.toContain("s3cr3t");
  });

  test.each(Object.entries(shares))("tells the share of handlers: %s", async (_, expected) => {
    const directory = sharedApp("report-share", expected.paths, expected.description);
    const found = JSON.parse((await report(directory, "--format", "json")).stdout);
    expect(validate(found), JSON.stringify(validate.errors)).toBe(true);
    expect(found.share).toEqual({ operations: expected.operations, handlers: expected.handlers });
    const forms = { text: /^(?=\d+ of )(.*)$/m, md: /^- (\d+ of .*)$/m, html: /<li>(\d+ of [^<]*)<\/li>/ };
    for (const [format, line] of Object.entries(forms)) {
      const { stdout } = await report(directory, "--format", format);
      expect(line.exec(stdout)?.[1]).toBe(expected.text);
    }
  });

  test("adds the operations of several directories up, and tells what answers each", async () => {
    const app = (name: string, path: string) => sharedApp(`report-${name}`, [path]);
    const directories = [
      app("handler", "/a: { x-flow-handler: handlers/answer.ts }"),
      app("flow", "/a: { x-flow: flow.xml }"),
      app("none", "/a: { get: { responses: {} } }"),
    ];
    const found = JSON.parse((await report(...directories, "--format", "json")).stdout);
    expect(found.operations.map(({ answeredBy }: { answeredBy: string }) => answeredBy)).toEqual([
      "handler",
      "flow",
      null,
    ]);
    expect(found.share).toEqual({ operations: 2, handlers: 1 });
  });

  test("finds no work of the move in the lines of a handler, but its errors and risks", async () => {
    const request = `{ url: \`\${$.env.FLAT_MINE}/a\`, method: "PUT", options: { "follow-redirects": true } }`;
    const app = appOf("report-handlers", {
      "swagger.yaml": `swagger: "2.0"
paths:
  /alone: { x-flow-handler: handlers/alone.ts }
  /calls: { x-flow-handler: handlers/calls.ts }
  /called: { x-flow: called.xml }
  /flow: { x-flow: redirects.xml }
  /broken: { x-flow-handler: handlers/broken.ts }
  /syntax: { x-flow-handler: handlers/syntax.ts }
`,
      "redirects.xml": flow(
        `<request>{ "url": {{ $env/API }}, "options": { "follow-redirects": true } }</request>`,
      ),
      "called.xml": flow(`<sub-flow src="handlers/alone.ts"/>`),
      "handlers/alone.ts": `import { handler, respond } from "flowc/handler";
import { ask } from "./shared/ask.js";
export default handler(async ($) => respond($, await ask($)));
`,
      "handlers/shared/ask.ts": `import { type Context, upstream } from "flowc/handler";
export const ask = ($: Context) =>
  upstream($, "a", ${request});
`,
      "handlers/calls.ts": `import { flow, handler } from "flowc/handler";
const redirects = flow("redirects.xml");
export default handler(($) => redirects($));
`,
      "handlers/broken.ts": `import { handler, respond } from "flowc/handler";
import { none } from "./shared/broken.js";
export default handler(($) => respond($, none));
`,
      "handlers/shared/broken.ts": `export { none } from "./none.js";\n`,
      "handlers/syntax.ts": `import { handler, respond } from "flowc/handler";
import { none } from "./shared/syntax.js";
export default handler(($) => respond($, none));
`,
      "handlers/shared/syntax.ts": "export const none = ;\n",
    });
    const found = JSON.parse((await report(app, "--format", "json")).stdout) as Reported;
    const rows = found.operations.map(({ path, verdict, decisions, findings }) => [
      path,
      verdict,
      [...decisions.map(({ id }) => id), ...findings.map(({ code, file }) => `${code} ${file}`)].join(),
    ]);
    const shared = join(app, "handlers/shared");
    expect(rows).toEqual([
      ["/alone", "as-is", ""],
      ["/calls", "differs", "D-UP-10"],
      ["/called", "as-is", ""],
      ["/flow", "differs", "D-UP-10"],
      ["/broken", "manual", `FLOW4203 ${shared}/broken.ts`],
      ["/syntax", "manual", `FLOW4201 ${shared}/syntax.ts`],
    ]);
    expect(found.effort.lines.map(({ work, count }) => [work, count])).toEqual([
      ["differs", 1],
      ["manual", 2],
      ["untested", 6],
    ]);
    const [alone] = found.operations;
    expect(alone?.files.map((file) => file.slice(app.length + 1))).toEqual([
      "handlers/alone.ts",
      "handlers/shared/ask.ts",
    ]);
    expect(alone?.risks.map(({ message, line }) => `${message} ${line ?? ""}`.trim())).toEqual([
      "The handler sends PUT to $FLAT_MINE. 3",
      "The handler reads FLAT_MINE. 3",
      "FLAT_MINE is no setting of flowc. 3",
      "No test reaches it.",
    ]);
  });

  test("weighs operations by the requests of logs of all forms, broken and huge lines aside", async () => {
    const app = appOf("report-logs", {
      "swagger.yaml": describing({
        "/a/{id}": "a.xml",
        "/a/me": "a.xml",
        "/b/**": "b.xml",
        "/never": "a.xml",
      }),
      "a.xml": flow(`<echo>a</echo>`),
      "b.xml": flow(`<regex pattern="/a/" replace="b"/>`),
      "unused.xml": flow(`<echo>u</echo>`),
      "engine.log": [
        `{"type":"flat_access","method":"GET","path":"/api/a/1?x=1"}`,
        `{"type":"engine_access","method":"HEAD","path":"/api/a/me"}`,
        `{"type":"engine_request","method":"GET","path":"/api/a/1"}`,
        `{"type":"flat_access","method"`,
        `{"type":"flat_access","method":"GET","path":7}`,
        "x".repeat(3_000_000),
        `{"version":1,"kind":"exchange","request":{"method":"GET","target":"/api/a/3?x=1"}}`,
        `{"version":1,"kind":"upstream"}`,
        `127.0.0.1 - bob [10/Oct/2020:13:55:36 -0700] "GET /api/b/x/y HTTP/1.1" 200 2326`,
        `127.0.0.1 - - [10/Oct/2020:13:55:36 -0700] "GET /api/b HTTP/1.1" 200 2 "http://r.test/" "curl"`,
        `127.0.0.1 - - [10/Oct/2020:13:55:36 -0700] "GET /elsewhere HTTP/1.1" 404 2`,
      ].join("\n"),
      "web.har": JSON.stringify({
        log: { entries: [{ request: { method: "GET", url: "https://x.test/api/a/2#f" } }, {}] },
      }),
    });
    const logs = [join(app, "engine.log"), join(app, "web.har")];
    const { stdout } = await report(app, "--format", "json", "--log", ...logs);
    const found = JSON.parse(stdout);
    expect(validate(found), JSON.stringify(validate.errors)).toBe(true);
    expect(found.traffic).toMatchObject({ requests: 7, unmatched: 1, unreadable: 4 });
    expect(found.traffic.share).toMatchObject({ "as-is": 4 / 6, differs: 2 / 6 });
    const counts = found.operations.map(({ path, requests }: { path: string; requests: number }) => [
      path,
      requests,
    ]);
    expect(Object.fromEntries(counts)).toEqual({
      "/api/a/{id}": 3,
      "/api/a/me": 1,
      "/api/b/**": 2,
      "/api/never": 0,
    });
    expect(found.operations[3].risks).toMatchObject([{ kind: "untested" }, { kind: "unrecorded" }]);
    expect(found.elsewhere).toMatchObject([{ kind: "unreachable", file: join(app, "unused.xml") }]);
  });

  test("adds up the effort, plans waves, and tells what has changed", async () => {
    const [plan, baseline, effort] = ["takeover.yaml", "before.json", "effort.json"].map((name) =>
      join(broken, name),
    );
    if (plan === undefined || baseline === undefined || effort === undefined) throw new Error();
    writeFileSync(effort, `{ "manual": [1, 2], "untested": [0, 0] }`);
    const first = await report(
      broken,
      "--format",
      "json",
      "--effort",
      effort,
      "--plan",
      plan,
      "-o",
      baseline,
    );
    expect(first).toMatchObject({ code: exitCodes.fine, stdout: "" });
    const before = JSON.parse(readFileSync(baseline, "utf8"));
    expect(validate(before), JSON.stringify(validate.errors)).toBe(true);
    // The error that two operations share counts once.
    expect(before.effort.lines).toContainEqual({
      work: "manual",
      count: 1,
      each: [1, 2],
      hours: [1, 2],
      because: [`FLOW4016 ${join(broken, "manual.xml")}:2`],
    });
    expect(before.effort.hours).toEqual([3.3, 19.2]);
    expect(readFileSync(plan, "utf8")).toMatch(
      /^# .*\nversion: 1\nwaves:\n {2}- name: writes\n[\s\S]*\/api\/plain[\s\S]*after work/,
    );
    writeFileSync(join(broken, "manual.xml"), flow(`<set-status code="200"/>`));
    const { stdout } = await report(broken, "--baseline", baseline);
    expect(stdout).toContain("Since the baseline: 2 better, 0 worse, 0 new, 0 gone");
    expect(await report(broken, "--baseline", effort)).toMatchObject({ code: exitCodes.misused });
    writeFileSync(effort, `{ "__proto__": [2, 1] }`);
    expect(await report(broken, "--effort", effort)).toMatchObject({ code: exitCodes.misused });
  });

  test("is safe to open in a browser and in a spreadsheet", async () => {
    const name = "/<script>alert(1)</script>|x";
    const app = appOf("report-names", {
      "swagger.yaml": `swagger: "2.0"\npaths:\n  "${name}":\n    x-flow: a.xml\n`,
      "a.xml": flow(`<regex pattern="/a/" replace="b"/>`),
    });
    const html = (await report(app, "--format", "html")).stdout;
    expect(html).toContain("/&#60;script&#62;");
    expect(html).not.toMatch(/<script|<link|src=|http-equiv="refresh"/);
    const md = (await report(app, "--format", "md")).stdout;
    expect(md).toContain("&#60;script&#62;alert(1)&#60;/script&#62;\\|x");
    const { stdout } = await report(app, "--format", "csv");
    expect(stdout).toContain(`"differs","any","${name}"`);
    const formula = csvOf({
      summary: {},
      share: { operations: 1, handlers: 0 },
      effort: { hours: [], lines: [] },
      elsewhere: [],
      operations: [
        {
          directory: "a",
          method: "GET",
          path: '=cmd()"',
          verdict: "as-is",
          flow: null,
          answeredBy: "flow",
          files: [],
          findings: [],
          decisions: [],
          risks: [],
        },
      ],
    });
    expect(formula).toContain(`"'=cmd()"""`);
    const sarif = JSON.parse((await report(app, fine, "--format", "sarif")).stdout);
    expect(sarif.runs).toHaveLength(2);
    expect(sarif.runs[0].results[0]).toMatchObject({ ruleId: "D-FILE-06" });
  });
});
