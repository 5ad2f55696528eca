/** `x-flow-upstreams`: how much of an upstream system an app uses, and what happens while the system fails. */
import type { Hono } from "hono";
import { afterEach, describe, expect, test, vi } from "vitest";
import { origin } from "../support/client.js";
import { app } from "../support/compile.js";
import { withLog } from "../support/log.js";
import { apiFiles, ask, basePath } from "../support/samples.js";
import { Faulty, type Step } from "./faulty.js";

const faulty = new Faulty();

afterEach(() => vi.useRealTimers());

/** An app with one flow, which asks the upstream and answers the code of the error, or the status. */
function guarded(rules: object, options: object = {}): Promise<Hono> {
  const request = `<request content="up">{ "url": {{ $env/FAULTY }}, "options": ${JSON.stringify(options)} }</request>`;
  const files = apiFiles({
    "/x": `<!-- app ${apps++} -->${request}<template>{{ $error/code ?? $upstream/up/status }}</template>`,
  });
  const api = { ...JSON.parse(String(files["swagger.yaml"])), "x-flow-upstreams": { "$env/FAULTY": rules } };
  return app({ ...files, "swagger.yaml": JSON.stringify(api) });
}

/** Equal files make one app, whose counts stay. */
let apps = 0;

const results = async (one: Hono, count: number): Promise<unknown[]> =>
  Promise.all(Array.from({ length: count }, async () => (await ask(one)).json()));

const oneByOne = async (one: Hono, count: number): Promise<unknown[]> => {
  const found: unknown[] = [];
  for (let index = 0; index < count; index++) found.push((await ask(one)).json());
  return found;
};

describe("time-outs of a system", () => {
  const late = { timeout: 0.1 };
  const first = { "time-to-first-byte-timeout": 0.1 };
  const again = { retry: { attempts: 2, on: ["timeout"], wait: 0 } };
  const rows: readonly [string, rules: object, options: object, steps: Step[], codes: unknown[]][] = [
    ["end a request", late, {}, ["hang"], [3201]],
    ["end its wait for the first byte", first, {}, ["hang"], [3201]],
    ["are those of each attempt", first, { ...again, timeout: 5 }, ["hang", 200], [200]],
    ["hold for all attempts", late, again, ["hang", 200], [3201]],
    ["leave requests alone that have their own", late, { timeout: 5 }, [200], [200]],
    ["count as those of a request do", { timeout: 5, ...first }, { ...first }, ["hang"], [3201]],
  ];

  test.each(rows)("%s", async (_, rules, options, steps, codes) => {
    const one = await guarded(rules, options);
    faulty.steps = [...steps];
    faulty.delay = steps[0] === 200 ? 200 : 0;
    const begin = performance.now();
    expect(await oneByOne(one, codes.length)).toEqual(codes);
    expect(performance.now() - begin).toBeLessThan(2500);
  });
});

