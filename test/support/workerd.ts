import { readFileSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import { onFreePort, type RunningProcess, run } from "./servers.js";

/** Bundles `<out>/app.ts` like Wrangler and serves it with workerd. `env` becomes the bindings of the worker. */
export async function serveWithWorkerd(
  out: string,
  env: Readonly<Record<string, string>>,
  command: string,
): Promise<RunningProcess> {
  await build({
    entryPoints: [join(out, "app.ts")],
    outfile: join(out, "worker.js"),
    bundle: true,
    format: "esm",
    conditions: ["workerd", "worker", "browser"],
    external: ["node:*"],
    plugins: [nodeModules],
    logLevel: "silent",
  });
  const needsNode = /["']node:/.test(readFileSync(join(out, "worker.js"), "utf8"));
  const compatibility_flags = needsNode ? ["nodejs_compat"] : [];
  return serveFile(out, env, { compatibility_date: "2025-05-01", compatibility_flags }, command);
}

/** The settings of the platform in `wrangler.jsonc`. */
export interface WranglerConfiguration {
  readonly name: string;
  readonly main: string;
  readonly compatibility_date: string;
  readonly compatibility_flags: readonly string[];
}

export function readWranglerConfiguration(out: string): WranglerConfiguration {
  const text = readFileSync(join(out, "wrangler.jsonc"), "utf8");
  return JSON.parse(text.replaceAll(/^ *\/\/.*$/gm, "")) as WranglerConfiguration;
}

/** Serves what `flowc build --target workers` has written with workerd, as `wrangler.jsonc` says. */
export function serveWorker(
  out: string,
  env: Readonly<Record<string, string>>,
  command: string,
): Promise<RunningProcess> {
  return serveFile(out, env, readWranglerConfiguration(out), command);
}

type Platform = Pick<WranglerConfiguration, "compatibility_date" | "compatibility_flags">;

async function serveFile(
  out: string,
  env: Readonly<Record<string, string>>,
  platform: Platform,
  command: string,
): Promise<RunningProcess> {
  return onFreePort((port) => {
    writeFileSync(join(out, "worker.capnp"), configuration(env, port, platform));
    return run(out, {}, port, [command, "serve", join(out, "worker.capnp")]);
  });
}

/** Lets CommonJS packages require those modules of Node that workerd has. */
const nodeModules: Plugin = {
  name: "node-modules",
  setup(build) {
    const filter = new RegExp(`^(?:${builtinModules.filter((name) => /^[a-z/]+$/.test(name)).join("|")})$`);
    build.onResolve({ filter }, ({ path }) => ({ path, namespace: "node-modules" }));
    build.onLoad({ filter: /^/, namespace: "node-modules" }, ({ path }) => ({
      contents: `import all from "node:${path}"; module.exports = all;`,
    }));
  },
};

function configuration(
  env: Readonly<Record<string, string>>,
  port: number,
  { compatibility_date: date, compatibility_flags: flags }: Platform,
): string {
  return `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "app", worker = .worker),
    (name = "internet", network = (allow = ["public", "private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "app")],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = "${date}",
  compatibilityFlags = ${JSON.stringify(flags)},
  bindings = [${Object.entries(env)
    .map(([name, value]) => `(name = ${JSON.stringify(name)}, text = ${JSON.stringify(value)})`)
    .join(", ")}],
);
`;
}
