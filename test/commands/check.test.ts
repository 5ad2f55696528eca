/** `flowc check` on directories, as people, CI systems and editors use it. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import AjvDraft04 from "ajv-draft-04";
import { describe, expect, test } from "vitest";
import { flowc, listFiles, repository } from "../support/project.js";
import { appOf, describing } from "./app.js";
import { Watching } from "./watching.js";

const wrong =
  '<flow>\n  <eval out="$n">coumt($body/json/*)</eval>\n  <template>{ "n": {{ $n }} }</template>\n</flow>\n';
const right = wrong.replace("coumt", "count");
const warned = '<flow>\n  <template note="why">{}</template>\n</flow>\n';

const app = (name: string, flows: Readonly<Record<string, string>>): string =>
  appOf(name, {
    "swagger.yaml": describing(
      Object.fromEntries(Object.keys(flows).map((file) => [`/${file.slice(0, -4)}`, file])),
    ),
    ...flows,
  });

interface Report {
  readonly diagnostics: readonly { readonly code: string }[];
}

describe("The report", () => {
  test("is on standard output, and nothing is written", async () => {
    const directory = app("check-text", { "a.xml": wrong, "b.xml": warned });
    const before = listFiles(directory);
    const { code, stdout, stderr } = await flowc("check", directory);
    expect(code).toBe(1);
    expect(stdout).toBe(`${directory}/a.xml:2:18 error FLOW2003 There is no function coumt().
  1 | <flow>
  2 |   <eval out="$n">coumt($body/json/*)</eval>
    |                  ^^^^^
hint: Did you mean count()?

${directory}/b.xml:2:13 warning FLOW4004 <template> has no attribute note; it has no effect.
  1 | <flow>
  2 |   <template note="why">{}</template>
    |             ^^^^
hint: There are: in, out, src, check, if, debug.

1 error, 1 warning
`);
    expect(stderr).toBe("");
    expect(listFiles(directory)).toEqual(before);
  });

  test("of an app without mistakes is empty, and what was checked is said beside it", async () => {
    const directory = app("check-fine", { "a.xml": right });
    expect(await flowc("check", directory)).toEqual({ code: 0, stdout: "", stderr: "checked 1 endpoint\n" });
  });

  test("names the first byte that is no UTF-8, in flows and descriptions", async () => {
    const directory = app("check-latin1", { "a.xml": right });
    for (const file of ["a.xml", "swagger.yaml"])
      writeFileSync(
        join(directory, file),
        Buffer.concat([
          readFileSync(join(directory, file)),
          Buffer.from(file === "a.xml" ? "<!-- gr\u00fcn -->" : "\n# gr\u00fcn\n", "latin1"),
        ]),
      );
    const { code, stdout } = await flowc("check", directory, "--format", "json");
    expect(code).toBe(0);
    expect((JSON.parse(stdout) as Report).diagnostics).toMatchObject([
      { code: "FLOW1030", severity: "warning", file: `${directory}/a.xml`, line: 5, column: 8 },
      { code: "FLOW1030", severity: "warning", file: `${directory}/swagger.yaml`, column: 5 },
    ]);
  });

  test("in JSON is as its schema says, with the edits that hints suggest", async () => {
    const validate = new Ajv2020({ strict: true }).compile(
      JSON.parse(readFileSync(join(repository, "docs/commands/check.schema.json"), "utf8")),
    );
    const reportOf = async (directory: string): Promise<Report> => {
      const { stdout, stderr } = await flowc("check", directory, "--format", "json");
      expect(stderr).toBe("");
      const report = JSON.parse(stdout) as Report;
      expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
      return report;
    };
    const directory = app("check-json", { "a.xml": wrong, "b.xml": warned });
    expect(await reportOf(directory)).toEqual({
      version: 1,
      diagnostics: [
        {
          code: "FLOW2003",
          severity: "error",
          message: "There is no function coumt().",
          hint: "Did you mean count()?",
          file: `${directory}/a.xml`,
          line: 2,
          column: 18,
          endLine: 2,
          endColumn: 23,
          fix: { line: 2, column: 18, endLine: 2, endColumn: 23, text: "count" },
        },
        expect.objectContaining({ code: "FLOW4004", severity: "warning" }),
      ],
      errors: 1,
      warnings: 1,
    });
    // A finding without a place, and none at all.
    expect((await reportOf(appOf("check-json-none", {}))).diagnostics).toEqual([
      expect.not.objectContaining({ file: expect.anything() }),
    ]);
    expect((await reportOf(app("check-json-fine", { "a.xml": right }))).diagnostics).toEqual([]);
    const page = readFileSync(join(repository, "docs/commands/check.md"), "utf8");
    const [, example = ""] = /```json\n([\s\S]*?)```/.exec(page) ?? [];
    expect(validate(JSON.parse(example))).toBe(true);
    expect(validate({ version: 2, diagnostics: [], errors: 0, warnings: 0 })).toBe(false);
  });

  test("in SARIF is as its published schema says", async () => {
    const require = createRequire(import.meta.url);
    const schema = require("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json") as object;
    const validate = new AjvDraft04.default({
      strict: false,
      validateFormats: false,
      unicodeRegExp: false,
    }).compile(schema);
    const directory = app("check sarif ü", { "a.xml": wrong, "b.xml": warned });
    const { stdout } = await flowc("check", directory, "--format", "sarif");
    const log = JSON.parse(stdout);
    expect(validate(log), JSON.stringify(validate.errors)).toBe(true);
    const [run] = log.runs;
    expect(run.tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(["FLOW2003", "FLOW4004"]);
    expect(run.results[0]).toMatchObject({
      ruleId: "FLOW2003",
      ruleIndex: 0,
      level: "error",
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: expect.stringMatching(/check%20sarif%20%C3%BC.*\/a\.xml$/) },
            region: { startLine: 2, startColumn: 18, endLine: 2, endColumn: 23 },
          },
        },
      ],
      fixes: [{ artifactChanges: [{ replacements: [{ insertedContent: { text: "count" } }] }] }],
    });
    const fine = await flowc("check", app("check-sarif-fine", { "a.xml": right }), "--format", "sarif");
    expect(validate(JSON.parse(fine.stdout))).toBe(true);
    expect(validate({ ...log, version: "2.0.0" })).toBe(false);
  });

  test("for GitHub is annotations, whatever the texts have in them", async () => {
    const directory = app("check-github", { "a.xml": wrong, "b, c.xml": warned });
    const { stdout } = await flowc("check", directory, "--format", "github");
    const place = (file: string) => `file=${directory}/${file}`;
    expect(stdout).toBe(
      `::error ${place("a.xml")},line=2,endLine=2,col=18,endColumn=22,title=FLOW2003::There is no function coumt().%0ADid you mean count()?
::warning ${place("b%2C c.xml")},line=2,endLine=2,col=13,endColumn=16,title=FLOW4004::<template> has no attribute note; it has no effect.%0AThere are: in, out, src, check, if, debug.
`,
    );
  });
});

describe("Warnings", () => {
  const several = { "a.xml": warned, "b.xml": warned.replace("why", "how") };

  test.each([
    ["fail nothing", [], 0, ""],
    ["fail with --strict", ["--strict"], 1, "2 warnings are too many: 0 may be there\n"],
    ["fail beyond --max-warnings", ["--max-warnings", "1"], 1, "2 warnings are too many: 1 may be there\n"],
    ["fail nothing up to --max-warnings", ["--max-warnings", "2"], 0, ""],
  ] as const)("%s", async (name, options, code, said) => {
    const directory = app(`check-${name}`.replaceAll(" ", "-"), several);
    const checked = await flowc("check", directory, ...options);
    expect(checked.code).toBe(code);
    expect(checked.stderr).toBe(said || "checked 2 endpoints\n");
    expect(checked.stdout).toContain("\n2 warnings\n");
    const gen = join(directory, "gen");
    const built = await flowc("build", directory, "-o", gen, ...options);
    expect(built.code).toBe(code);
    expect(built.stderr).toContain(`\n2 warnings\n${said}`);
    expect(existsSync(gen)).toBe(code === 0);
  });

  test("without effect are left out with --no-lint", async () => {
    const idle = `<flow><eval out="$idle">1</eval><template>{ "a": 1 }</template></flow>`;
    const directory = app("check-lint", { "a.xml": idle });
    expect((await flowc("check", directory)).stdout).toContain("FLOW4150 Nothing reads $idle.");
    const left = await flowc("check", directory, "--strict", "--no-lint");
    expect(left).toMatchObject({ code: 0, stdout: "" });
    const built = await flowc("build", directory, "-o", join(directory, "gen"), "--strict", "--no-lint");
    expect(built.code).toBe(0);
  });

  test.each(["x", "-1", "1.5", ""])("--max-warnings takes no %j", async (count) => {
    const { code, stderr } = await flowc("check", app("check-count", several), `--max-warnings=${count}`);
    expect(code).toBe(2);
    expect(stderr).toContain("It has to be a whole number.");
  });
});

describe("--fix", () => {
  test("shows the edits, and makes them with --yes", async () => {
    const directory = app("check-fix", { "a.xml": wrong });
    const shown = await flowc("check", directory, "--fix");
    expect(shown.code).toBe(1);
    expect(shown.stdout).toContain(`
-  <eval out="$n">coumt($body/json/*)</eval>
+  <eval out="$n">count($body/json/*)</eval>
`);
    expect(shown.stdout).toContain("\nnothing is written yet: --yes makes these edits\n");
    expect(readFileSync(join(directory, "a.xml"), "utf8")).toBe(wrong);
    const made = await flowc("check", directory, "--fix", "--yes");
    expect(made).toMatchObject({ code: 0, stderr: "checked 1 endpoint\n" });
    expect(made.stdout).toContain("\n+  <eval out=");
    expect(readFileSync(join(directory, "a.xml"), "utf8")).toBe(right);
    expect(await flowc("check", directory, "--fix")).toMatchObject({
      code: 0,
      stdout: "no hint suggests an edit\n",
    });
  });

  test("leaves the rest of a file as it is, and reports what is left", async () => {
    const text = `\ufeff${wrong.replaceAll("\n", "\r\n").replace("<flow>", "<flow>\r\n  <nonsense/>")}`;
    const directory = app("check-fix-rest", { "a.xml": text });
    const { code, stdout } = await flowc("check", directory, "--fix", "--yes", "--format", "json");
    expect(code).toBe(1);
    expect((JSON.parse(stdout) as Report).diagnostics.map((finding) => finding.code)).toEqual(["FLOW4002"]);
    expect(readFileSync(join(directory, "a.xml"), "utf8")).toBe(text.replace("coumt", "count"));
  });

  test("makes no edit that leads to another mistake, and all others", async () => {
    const description = describing({ "/a": "a.xml" });
    const operations = "    get: { x-flow: a.xml }\n    gett: { x-flow: a.xml }\n";
    const doubled = description.replace(/( {4})x-flow: a\.xml\n?/, operations);
    expect(doubled).toContain("gett");
    const directory = appOf("check-fix-harm", { "swagger.yaml": doubled, "a.xml": wrong });
    const made = await flowc("check", directory, "--fix", "--yes");
    const left = `${directory}/swagger.yaml:6:5: an edit is left to you, gett to get. Then: `;
    expect(made.stdout).toContain(left);
    const shown = await flowc("check", directory, "--fix");
    expect(shown.stdout).toContain(left);
    expect(shown.stdout).not.toContain("no hint suggests");
    expect(readFileSync(join(directory, "swagger.yaml"), "utf8")).toBe(doubled);
    expect(readFileSync(join(directory, "a.xml"), "utf8")).toBe(right);
  });

  test("mends several mistakes of a line, and a mistake behind a mistake", async () => {
    const directory = appOf("check-fix-several", {
      "swagger.yaml": describing({ "/a": "aa.xml" }),
      "aaa.xml":
        '<flow>\n  <eval out="$n">coumt(/*) + coumt(/*/*)</eval>\n  <template>{ "n": {{ $n }} }</template>\n</flow>\n',
    });
    const { code, stdout } = await flowc("check", directory, "--fix", "--yes");
    expect(stdout).toContain("+    x-flow: aaa.xml");
    expect(readFileSync(join(directory, "aaa.xml"), "utf8")).toContain("count(/*) + count(/*/*)");
    expect(code).toBe(0);
  });
});

