/** The parts of a server that settings ask for, which `server.js` loads from a file beside it. */
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { bundled } from "../../compiler/output/esbuild.js";
import { onDemandBundle } from "../../compiler/output/files-beside.js";
import { scratchDirectory } from "../support/compile.js";
import { eventLines } from "../support/event-line.js";
import { built, served } from "../support/served.js";

let out: string;
beforeAll(async () => {
  out = await built({
    "swagger.yaml": JSON.stringify({
      swagger: "2.0",
      basePath: "/t",
      paths: { "/x": { "x-flow": "x.xml" } },
    }),
    "x.xml": `<flow>
  <eval out="$order">$body/json/order</eval>
  <eval out="$markup">xml-parse($body/json/markup)</eval>
  <eval out="$password">$body/json/password</eval>
  <template>{}</template>
</flow>`,
  });
});

/** Sends some requests to the app, in a directory and with settings of its own, and returns its events. */
async function eventsOf(directory: string, settings: Readonly<Record<string, string>>, requests = 1) {
  const server = await served(directory, settings);
  const body = JSON.stringify({ order: { id: 7 }, markup: "<a><b/></a>", password: "correct horse" });
  for (let sent = 0; sent < requests; sent++) {
    const response = await fetch(`${server.url}/t/x`, {
      method: "POST",
      headers: { "content-type": "application/json", debug: "*::trace" },
      body,
    });
    expect([response.status, await response.text()]).toEqual([200, "{}"]);
  }
  await server.end();
  return eventLines(server.log());
}

function alerts(events: Awaited<ReturnType<typeof eventsOf>>) {
  return events.flatMap(({ type, message }) => (type === "engine_alert" ? [message] : []));
}

test.each<Readonly<Record<string, string>>>([
  { FLOW_DEBUG: "*::trace" },
  { FLOW_DEBUG_ALLOW_HEADER: "true" },
])("debugging knows the values of the server that loads it: %j", async (settings) => {
  const events = await eventsOf(out, settings);
  const values = new Map(
    events.flatMap(({ kind, name, value }) => (kind === "variable" ? [[name, value]] : [])),
  );
  expect(values.get("order")).toEqual({ type: "json", text: '{"id":7}' });
  expect(values.get("markup")).toEqual({ type: "xml", text: "<a><b/></a>" });
  expect(values.get("password")).toEqual({ type: "string", text: "***" });
  expect(events.filter(({ type }) => type === "engine_trace").map(({ seq }) => seq)).not.toContain(undefined);
  expect(JSON.stringify(events)).not.toContain("correct horse");
  expect(alerts(events)).toEqual([]);
});

test.each<[settings: Readonly<Record<string, string>>, lacking: string]>([
  [{ FLOW_DEBUG: "*::trace" }, "Requests are not debugged"],
  [{ FLOW_ADMIN_PORT: "0" }, "The admin port stays closed"],
  [{ FLOW_WORKERS: "2" }, "One process serves"],
])("without on-demand.cjs beside it, the app serves, and says so once: %j", async (settings, lacking) => {
  const alone = scratchDirectory("on-demand-alone");
  copyFileSync(join(out, "server.js"), join(alone, "server.js"));
  const events = await eventsOf(alone, settings, 2);
  expect(alerts(events)).toEqual([`${lacking}: is on-demand.cjs beside server.js?`]);
});

test("a process that no setting asks for more loads nothing beside server.js", async () => {
  const alone = scratchDirectory("on-demand-unasked");
  copyFileSync(join(out, "server.js"), join(alone, "server.js"));
  expect(alerts(await eventsOf(alone, {}, 2))).toEqual([]);
});

/** Modules with state or a class of which a copy does no harm, and why. */
const copied: Readonly<Record<string, string>> = {
  "runtime/data/json/long-integers": "Texts are read and written by the same copy.",
  "runtime/http/reply": "Its state is the head of most responses, which nothing changes.",
  "runtime/server/node/reload-workers": "Only the process that starts workers has any.",
};

test("the file has no state and no class that the server has, too", async () => {
  const { code } = await bundled({ ...onDemandBundle(), format: "cjs", sourcemap: false });
  // esbuild writes the path of each module before its code.
  const [, ...parts] = code.split(/^\s*\/\/ (\S+)\.[jt]s\n/m);
  const modules = parts.flatMap((path, index): readonly (readonly [string, string])[] =>
    index % 2 === 0 && !path.startsWith("flowc-shared:")
      ? [[path.replace(/^dist\//, ""), parts[index + 1] ?? ""]]
      : [],
  );
  expect(modules.map(([path]) => path)).toContain("runtime/observe/trace/masks");
  const { sources } = JSON.parse(readFileSync(join(out, "server.js.map"), "utf8")) as {
    readonly sources: readonly string[];
  };
  const both = modules.filter(([path]) => sources.some((source) => source.endsWith(`flowc/${path}.js`)));
  expect(both.map(([path]) => path)).toContain("runtime/http/charset");
  const kept = /= class\b|= new (?:Weak)?(?:Map|Set)\(\)|^\s*var \w+(?:;| = (?:false|true|""|0);)/m;
  const found = both.flatMap(([path, text]) => (kept.test(text) ? [path] : []));
  expect(found.sort()).toEqual(Object.keys(copied));
});
