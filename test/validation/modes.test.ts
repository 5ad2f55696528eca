/** `x-flow-validate`: at which level it stands, and what its modes do. */
import { describe, expect, test } from "vitest";
import { describedApp, sendDescribed } from "../support/contracts.js";

const wrong = { query: "p=x" };

/** Returns the status and the log of a request and a response that are both wrong. */
async function outcome(top: object, item: object | undefined, operation: object | undefined) {
  const nested = (modes: object | undefined) => (modes === undefined ? {} : { "x-flow-validate": modes });
  const one = await describedApp({
    validate: top,
    item: nested(item),
    operation: {
      ...nested(operation),
      parameters: [{ name: "p", in: "query", type: "integer" }],
      responses: { 200: { schema: { type: "integer" } } },
    },
  });
  const { status, log } = await sendDescribed(one, wrong);
  return [status, ...log.map(({ message }) => String(message).split(" ", 1)[0])];
}

const report = "report-only";

describe("x-flow-validate", () => {
  test.each<[object, object | undefined, object | undefined, (number | string)[]]>([
    [{}, undefined, undefined, [200]],
    [{ request: true }, undefined, undefined, [400, "Request"]],
    [{ request: report }, undefined, undefined, [200, "Request"]],
    [{ response: true }, undefined, undefined, [500, "Response"]],
    [{ response: report }, undefined, undefined, [200, "Response"]],
    [{ request: report, response: report }, undefined, undefined, [200, "Request", "Response"]],
    [{ request: report }, { request: true }, undefined, [400, "Request"]],
    [{ request: true }, { response: report }, { request: report }, [200, "Request", "Response"]],
    [{ request: true, response: true }, { request: false, response: false }, undefined, [200]],
    [{ request: true, response: true }, undefined, { request: false, response: "false" }, [200]],
    [{}, { request: true }, { request: false }, [200]],
  ])("top %j, path %j, operation %j", async (top, item, operation, expected) => {
    expect(await outcome(top, item, operation)).toEqual(expected);
  });

  test("of a path without operations counts for every method", async () => {
    const one = await describedApp({
      validate: {},
      top: { paths: undefined },
      item: { "x-flow-validate": { request: true } },
      method: "parameters",
      operation: [{ name: "p", in: "query", type: "integer" }],
    });
    for (const method of ["GET", "PUT"])
      expect((await sendDescribed(one, { ...wrong, method })).status).toBe(400);
  });
});
