/** A session that lasts: what is kept of large bodies does not keep the bodies. */
import { expect, test } from "vitest";
import type { RequestSummary } from "../../bin/commands/dev/api.js";
import { describing } from "../commands/app.js";
import { DevServer } from "./support/dev-server.js";

test("40 bodies of 8 MB leave no more than their beginnings in memory", async () => {
  const server = await DevServer.start({
    files: {
      "swagger.yaml": describing({ "/a": "a.xml" }),
      "a.xml": `<flow>
        <eval out="$all">$body</eval>
        <eval out="$part">substring($body, 100, 40)</eval>
        <template>{{ $part }}</template>
      </flow>`,
    },
    // Of the bodies alone, 320 MB would have to fit.
    env: { NODE_OPTIONS: "--max-old-space-size=200" },
  });
  for (let number = 0; number < 40; number++) {
    const body = `${number}: ${"a line without a name ".repeat(400_000)}`;
    const response = await fetch(`${server.app}/api/a`, { method: "POST", body });
    expect((await response.text()).length).toBe(42);
  }
  const { requests } = await server.api<{ requests: RequestSummary[] }>("/requests");
  expect(requests.length).toBe(40);
  expect(requests.every(({ status }) => status === 200)).toBe(true);
}, 120_000);
