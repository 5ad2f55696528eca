/** What traces say of the cache: of requests that it could have answered, and of no others. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { traceText } from "../../bin/shared/trace-text.js";
import { apiFiles, basePath } from "../support/samples.js";
import { type RunningServer, upstream } from "../support/servers.js";
import { eventsOf, type Traced, trace, tracedApp } from "./support.js";

/** Requests of one flow, with what a first and a second one say. */
const requests: Readonly<Record<string, readonly [options: string, first?: string, second?: string]>> = {
  plain: ["{}"],
  off: ['{ "use-http-cache": false }'],
  kept: ['{ "use-http-cache": true }', "miss", "hit"],
  forced: ['{ "force-cache-ttl": 60 }', "miss", "hit"],
  never: ['{ "force-cache-ttl": 60, "force-cache-refresh": true }', "miss", "miss"],
  checked: ['{ "use-http-cache": true }', "miss", "revalidated"],
  written: ['{ "use-http-cache": true }'],
};

let system: RunningServer;
let app: Traced;
beforeAll(async () => {
  system = await upstream((request, response) => {
    const isChecked = request.url === "/checked";
    if (request.headers["if-none-match"] === '"1"') response.writeHead(304, { etag: '"1"' }).end();
    else
      response
        .writeHead(200, { etag: '"1"', "cache-control": isChecked ? "max-age=0" : "max-age=60" })
        .end("x");
  });
  const all = Object.entries(requests).map(([name, [options]]) => {
    const method = name === "written" ? "POST" : "GET";
    return `"${name}": { "url": "${system.url}/${name}", "method": "${method}", "options": ${options} }`;
  });
  app = await tracedApp(
    apiFiles({ "/x": `<requests>{ ${all.join(", ")} }</requests><template>{}</template>` }),
  );
});
afterAll(() => system.stop());

/** The results by request, as the trace has them, and as a person reads them. */
async function results() {
  const { trace: one } = await trace(app, `${basePath}/x`);
  const events = eventsOf(one, "upstream").map(({ id, cache }) => [id, cache]);
  const lines = traceText(one).flatMap((line) => {
    const [, id, cache] = /(\w+): (?:GET|POST) http\S+: 200(?:.*, cache: (\w+))?/.exec(line) ?? [];
    return id === undefined ? [] : [[id, cache]];
  });
  return [Object.fromEntries(events), Object.fromEntries(lines)];
}

test("Traces say what the cache did, only where it could have answered", async () => {
  for (const index of [1, 2] as const) {
    const expected = Object.fromEntries(Object.entries(requests).map(([name, row]) => [name, row[index]]));
    expect(await results()).toEqual([expected, expected]);
  }
});
