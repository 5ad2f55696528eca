import { totalmem } from "node:os";
import { getHeapStatistics } from "node:v8";
import { expect, test } from "vitest";
import { bearableBodies, serverLimits } from "../../runtime/server/node/server-limits.js";

const heap = getHeapStatistics().heap_size_limit;

test("defaults fit the heap", () => {
  expect(bearableBodies()).toBe(Math.floor(heap / 32));
  expect(serverLimits().maxRequests).toBe(Math.floor(heap / (256 * 1024)));
});

test("the heaps of many workers are no larger than the memory together", () => {
  expect(bearableBodies(2)).toBeLessThanOrEqual(bearableBodies());
  expect(bearableBodies(1000)).toBeLessThanOrEqual(Math.ceil(totalmem() / 1000 / 32));
  expect(serverLimits(1000)).toMatchObject({ maxRequests: 100, maxConnections: 200 });
});
