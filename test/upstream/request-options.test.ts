/** The laws for each option of upstream requests, whatever it does: a new row is held to them, too. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type RequestOption, requestOptions } from "../../compiler/constructs/options/request-options.js";
import type { JsonObject, JsonValue } from "../../runtime/data/model/values.js";
import { cacheOptions } from "../../runtime/upstream/cache/cache-options.js";
import { responseKey } from "../../runtime/upstream/cache/store-keys.js";
import type { OptionValue } from "../../runtime/upstream/options/rows.js";
import { compileFiles, describeDiagnostic, type Files } from "../support/compile.js";
import { listFiles, repository } from "../support/project.js";
import { apiFiles } from "../support/samples.js";

interface Values {
  /** None of them counts as missing. */
  readonly good: readonly JsonValue[];
  readonly bad: readonly JsonValue[];
}

const text: Values = { good: ["a", "b"], bad: [1, true, {}] };

const kinds: Readonly<Record<Extract<OptionValue, string>, Values>> = {
  boolean: { good: [true], bad: ["yes", 1, []] },
  mode: { good: [true, "report-only"], bad: ["report", 0] },
  text,
  server: { good: ["a.test:80", "b.test:80"], bad: [1, false] },
  certificate: { good: ["one.pem", "two.pem"], bad: [1, false] },
  definition: { good: ["one.json", "two.json"], bad: [1, {}] },
  seconds: { good: [1, "1.5"], bad: [-1, "soon", true] },
  count: { good: [1, "2"], bad: [-1, 1.5, "many"] },
  port: { good: [80, "8080"], bad: [0, 65_536, "http"] },
  credentials: { good: ["a:b", "a:c"], bad: [1, true, {}] },
  retry: { good: [2, { attempts: 3, on: ["connect", 503], wait: 0.5 }], bad: [-1, 10, "often", true] },
  fields: { good: [{ a: "b" }, { a: "c" }], bad: ["a", 1, []] },
};

const valuesOf = ({ value }: RequestOption): Values =>
  typeof value === "string" ? kinds[value] : { good: value, bad: ["none of these", 1] };

const files: Files = {
  "one.pem": "",
  "two.pem": "",
  "one.json": '{ "swagger": "2.0", "paths": {} }',
  "two.json": '{ "swagger": "2.0", "paths": {} }',
};

const optionOf = (name: string): RequestOption => {
  const option = requestOptions.find((each) => each.name === name);
  if (option === undefined) throw new Error(`There is no request option ${name}.`);
  return option;
};

/** An app with a request for each value of an option, which has what the option needs. */
const build = ({ name, needs = [], idleWithout = [] }: RequestOption, values: readonly JsonValue[]) => {
  const [needed] = [...needs, ...idleWithout];
  const also = needed === undefined ? {} : { [needed]: valuesOf(optionOf(needed)).good[0] };
  const requests = values.map((value, index) => [
    `/${index}`,
    `<request>${JSON.stringify({ url: "https://a.test/", options: { ...also, [name]: value } })}</request>`,
  ]);
  return compileFiles(apiFiles(Object.fromEntries(requests), { files }));
};

/** The module of an app for each facility. */
const facilities = {
  sockets: "flowc/runtime/sockets",
  guard: "flowc/runtime/resilience",
  cache: "flowc/runtime/cache",
} as const;

/** Whatever reads options, by path. */
const readers = listFiles(`${repository}/runtime`)
  .filter((path) => path.endsWith(".ts") && !path.startsWith("upstream/options/"))
  .map((path) => [path, readFileSync(`${repository}/runtime/${path}`, "utf8")] as const);

describe.each(requestOptions.map((option) => [option.name, option] as const))("%s", (name, option) => {
  const { good, bad } = valuesOf(option);

  test("is taken, and the app has the facility that it needs", async () => {
    const { diagnostics, modules } = await build(option, good);
    expect(diagnostics.map(describeDiagnostic)).toEqual([]);
    const app = modules.find(({ path }) => path === "app.ts")?.text ?? "";
    const needed = [
      option,
      ...[...(option.needs ?? []), ...(option.idleWithout ?? [])].slice(0, 1).map(optionOf),
    ].map(({ facility }) => facility);
    for (const [facility, source] of Object.entries(facilities))
      expect([facility, app.includes(`"${source}"`)]).toEqual([
        facility,
        needed.some((each) => each === facility),
      ]);
  });

  test("is refused where its value cannot be one", async () => {
    const { diagnostics } = await build(option, bad);
    const message = `The request option ${name} must be ${option.shape.expected}.`;
    const found = diagnostics.filter((diagnostic) => diagnostic.message === message);
    expect(found.map(({ span }) => span?.source.path)).toEqual(bad.map((_, index) => `${index}.xml`));
  });

  test("a reader in the runtime names it", () => {
    const found = readers.filter(([, code]) => code.includes(`"${name}"`));
    expect(found.map(([path]) => path)).not.toEqual([]);
  });

  test(
    option.splitsCache ? "separates what the cache keeps" : "leaves what the cache keeps to all",
    async () => {
      // An option that turns the cache on is compared with itself alone: without it, there is nothing to
      // share.
      const base: JsonObject = option.facility === "cache" ? {} : { "force-cache-ttl": 60 };
      const given = good.map((value): JsonObject => ({ ...base, [name]: value }));
      const keys = await Promise.all((option.facility === "cache" ? given : [base, ...given]).map(keyOf));
      expect(new Set(keys).size).toBe(option.splitsCache ? keys.length : 1);
    },
  );
});

/** Under which the cache keeps the response to a request with these options. */
function keyOf(options: JsonObject): Promise<string> {
  const request = { url: new URL("http://a.test/"), method: "GET", headers: new Map(), credentialFields: [] };
  return responseKey(request, cacheOptions(options), { generation: "1", vary: [] });
}