describe("breaker", () => {
  const breaker = { breaker: "50% of 4", rest: 5 };
  const rested = () => vi.advanceTimersByTime(5000);

  const cases: readonly { name: string; steps: Step[]; codes: unknown[]; options?: object }[] = [
    {
      name: "opens after half of four",
      steps: [200, 503, 200, 503, 200],
      codes: [200, 503, 200, 503, 3208, 3208],
    },
    { name: "not before four are known", steps: [503, 503, 503, 200], codes: [503, 503, 503, 200, 3208] },
    { name: "not of 4xx", steps: [404], codes: [404, 404, 404, 404, 404] },
    { name: "of 500, too", steps: [500], codes: [500, 500, 500, 500, 3208] },
    {
      name: "not of the failures before the last four",
      steps: [503, 200, 200, 200, 503, 200, 200, 200, 503, 200],
      codes: [503, 200, 200, 200, 503, 200, 200, 200, 503, 200, 200],
    },
    { name: "of broken connections", steps: ["cut"], codes: [3201, 3201, 3201, 3201, 3208] },
    {
      name: "of time-outs",
      steps: ["hang"],
      codes: [3201, 3201, 3201, 3201, 3208],
      options: { timeout: 0.05 },
    },
  ];

  test.each(cases)("$name", async ({ steps, codes, options }) => {
    const one = await guarded(breaker, options);
    faulty.steps = [...steps];
    expect(await oneByOne(one, codes.length)).toEqual(codes);
  });

  test("half open, one request probes the system: it closes if that is well, and else rests again", async () => {
    const one = await guarded(breaker);
    vi.useFakeTimers({ toFake: ["performance"] });
    faulty.steps = [503, 503, 503, 503, 503, 200];
    await oneByOne(one, 4);
    vi.advanceTimersByTime(4900);
    expect(await oneByOne(one, 1)).toEqual([3208]);
    vi.advanceTimersByTime(100);
    faulty.delay = 50;
    expect((await results(one, 5)).sort()).toEqual([3208, 3208, 3208, 3208, 503]);
    expect(await oneByOne(one, 1)).toEqual([3208]);
    rested();
    expect((await results(one, 5)).sort()).toEqual([200, 3208, 3208, 3208, 3208]);
    expect(await results(one, 3)).toEqual([200, 200, 200]);
  });

  test("of a system that comes and goes, it closes and opens each time", async () => {
    const one = await guarded(breaker);
    vi.useFakeTimers({ toFake: ["performance"] });
    for (let round = 0; round < 3; round++) {
      faulty.steps = [200];
      expect(await oneByOne(one, 5)).toEqual([200, 200, 200, 200, 200]);
      faulty.steps = [503];
      expect(await oneByOne(one, 3)).toEqual([503, 503, 3208]);
      rested();
    }
  });

  test("of the system of a whole URL in the environment", async () => {
    vi.stubEnv("FAULTY", `${faulty.url}/v1/`);
    const one = await guarded({ breaker: "100% of 2" });
    faulty.steps = [503];
    expect(await oneByOne(one, 3)).toEqual([503, 503, 3208]);
    vi.unstubAllEnvs();
  });

  test("closed again, it counts from the beginning", async () => {
    const one = await guarded(breaker);
    vi.useFakeTimers({ toFake: ["performance"] });
    faulty.steps = [200, 200, 200, 200, 503, 503, 200, 503];
    expect(await oneByOne(one, 7)).toEqual([200, 200, 200, 200, 503, 503, 3208]);
    rested();
    expect(await oneByOne(one, 6)).toEqual([200, 503, 503, 503, 503, 3208]);
  });

  test("what was sent before it opened says nothing more: it rests from then on, and opens once", async () => {
    const one = await guarded(breaker);
    vi.useFakeTimers({ toFake: ["performance"] });
    faulty.steps = [503];
    faulty.delay = 100;
    const { result, log } = await withLog(async () => {
      const answers = Array.from({ length: 12 }, () => one.request(`${origin}${basePath}/x`));
      return Promise.all(answers.map(async (answer) => (await answer).json()));
    });
    expect(result).toEqual(Array(12).fill(503));
    expect(log.filter(({ topic }) => topic === "upstream")).toHaveLength(1);
  });

  /** A client that leaves once it is so far. */
  const leaves = async (one: Hono, isSoFar: () => void | Promise<void>): Promise<void> => {
    const leaving = new AbortController();
    const answer = one.request(`${origin}${basePath}/x`, { signal: leaving.signal });
    await vi.waitFor(isSoFar);
    leaving.abort();
    await Promise.resolve(answer).catch(() => {});
  };
  const asked = () => expect(faulty.seen).toHaveLength(3);

  test("clients that leave count for nothing", async () => {
    const one = await guarded({ breaker: "100% of 2", rest: 60 });
    faulty.steps = ["hang"];
    for (const count of [1, 2, 3]) await leaves(one, () => expect(faulty.seen).toHaveLength(count));
    faulty.steps = [200];
    expect(await oneByOne(one, 1)).toEqual([200]);
  });

  const withoutOutcome: readonly {
    name: string;
    rules?: object;
    options?: object;
    probe: (one: Hono) => Promise<void>;
  }[] = [
    { name: "its client leaves", probe: (one) => leaves(one, asked) },
    {
      name: "the client leaves that shares it with others",
      options: { share: true },
      probe: (one) => leaves(one, asked),
    },
    {
      name: "its client leaves before the time-out for the first byte",
      options: { "first-byte-timeout": 60 },
      probe: (one) => leaves(one, asked),
    },
    {
      name: "its client leaves while it waits for its turn",
      rules: { rate: "2/s", queue: 60 },
      probe: (one) => leaves(one, async () => expect(await oneByOne(one, 1)).toEqual([3208])),
    },
    {
      name: "it comes before its turn",
      rules: { rate: "2/s" },
      probe: async (one) => expect(await oneByOne(one, 2)).toEqual([3209, 3209]),
    },
  ];

  test.each(withoutOutcome)("half open, if $name, the next request is the probe", async (row) => {
    const one = await guarded({ breaker: "100% of 2", rest: 0.1, ...row.rules }, row.options);
    vi.useFakeTimers({ toFake: ["performance"] });
    faulty.steps = [503, 503, "hang", 200];
    expect(await oneByOne(one, 3)).toEqual([503, 503, 3208]);
    vi.advanceTimersByTime(100);
    await row.probe(one);
    faulty.steps = [200];
    vi.advanceTimersByTime(2000);
    expect(await oneByOne(one, 2)).toEqual([200, 200]);
  });

  test("an error flow answers it", async () => {
    const files = apiFiles(
      { "/x": `<request>{ "url": {{ $env/FAULTY }}, "options": { "exit-on-error": true } }</request>` },
      { error: `<set-status code="429"/><template>{{ $error/code }}</template>` },
    );
    const upstreams = { "$env/FAULTY": { breaker: "100% of 2" } };
    const api = { ...JSON.parse(String(files["swagger.yaml"])), "x-flow-upstreams": upstreams };
    const one = await app({ ...files, "swagger.yaml": JSON.stringify(api) });
    faulty.steps = [503];
    await oneByOne(one, 2);
    const { status, json } = await ask(one);
    expect([status, json()]).toEqual([429, 3208]);
  });

  test("the log says when it opens and closes, and why a request was refused", async () => {
    const one = await guarded(breaker);
    vi.useFakeTimers({ toFake: ["performance"] });
    faulty.steps = [503];
    await oneByOne(one, 3);
    const { log: logged } = await ask(one);
    const open = expect.stringMatching(/^The breaker of http:\/\/127\.0\.0\.1:\d+ is open\.$/);
    expect(logged).toContainEqual(expect.objectContaining({ topic: "upstream", message: open }));
    expect((await ask(one)).log).toMatchObject([
      { topic: "request", status: 503, code: 3208, request: "up" },
    ]);
    rested();
    faulty.steps = [200];
    const closed = expect.stringMatching(/^The breaker of http:\/\/127\.0\.0\.1:\d+ is closed again\.$/);
    expect((await ask(one)).log).toContainEqual(expect.objectContaining({ message: closed }));
  });
});

