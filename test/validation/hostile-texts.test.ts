/** Texts that are made to keep a validator busy, sent to a built app: for each format, and for patterns. */
import { fullFormats } from "ajv-formats/dist/formats.js";
import type { Hono } from "hono";
import { beforeAll, describe, expect, test } from "vitest";
import { formats } from "../../runtime/validation/formats/formats.js";
import { app } from "../support/compile.js";
import { sendDescribed } from "../support/contracts.js";
import { checkSync } from "../support/recheck.js";

interface Attack {
  readonly start: string;
  readonly pump: string;
  readonly end: string;
}

const text = ({ start, pump, end }: Attack, length: number): string =>
  start + pump.repeat(length / pump.length) + end;

/** Starts of all formats, with each piece again and again, and something that spoils the end. */
const attacks: readonly Attack[] = [
  ["", "a"],
  ["", "1"],
  ["", " "],
  ["", "a."],
  ["", "a-"],
  ["", "::"],
  ["", "1:"],
  ["", "%41"],
  ["/", "/"],
  ["/", "~0"],
  ["#/", "a/"],
  ["0/", "a"],
  ["{", "a,"],
  ["", "{a}"],
  ["a@", "a."],
  ["a@", "a-"],
  ["a@b", "-"],
  ["", "a@"],
  ["http://", "a"],
  ["http://", "a."],
  ["http://", "a-"],
  ["http://", "@"],
  ["http://", "a:"],
  ["http://", "1."],
  ["http://a/", "a@"],
  ["a:", "/"],
  ["P", "1Y"],
  ["P1Y", "1"],
  ["2020-01-01T", "0"],
  ["2020-01-01T00:00:00.", "0"],
  ["", "(a"],
  ["", "AAAA\n"],
].map(([start = "", pump = "", end = "\u0000"]) => ({ start, pump, end }));

const patterns = [
  "^([a-z]{1,10} ?){1,10}$",
  "^(a{1,10}){1,10}$",
  "^(a+)+$",
  "^(a|aa)+$",
  "\\s+$",
  "^.*a.*a.*b$",
  "(a.)*b",
  "^[a-z0-9]+(-[a-z0-9]+)*$",
  "^(?=.*a)(?=.*b).+$",
  "^(?!.*aa$)a+(?<!ab)$",
  "^(a+)\\1$",
  "(a*)*\\1b",
];

/** An operation for each schema. */
function described(schemas: readonly object[]): Promise<Hono> {
  const operation = (schema: object) => ({ post: { parameters: [{ name: "b", in: "body", schema }] } });
  return app({
    "swagger.yaml": JSON.stringify({
      swagger: "2.0",
      basePath: "/api",
      "x-flow": "x.xml",
      "x-flow-validate": { request: true },
      paths: Object.fromEntries(schemas.map((schema, index) => [`/${index}`, operation(schema)])),
    }),
    "x.xml": "<flow><echo>passed</echo></flow>",
  });
}

/** The time of the processor for a request, in milliseconds. */
async function timeOf(one: Hono, path: string, value: string): Promise<number> {
  const before = process.cpuUsage();
  const { status } = await sendDescribed(one, { path, json: value });
  const { user, system } = process.cpuUsage(before);
  expect([200, 400, 503]).toContain(status);
  return (user + system) / 1_000;
}

/** Asserts that eight times the text takes little more than eight times the time, if it takes some at all. */
async function isLinear(one: Hono, path: string, attack: Attack): Promise<void> {
  const long = await timeOf(one, path, text(attack, 128_000));
  if (long < 150) return;
  const short = await timeOf(one, path, text(attack, 16_000));
  expect({ ...attack, growth: long / Math.max(short, 10) }).toSatisfy(
    ({ growth }: { growth: number }) => growth < 25,
  );
}

/** The texts that an analyser finds for a regular expression of Ajv. */
function found(name: string): readonly Attack[] {
  const format = fullFormats[name as keyof typeof fullFormats];
  if (!(format instanceof RegExp)) return [];
  const result = checkSync(format.source, format.flags, { timeout: 2_000 });
  if (result.status !== "vulnerable") return [];
  return result.attack.pumps.map(({ prefix, pump }) => ({ start: prefix, pump, end: result.attack.suffix }));
}

describe("The work for a text grows with its length", () => {
  const names = Object.keys(formats);
  let one: Hono;
  beforeAll(async () => {
    one = await described([
      ...names.map((format) => ({ format })),
      ...patterns.map((pattern) => ({ pattern })),
    ]);
  });

  test.each(names.map((name, index) => ({ name, index })))("format: $name", async ({ name, index }) => {
    for (const attack of [...attacks, ...found(name)]) await isLinear(one, `/${index}`, attack);
  });

  test.each(patterns.map((pattern, index) => ({ pattern, index })))("$pattern", async ({ index }) => {
    for (const attack of attacks.slice(0, 8)) await isLinear(one, `/${names.length + index}`, attack);
  });
});

test("The work for many texts is limited, too", async () => {
  const one = await described([
    { items: { pattern: "(a*)*\\1b" } },
    { items: { pattern: "^(a{1,10}){1,10}$" } },
  ]);
  for (const path of ["/0", "/1"]) {
    const before = process.cpuUsage();
    await sendDescribed(one, { path, json: Array.from({ length: 100_000 }, () => "aaaa") });
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
  }
});

test("A format that has the name of something that objects inherit is none", async () => {
  const one = await described([{ format: "__proto__" }, { format: "constructor" }, { format: "toString" }]);
  for (const path of ["/0", "/1", "/2"])
    expect((await sendDescribed(one, { path, json: "a" })).text).toBe("passed");
});