test("--types has the generated modules checked, too", async () => {
  const directory = app("check-types", { "a.xml": right, "b.xml": warned });
  const { code, stdout, stderr } = await flowc("check", directory, "--types");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "checked 2 endpoints\n" });
  expect(stdout).toContain("\n1 warning\n");
});

describe("Bad input", () => {
  test("gets a sentence, and no stack", async () => {
    const file = join(app("check-bad", { "a.xml": right }), "a.xml");
    for (const [args, said] of [
      [["request", "GET"], "missing required argument 'target'"],
      [["check", file], `${file} is not a directory.`],
      [["check", ""], "The empty path is not a directory."],
      [["check", "none"], "none is not a directory."],
      [["check", ".", "--format", "yaml"], "Allowed choices are text, json, sarif, github."],
      [["chek", "."], "unknown command 'chek'"],
    ] as const) {
      const { code, stdout, stderr } = await flowc(...args);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain(said);
      expect(stderr).not.toContain("    at ");
    }
  });
});

describe("--watch", () => {
  test("checks again after each change: broken, back, new, renamed, deleted", async () => {
    const directory = app("check-watch", { "a.xml": right });
    const write = (path: string, text: string): void => writeFileSync(join(directory, path), text);
    const watching = new Watching("check", directory, "--watch");
    try {
      await watching.until("watching for changes\n");
      await watching.until("checked 1 endpoint\n");
      write("a.xml", wrong);
      expect(await watching.until("1 error\n")).toContain("a.xml:2:18 error FLOW2003");
      write("a.xml", right.slice(0, 30));
      expect(await watching.until("1 error\n")).toContain("FLOW10");
      write("a.xml", right);
      await watching.until("checked 1 endpoint\n");
      mkdirSync(join(directory, "more/deep"), { recursive: true });
      write("more/deep/b.xml", right);
      expect(await watching.until("1 warning\n")).toContain("more/deep/b.xml:1:2 warning FLOW1202");
      write("swagger.yaml", describing({ "/a": "a.xml", "/b": "more/deep/b.xml" }));
      await watching.until("checked 2 endpoints\n");
      renameSync(join(directory, "more/deep/b.xml"), join(directory, "more/c.xml"));
      await watching.until("1 error");
      renameSync(join(directory, "more/c.xml"), join(directory, "more/deep/b.xml"));
      await watching.until("checked 2 endpoints\n");
      rmSync(join(directory, "more"), { recursive: true });
      await watching.until("1 error");
      write("swagger.yaml", describing({ "/a": "a.xml" }));
      await watching.until("checked 1 endpoint\n");
      renameSync(directory, `${directory}-away`);
      await watching.until(`flowc: ${directory} is not a directory.\n`);
      renameSync(`${directory}-away`, directory);
      await watching.until("checked 1 endpoint\n");
      write("a.xml", wrong);
      await watching.until("1 error\n");
    } finally {
      expect(await watching.stop()).toBe(0);
    }
  });
});
