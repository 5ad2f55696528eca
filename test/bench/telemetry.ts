import { join } from "node:path";
import type { Plugin } from "esbuild";
import { plainCases, upstreamCases } from "./cases.js";
import { freePort, startHelper } from "./processes.js";
import { bundleGenerated, flowc, freshDirectory, sources } from "./project.js";
import { type Opponent, race } from "./race.js";
import type { Table } from "./table.js";

/** One that the app answers alone, and one for which it asks another system. */
const cases = [plainCases[0], upstreamCases[0]].flatMap((each) => each ?? []);

/** What OpenTelemetry costs: where nothing asks for it, with a part of the traces, with all, and with metrics alone. */
export async function* telemetry(quick: boolean): AsyncIterable<Table> {
  const upstream = startHelper("upstream", {}, [], "upstream");
  const collector = startHelper("collector", {}, [], "upstream");
  try {
    const directory = freshDirectory("telemetry");
    await flowc(join(sources, "flows"), directory);
    const env = { UPSTREAM: `http://127.0.0.1:${await upstream.ask<number>({})}` };
    const sent = {
      ...env,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await collector.ask<number>({})}`,
      OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
    };
    const script = join(directory, "server.js");
    const common = { directory, probe: "/api/status", cases, quick, freeFields: "all" as const };
    const off = (target: number): Opponent => ({ name: "off", script, env, target });
    const bare = { plugins: [withoutHooks] };
    yield await race({
      ...common,
      title: "telemetry: requests per second where it is off",
      generated: { script: await bundled(directory, "with.cjs"), env },
      opponents: [
        { name: "without hooks", script: await bundled(directory, "without.cjs", bare), env, target: 0.98 },
      ],
    });
    const ways: readonly (readonly [string, Readonly<Record<string, string>>, number])[] = [
      ["with 1 % of the traces", { ...sent, OTEL_TRACES_SAMPLER_ARG: "0.01" }, 0.9],
      ["with all traces", { ...sent, OTEL_TRACES_SAMPLER_ARG: "1" }, 0],
      ["with metrics alone", { ...env, FLOW_ADMIN_PORT: String(await freePort()) }, 0.9],
    ];
    for (const [name, settings, target] of ways)
      yield await race({
        ...common,
        title: `telemetry: requests per second ${name}`,
        generated: { script, env: settings },
        opponents: [off(target)],
      });
  } finally {
    await Promise.all([upstream.stop(), collector.stop()]);
  }
}

function bundled(directory: string, name: string, more?: { readonly plugins: Plugin[] }): Promise<string> {
  const runtime = JSON.stringify(join(process.cwd(), "dist/runtime/server/node/listen.js"));
  const app = JSON.stringify(join(directory, "app.ts"));
  const program = `import { listen } from ${runtime};\nimport app from ${app};\nlisten(app);\n`;
  return bundleGenerated(program, join(directory, name), more);
}

const stubs: Readonly<Record<string, string>> = {
  "telemetry.js":
    "export const observed = () => undefined; export const refused = () => {}; export const observeWith = () => {};",
  "propagation.js":
    "export const receivedParent = () => undefined; export const passTrace = () => {}; export const propagateOnly = () => {};",
};

/** Takes out what traces and metrics have of the runtime. */
const withoutHooks: Plugin = {
  name: "without-hooks",
  setup(build) {
    build.onLoad({ filter: /[\\/]runtime[\\/]telemetry[\\/](?:telemetry|propagation)\.js$/ }, ({ path }) => ({
      contents: stubs[path.replace(/^.*[\\/]/, "")] ?? "",
    }));
  },
};
