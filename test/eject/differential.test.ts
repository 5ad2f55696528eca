/** Apps answer the same once `flowc eject` has made handlers of their flows: random flows, and all examples of the language. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { flowFunctions } from "../../compiler/constructs/functions/index.js";
import { settings } from "../differential/settings.js";
import type { ClientRequest } from "../support/client.js";
import type { Files } from "../support/compile.js";
import { type DocPage, docPages } from "../support/doc-pages.js";
import { type RunningServer, upstream } from "../support/servers.js";
import { freshBuild } from "../tools/fresh-build.js";
import { differences } from "./differences.js";
import { flows, surroundings, system, templatesAlone } from "./flows.js";
import { randomRequests } from "./requests.js";

let server: RunningServer;
beforeAll(async () => {
  await freshBuild();
  server = await upstream(system);
  process.env.EJECT_UPSTREAM = server.url;
  process.env.EJECT_SET = "set";
});
afterAll(async () => {
  delete process.env.EJECT_UPSTREAM;
  delete process.env.EJECT_SET;
  await server.stop();
});

/** The first difference of a flow by itself, made as small as it gets in the time. */
async function smallest(
  all: fc.Arbitrary<string>,
  seed: number,
  request: ClientRequest | undefined,
): Promise<string | undefined> {
  let message: string | undefined;
  const differs = fc.asyncProperty(all, async (flow) => {
    const [found] = await differences(
      [flow],
      () => (request === undefined ? [] : [request]),
      surroundings,
      request === undefined,
    );
    if (found === undefined) return;
    message = found.message;
    throw new Error(message);
  });
  await fc.check(differs, { seed, numRuns: 1, interruptAfterTimeLimit: 15_000 });
  return message;
}

describe("random flows answer the same as handlers", () => {
  test.each<[string, fc.Arbitrary<string>, number, number]>([
    ["of several actions", flows, 45, 10],
    ["of one template", templatesAlone, 45, 10],
  ])("%s", async (_, all, count, asked) => {
    const { seed, numRuns } = settings(count);
    const property = fc.asyncProperty(all, async () => {});
    const seeds = Array.from({ length: numRuns }, (_, index) => seed + index);
    const made = seeds.map((one) => (fc.sample(property, { seed: one, numRuns: 1 })[0] as [string])[0]);
    const requests = fc.sample(randomRequests, { seed, numRuns: asked });
    const [first] = await differences(made, () => requests, surroundings, true);
    if (first === undefined) return;
    const small = await smallest(all, seeds[first.index] ?? seed, first.request);
    expect.fail(`${first.message}\n\nSmaller:\n${small ?? "it is not alone"}`);
  });
});

test("fields that read the response which they belong to have that of the flow", async () => {
  const flows = ["", '<log>{ "a": 1 }</log>'].map(
    (between) =>
      `<template>{ "id": 1 }</template>${between}<set-response-headers>{ "X-Id": {{ content()/json/id }} }</set-response-headers>`,
  );
  const found = await differences(flows, () => [{}], surroundings, true);
  expect(found.map(({ message }) => message)).toEqual([]);
});

describe("examples of the language answer the same as handlers", () => {
  const directories = [
    "docs/language",
    "docs/language/actions",
    "docs/language/functions",
    "docs/language/templates",
  ];
  const pages = directories.flatMap(docPages).filter(({ examples }) => examples.length > 0);
  // What answers otherwise each time, or names the file of the flow.
  const changing = /\b(?:get-log|uuid4|unixtime|calc-signature|jwt-encode|encrypt)\(/;

  test("each function is in one of them", () => {
    const all = pages.flatMap(({ examples }) => examples.map(({ flow }) => flow)).join("\n");
    // Another name of `urlencode`.
    const missing = [...flowFunctions.keys()].filter(
      (name) => !all.includes(`${name}(`) && name !== "url-encode",
    );
    expect(missing).toEqual([]);
  });

  const isAlone = ({ files }: DocPage): boolean => Object.keys(files).length > 0;
  const groups: readonly (readonly [string, readonly DocPage[]])[] = [
    ["that read no files", pages.filter((page) => !isAlone(page))],
    ...pages.filter(isAlone).map((page) => [page.name, [page]] as const),
  ];

  test.each(groups)("%s", async (_, chosen) => {
    const examples = chosen.flatMap((page) => page.examples).filter(({ flow }) => !changing.test(flow));
    const found = await differences(
      examples.map(({ flow }) => flow),
      (index) => [examples[index]?.request ?? {}],
      { files: Object.assign({}, ...chosen.map(({ files }) => files)) as Files },
      true,
    );
    expect(found.map(({ message }) => message)).toEqual([]);
  });
});