describe("max-requests", () => {
  test("no more at once; the others wait, and are refused if that takes too long", async () => {
    faulty.delay = 100;
    expect(await results(await guarded({ "max-requests": 2, queue: 10 }), 6)).toEqual(Array(6).fill(200));
    expect(faulty.most).toBe(2);
    expect((await results(await guarded({ "max-requests": 2 }), 5)).sort()).toEqual([
      200, 200, 3209, 3209, 3209,
    ]);
    faulty.delay = 300;
    const late = await results(await guarded({ "max-requests": 1, queue: 0.05 }), 3);
    expect(late.sort()).toEqual([200, 3209, 3209]);
  });

  test("room is made again by those that fail", async () => {
    const one = await guarded({ "max-requests": 1 }, { timeout: 0.5 });
    faulty.steps = [503, "hang", 200];
    expect(await oneByOne(one, 3)).toEqual([503, 3201, 200]);
  });
});

describe("rate", () => {
  test("what comes within a second may come at once; the rest waits its turn, or is refused", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const three = await guarded({ rate: "3/s" });
    for (const pause of [0, 100_000]) {
      // What did not come before does not come on top.
      vi.advanceTimersByTime(pause);
      expect((await results(three, 5)).sort()).toEqual([200, 200, 200, 3209, 3209]);
    }
    const seldom = await guarded({ rate: "30/min" });
    expect(await oneByOne(seldom, 2)).toEqual([200, 3209]);
    vi.advanceTimersByTime(2000);
    expect(await oneByOne(seldom, 2)).toEqual([200, 3209]);
    vi.useRealTimers();
    const started = performance.now();
    expect(await results(await guarded({ rate: "2/s", queue: 60 }), 4)).toEqual(Array(4).fill(200));
    expect(performance.now() - started).toBeGreaterThan(990);
  });
});

describe("retry-budget", () => {
  const twice = { retry: { attempts: 2, wait: 0.001 } };

  test("a share of the requests, and ten to begin with, however many went well before", async () => {
    const one = await guarded({ "retry-budget": "25%" }, twice);
    await oneByOne(one, 12);
    faulty.steps = [503];
    await oneByOne(one, 31);
    // Each request and each repetition saves a quarter of one: 19 in a row, and then each third.
    expect(faulty.seen.length - 12 - 31).toBe(23);
  });

  test("without one, all may be repeated", async () => {
    faulty.steps = [503];
    await oneByOne(await guarded({ "max-requests": 9 }, twice), 15);
    expect(faulty.seen).toHaveLength(30);
  });

  test("an open breaker ends repetitions: the last answer counts", async () => {
    const one = await guarded({ breaker: "100% of 2", rest: 60 }, { retry: { attempts: 5, wait: 0.001 } });
    faulty.steps = [503];
    expect(await oneByOne(one, 2)).toEqual([503, 3208]);
    expect(faulty.seen).toHaveLength(2);
  });
});
