/** The settings of a process: what is allowed, what is refused, and names that are misspelt. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readOrigins } from "../../runtime/base/origins.js";
import type { Setting } from "../../runtime/base/setting.js";
import { misspeltSettings, secretVariables, settings, wrongSettings } from "../../runtime/base/settings.js";
import { app, scratchDirectory } from "../support/compile.js";
import { listening } from "../support/listening.js";
import { withLog } from "../support/log.js";
import { repository } from "../support/project.js";
import { refused, served } from "../support/served.js";
import type { Env } from "../support/servers.js";

const all: readonly [string, Setting<unknown>][] = Object.entries(settings);

/** By what a setting must be, or for one setting alone. None has more than seven. */
const wrong: readonly (readonly [form: RegExp, values: readonly string[]])[] = [
  [/^seconds from/, ["10x", "-1", "Infinity", "NaN", "1e3", "2147484", "1 day"]],
  [/^bytes from/, ["20XB", "-1", "Infinity", "x", "0x10", "10TB", "9999999GB"]],
  [/^an integer from/, ["x", "-1", "80.5", "1e3", " 80", "Infinity", "9999999999999"]],
  [/^auto or an integer from/, ["0", "1001", "many", "2.5", "-1", "1e2", "Auto"]],
  [/^true or false$/, ["yes", "1", "TRUE", "tru", "0", "on", "true,"]],
  [/^an IP address or/, ["http://a", "0.0.0.0:9090", "a b", "::1::", "a/b", "[::1]", "é"]],
  [
    /^at most 20 URLs/,
    ["x", "ftp://a", "http://u:p@a", "http://a x", "//a", "http://", "http://a ".repeat(21)],
  ],
  [/^addresses and networks/, ["a", "10.0.0.0/33", "::/129", "10.0.0", "10.0.0.0/-1", "10.0.0.1/8/8", ","]],
  [/^of the form topic/, ["x:y:z", "a:b:c:d", "*:loud", "::sideways", "x".repeat(2000), "a:b", ":::"]],
  [/^origins/, ["*", "a.test", "https://", "https://a.test/path", "ftp://a.test", "true", ","]],
  [/^failed, slow/, ["fail", "slow", "slow:", "slow:x", "slow:-1s", "failed,slow:1s,slow:2s", "failed,all"]],
  [/^all, failed or a share/, ["none", "1", "%", "-1%", "101%", "1e1%", "failed,1%"]],
  [/^warning or error$/, ["debug", "none", "Error", "warn", "1", "true", "error,warning"]],
  [/^ecs or opentelemetry$/, ["ECS", "otel", "elastic", "true", "ecs,opentelemetry", "none", "1"]],
  [/^names of members/, ["agnt", "timestamp", "agent;path", "message", "requestID", "severity", ","]],
  [/^the name of a header/, ["X Request", "x:", "é", "x,y", "a".repeat(101), "x/y", "(x)"]],
  [/^a URL with redis/, ["x", "http://a", "redis:", "redis://", "rediss:a", "memory", "redis:/a"]],
];

const rounds = 7;

const wrongValues = ({ kind }: Setting<unknown>): readonly string[] | undefined =>
  kind.allowed === "a text" ? undefined : wrong.find(([form]) => form.test(kind.allowed))?.[1];

const ended = (env: Env) => refused(listening(), env);

