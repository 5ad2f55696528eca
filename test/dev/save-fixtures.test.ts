/** Each operation of the larger fixtures: asked through `flowc dev`, saved as a test, and passed by `flowc test`. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RequestSummary, SavedTest } from "../../bin/commands/dev/api.js";
import { type ClientRequest, init, target } from "../support/client.js";
import { aggregator } from "../support/exchanges/aggregator.js";
import type { Exchange } from "../support/exchanges/exchange.js";
import { library } from "../support/exchanges/library.js";
import { petstore } from "../support/exchanges/petstore.js";
import { tokens } from "../support/exchanges/tokens.js";
import { flowc } from "../support/project.js";
import { type Surroundings, surroundings } from "../support/surroundings.js";
import { DevServer } from "./support/dev-server.js";

let around: Surroundings;

beforeAll(async () => {
  around = await surroundings();
});
afterAll(() => around?.stop());

/** The operations that no request of these can save, and a part of the reason. */
const unsaved: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // The upstream system did not answer in time, which no test says.
  aggregator: { "GET /slow": "Under flowc test, the app answers with status 502, not 504." },
};

/** Minutes go by with all of them: `SAVED_FIXTURES=all`. */
const fixtures = [
  ["tokens", tokens],
  ["aggregator", aggregator],
  ["petstore", petstore],
  ["library", library],
] as const;
const chosen = process.env.SAVED_FIXTURES === "all" ? fixtures : fixtures.slice(0, 1);

/** The first request that reaches each operation, by the method and the path of the API description. */
async function asked(
  server: DevServer,
  exchanges: readonly Exchange[],
): Promise<ReadonlyMap<string, number>> {
  for (const { request } of exchanges) await sent(server, request);
  const { requests } = await server.api<{ requests: RequestSummary[] }>("/requests");
  const first = new Map<string, number>();
  for (const { key, method, route, status } of requests)
    if (route !== "" && status !== undefined && !first.has(`${method} ${route}`))
      first.set(`${method} ${route}`, key);
  return first;
}

async function sent(server: DevServer, request: ClientRequest): Promise<void> {
  const response = await fetch(`${server.app}${target(request)}`, init(request));
  await response.arrayBuffer();
}

test.each(chosen)("fixtures/%s", { timeout: 400_000 }, async (name, exchanges) => {
  const server = await DevServer.start({ fixture: name, env: around.env, args: ["--show-secrets"] });
  const operations = await asked(server, exchanges);
  expect(operations.size).toBeGreaterThan(2);
  const paths: string[] = [];
  const problems: Record<string, string> = {};
  for (const [operation, key] of operations) {
    const result = await server.api<SavedTest>("/tests", "POST", { key });
    if ("problem" in result) problems[operation] = result.problem;
    else paths.push(result.path);
  }
  const expected = Object.entries(unsaved[name] ?? {}).map(
    ([operation, reason]) => [operation, expect.stringContaining(reason)] as const,
  );
  expect(problems).toEqual(Object.fromEntries(expected));
  const { code, stdout } = await flowc("test", server.directory, ...paths);
  expect(stdout).toContain(`${paths.length} passed`);
  expect(code).toBe(0);
});
