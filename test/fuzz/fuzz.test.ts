/**
 * The fuzzers in short: what they once found stays away, nothing grows too fast in a few tries, and they find what they are
 * there to find. `npm run fuzz` looks longer.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { build } from "esbuild";
import { beforeAll, describe, expect, test } from "vitest";
import { actions, configActions } from "../../compiler/constructs/actions/index.js";
import { flowFunctions as functions } from "../../compiler/constructs/functions/index.js";
import { axes } from "../../compiler/syntax/xpath.js";
import { formats } from "../../runtime/validation/formats/formats.js";
import { repository } from "../support/project.js";
import { freshBuild } from "../tools/fresh-build.js";
import { keptFindings } from "./findings.js";
import { instrument } from "./instrument.js";
import { actionFlows } from "./targets/actions.js";
import { flowTargets } from "./targets/app.js";
import { readers } from "./targets/readers.js";

const scratch = join(repository, "test/.tmp/fuzz");

interface Line {
  readonly kind: string;
  readonly target?: string;
  readonly finding?: { readonly target: string; readonly kind: string };
}

/** Returns the output of `npm run fuzz` with these arguments. */
async function fuzz(...args: readonly string[]): Promise<readonly Line[]> {
  const program = [join(scratch, "run.js"), "--json", "--untimed", "--seed", "1", ...args];
  const child = spawn(process.execPath, program, { cwd: repository, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (text: Buffer) => {
    output += text;
  });
  const [code] = await once(child, "close");
  expect(code, output).toBeLessThanOrEqual(1);
  return output
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Line);
}

const findingsIn = (lines: readonly Line[]) => lines.filter(({ kind }) => kind !== "covered");

beforeAll(async () => {
  await freshBuild();
  await build({
    entryPoints: ["run.ts", "worker.ts"].map((name) => join(repository, "test/fuzz", name)),
    outdir: scratch,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "error",
  });
});

describe("the fuzzer finds", () => {
  let lines: readonly Line[] = [];

  beforeAll(async () => {
    lines = await fuzz("--known-bad", "--tries", "200", "--seconds", "600", "cost");
  });

  test.each([
    "parts",
    "declaration",
    "following",
    "alternatives",
    "aliases",
    "copies",
    "names",
    "replaced",
    "queue",
  ])("the cost of %s", (name) => {
    const kinds = lines.flatMap(({ finding }) => (finding?.target === `bad/${name}` ? [finding.kind] : []));
    expect(kinds).toEqual(["cost"]);
  });

  test("what is thrown", () => {
    expect(lines.flatMap(({ finding }) => (finding?.kind === "thrown" ? [finding.target] : []))).toEqual([
      "bad/thrown",
    ]);
  });

  test("nothing where there is nothing", () => {
    expect(lines.filter(({ finding }) => finding?.target === "bad/linear")).toEqual([]);
  });
});

test("the guided fuzzer finds a way through conditions", async () => {
  const lines = await fuzz("--known-bad", "--tries", "60000", "--seconds", "600", "guided", "maze");
  expect(lines.flatMap(({ finding }) => finding ?? [])).toMatchObject([
    { kind: "thrown", target: "bad/maze" },
  ]);
});

describe("there is a target for", () => {
  const names = [...readers, ...flowTargets].map(({ name }) => name);
  const hasTarget = (prefix: string) =>
    names.some((name) => name === prefix || name.startsWith(`${prefix}:`));

  test("every function", () => {
    expect([...functions.keys()].filter((name) => !hasTarget(`function/${name}`))).toEqual([]);
  });

  test("every axis", () => {
    expect(axes.filter((name) => !hasTarget(`axis/${name}`))).toEqual([]);
  });

  test("every action", () => {
    expect(Object.keys(actionFlows).sort()).toEqual([...actions.keys(), ...configActions.keys()].sort());
  });

  test("every format", () => {
    expect(Object.keys(formats).filter((name) => !hasTarget(`format/${name}`))).toEqual([]);
  });

  test("each name", () => {
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});

describe("instrumented code", () => {
  const counts = (code: string, call: string): number => {
    let total = 0;
    const meter = {
      block: () => {
        total++;
      },
      spread: <T>(value: T): T => value,
    };
    const { code: counted } = instrument(code);
    new Function("__flowcMeter", `${counted.replace("globalThis.", "")}\n${call}`)(meter);
    return total;
  };

  test.each([
    ["a function", "function f() { return 1 }", "f(); f();", 2],
    ["an arrow function", "const f = () => ({ a: 1 });", "f().a;", 1],
    ["a loop", "function f(n) { for (let i = 0; i < n; i++) ; }", "f(3);", 4],
    ["a branch", "function f(a) { if (a) return 1; else return 2 }", "f(1); f(0);", 4],
    ["a condition", "const f = (a) => a ? (1, 2) : [3];", "f(1); f(0);", 4],
    ["a shortcut", "const f = (a) => a && a.b || 2;", "f({ b: 1 });", 2],
    ["a case", "function f(a) { switch (a) { case 1: return 1; default: return 2 } }", "f(1); f(2);", 4],
    ["a method", "class A { m() { return [...[1]] } }", "new A().m();", 1],
  ])("counts %s", (_, code, call, expected) => {
    expect(counts(code, call)).toBe(expected);
  });
});

describe("the app and its readers", () => {
  test("keep away from what was found", async () => {
    expect(findingsIn(await fuzz("replay")), `${keptFindings().length} kept findings`).toEqual([]);
  });

  test("cost no more than n log n", async () => {
    expect(findingsIn(await fuzz("--built", "--tries", "4", "--seconds", "600", "cost"))).toEqual([]);
  }, 120_000);

  test("throw nothing but what they may", async () => {
    const lines = await fuzz(
      "--built",
      "--tries",
      "200",
      "--seconds",
      "600",
      "guided",
      "reader",
      "header",
      "format",
    );
    expect(findingsIn(lines)).toEqual([]);
  }, 60_000);
});