describe("a process ends with exit code 2, and names all settings that are wrong", () => {
  test.each(Array.from({ length: rounds }, (_, round) => round))(
    "in round %i of wrong values",
    async (round) => {
      const checked = all.filter(([, { kind }]) => kind.allowed !== "a text");
      const set = checked.map(
        ([name, setting]) => [name, setting, wrongValues(setting)?.[round] ?? ""] as const,
      );
      expect(set.filter(([, , value]) => value === "")).toEqual([]);
      const env = Object.fromEntries(set.map(([, { names }, value]) => [names[0], value]));
      const { code, problems } = await ended(env);
      expect(code).toBe(2);
      expect(problems).toEqual(
        set.map(([, { names, kind }, value]) => {
          const shown = kind.isSecret ? "" : `, not ${JSON.stringify(value.slice(0, 100))}`;
          return `${names[0]} must be ${kind.allowed}${shown}`;
        }),
      );
    },
  );

  test.each(["1", "2"])("with FLOW_WORKERS=%s, and under each name", async (FLOW_WORKERS) => {
    const env = { FLOW_WORKERS, FLAT_FETCH_DEFAULT_TIMEOUT: "10x", FLAT_MAX_HEAD_BYTES: "Infinity" };
    const { code, problems } = await ended(env);
    expect([code, problems]).toEqual([
      2,
      [
        'FLAT_MAX_HEAD_BYTES must be bytes from 128 to 16777216, not "Infinity"',
        'FLAT_FETCH_DEFAULT_TIMEOUT must be seconds from 0.001 to 2147483, not "10x"',
      ],
    ]);
  });
});

describe("secrets in files", () => {
  const secret = (text: string) => {
    const file = join(scratchDirectory("secret"), "url");
    writeFileSync(file, text);
    return file;
  };

  test.each<[string, Record<string, string>, string]>([
    // The value is taken from there, and is not shown.
    [
      "a wrong value",
      { FLOW_CACHE_URL_FILE: secret("http://s3cret\n") },
      "FLOW_CACHE_URL must be a URL with redis or rediss",
    ],
    [
      "no file",
      { FLOW_DEBUG_AUTH_FILE: "/nowhere" },
      "FLOW_DEBUG_AUTH_FILE must be a file that can be read: ENOENT",
    ],
    [
      "two values",
      { FLOW_CACHE_URL_FILE: secret("redis://a"), FLOW_CACHE_URL: "redis://b" },
      "Only one of FLOW_CACHE_URL and FLOW_CACHE_URL_FILE can be set",
    ],
  ])("%s ends the process", async (_, env, message) => {
    const { code, problems } = await ended(env);
    expect([code, problems]).toEqual([2, [message]]);
  });

  test("are read for each setting that may be a secret, by each name; the documentation lists them", async () => {
    const names = secretVariables();
    const env = Object.fromEntries(names.map((name) => [`${name}_FILE`, "/nowhere"]));
    const { code, problems } = await ended(env);
    expect([code, [...problems].sort()]).toEqual([
      2,
      names.map((name) => `${name}_FILE must be a file that can be read: ENOENT`).sort(),
    ]);
    const running = readFileSync(join(repository, "docs/running.md"), "utf8");
    const [, listed = ""] =
      /\n((?:.|\n)+?) may be in files, as Kubernetes/.exec(running.slice(running.indexOf("<!-- end -->"))) ??
      [];
    expect((listed.match(/FLOW_\w+/g) ?? []).sort()).toEqual(
      names.filter((name) => name.startsWith("FLOW_")).sort(),
    );
  });

  test.each(["1", "2"])("with FLOW_WORKERS=%s are read once, and no misspellings", async (FLOW_WORKERS) => {
    const server = await served(listening(), { FLOW_WORKERS, FLOW_DEBUG_AUTH_FILE: secret("pass") });
    expect((await server.get("/")).status).toBe(200);
    expect(await server.end()).toBe(0);
    expect(server.log()).not.toContain("DEBUG_AUTH");
  });
});

test("a process with a misspelt setting says so, and serves", async () => {
  const env = { FLOW_DEFAULT_TIMOUT: "10s", FLOW_MAX_HEAD_BYTES: "1.5KiB" };
  const server = await served(listening(), env);
  const ask = async (bytes: number) =>
    (await server.get("/", { headers: { "x-long": "x".repeat(bytes) } })).status;
  expect([await ask(100), await ask(1500)]).toEqual([200, 431]);
  expect(await server.end()).toBe(0);
  expect(server.log()).toContain(
    '"message":"There is no setting FLOW_DEFAULT_TIMOUT; there is FLOW_DEFAULT_TIMEOUT."',
  );
});

test.each([
  ["DEFAULT_TIMEOUT", "10s", 10],
  ["DEFAULT_TIMEOUT", "1500 ms", 1.5],
  ["DEFAULT_TIMEOUT", ".5", 0.5],
  ["REQUEST_TIMEOUT", "2m", 120],
  ["REQUEST_TIMEOUT", " 1h ", 3600],
  ["MAX_BODY_BYTES", "20MB", 20_000_000],
  ["MAX_BODY_BYTES", "20 mib", 20_971_520],
  ["MAX_BODY_BYTES", "1.5k", 1500],
  ["MAX_BODY_BYTES", "64Ki", 65_536],
  ["MAX_BODY_BYTES", "100b", 100],
  ["MAX_BODY_BYTES", "0", 0],
  ["DEFAULT_CONNECT_TIMEOUT", "0", 0],
  ["WORKERS", "auto", "auto"],
] as const)("%s may be %j", (name, text, value) => {
  expect(settings[name].of({ [`FLOW_${name}`]: text })).toBe(value);
});

test("the first name that is set counts, and bindings come before the process", () => {
  const { names } = settings.DEFAULT_TIMEOUT;
  const bindings = Object.fromEntries(names.map((name, index) => [name, `${index + 1}`]));
  expect(
    names.map((_, index) =>
      settings.DEFAULT_TIMEOUT.of({
        ...bindings,
        ...Object.fromEntries(names.slice(0, index).map((name) => [name, ""])),
      }),
    ),
  ).toEqual([1, 2, 3, 4]);
});

test.each([
  ["FLOW_MAX_BODY_SIZE", "FLOW_MAX_BODY_BYTES"],
  ["FLAT_DEFAULT_TIMEOUTS", "FLAT_DEFAULT_TIMEOUT"],
  ["flow_workers", undefined],
  ["FLOW_STAGE", undefined],
  ["FLAT_FPM_MAX_REQUESTS", undefined],
  ["FLOWC_EDITOR", undefined],
])("%s is a misspelling of %s", (name, meant) => {
  expect(misspeltSettings([name])).toEqual(
    meant === undefined ? [] : [`There is no setting ${name}; there is ${meant}.`],
  );
});

test("defaults are right themselves", () => {
  for (const [, { kind, otherwise }] of all)
    if (typeof otherwise === "number") expect(kind.read(String(otherwise))).toBe(otherwise);
  expect(wrongSettings({})).toEqual([]);
  expect(readOrigins("https://a.test")).toBeDefined();
});

test("an app in another program answers nothing while a setting is wrong, and says so once", async () => {
  const one = await app({
    "swagger.yaml": JSON.stringify({ swagger: "2.0", paths: { "/x": { get: { "x-flow": "x.xml" } } } }),
    "x.xml": "<flow><echo>wrong settings</echo></flow>",
  });
  const bindings = { FLOW_MAX_TIMEOUT: "soon", FLOW_DEBUG: "::sideways", FLOW_WORKER: "2" };
  const { result, log } = await withLog(async () => [
    (await one.request("/x", {}, bindings)).status,
    (await one.request("/x", {}, bindings)).status,
  ]);
  expect(result).toEqual([500, 500]);
  expect(
    log.filter(({ type }) => type === "engine_alert").map(({ topic, message }) => [topic, message]),
  ).toEqual([
    ["settings", 'FLOW_MAX_TIMEOUT must be seconds from 0.001 to 2147483, not "soon"'],
    ["settings", 'FLOW_DEBUG must be of the form topic:level:sink, not "::sideways"'],
    ["settings", "There is no setting FLOW_WORKER; there is FLOW_WORKERS."],
  ]);
});
