import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BuildOptions, build } from "esbuild";
import { type Case, plainCases } from "./cases.js";
import { above } from "./guard/targets.js";
import { ratios } from "./measure.js";
import { type Row, ratioCell, type Table } from "./page.js";
import { commandLine, freshDirectory, sources } from "./project.js";
import { type Contestant, race } from "./race.js";
import type { Proof } from "./same.js";

/** A runtime beside Node, and what users would take there instead. */
interface Runtime {
  readonly name: string;
  /** The platform as `flowc build` knows it, and the file that it writes. */
  readonly target: string;
  readonly file: string;
  /** The most that flowc may take of the processor time of each program. */
  readonly targets: Readonly<Record<string, number>>;
  /** The programs by hand, in `runtimes/`. */
  readonly programs: Readonly<Record<string, string>>;
  readonly bundle?: BuildOptions;
  readonly proof?: Proof;
  /** @returns the program; `undefined` if it is not installed */
  find(): string | undefined;
  /** @param file in a directory of its own */
  command(program: string, file: string, directory: string, port: number): readonly string[];
}

/** As the tests have them. */
const installed = join(process.cwd(), "test/runtimes/node_modules");
const packages = join(sources, "runtimes/node_modules");

const cases: readonly Case[] = [0, 1, 6, 3].flatMap((index) => plainCases[index] ?? []);

/** The program of a platform in a scope of packages: the commands of the packages themselves start it with Node. */
function inScope(scope: string, start: string, path: string): string | undefined {
  const directory = join(installed, scope);
  const name = existsSync(directory)
    ? readdirSync(directory).find((one) => one.startsWith(start))
    : undefined;
  return name === undefined ? undefined : join(directory, name, path);
}

const ifThere = (path: string): string | undefined => (existsSync(path) ? path : undefined);

const runtimes: readonly Runtime[] = [
  {
    name: "Bun",
    target: "bun",
    file: "bun.js",
    programs: { "Bun.serve": "bun-serve.ts", Hono: "hono-bun.ts", Elysia: "elysia.js" },
    targets: { "Bun.serve": 1.15, Hono: 1, Elysia: 1.05 },
    find: () => ifThere(join(installed, "bun/bin/bun.exe")),
    command: (program, file) => [program, file],
  },
  {
    name: "Deno",
    target: "deno",
    file: "deno.js",
    programs: { Hono: "hono-deno.ts" },
    targets: { Hono: 1.1 },
    find: () => inScope("@deno", "linux-", "deno"),
    command: (program, file) => [program, "run", "--no-config", "--allow-all", file],
  },
  {
    name: "workerd",
    target: "workers",
    file: "worker.js",
    programs: { Hono: "hono-workerd.ts" },
    targets: { Hono: 1.1 },
    // Nothing runs there once a request is answered, so that lines cannot wait for the end of a turn.
    bundle: {
      conditions: ["workerd", "worker", "browser"],
      define: { "process.stderr.write": "console.error", setImmediate: "queueMicrotask" },
    },
    proof: "answers", // events name no instance there
    find: () => inScope("@cloudflare", "workerd-linux-", "bin/workerd"),
    command: (program, file, directory, port) => {
      const path = join(directory, `${port}.capnp`);
      writeFileSync(path, workerdConfiguration(file.slice(directory.length + 1), port));
      return [program, "serve", path];
    },
  },
];

const workerdConfiguration = (file: string, port: number): string => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "app", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "app")],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "${file}")],
  compatibilityDate = "2026-01-01",
  compatibilityFlags = ["nodejs_compat"],
);
`;

/** Processor time of a request on runtimes beside Node, beside what users would take there. */
export async function otherRuntimes(isQuick: boolean): Promise<readonly Table[]> {
  const tables: Table[] = [];
  for (const runtime of runtimes) {
    const program = runtime.find();
    if (program === undefined) {
      const rows = [
        { isLost: false, cells: ["not installed: npm install --no-save --prefix test/runtimes"] },
      ];
      tables.push({ title: runtime.name, headings: [""], rows });
    } else tables.push(await tableOf(runtime, program, isQuick));
  }
  return tables;
}

async function tableOf(runtime: Runtime, program: string, isQuick: boolean): Promise<Table> {
  const directory = freshDirectory(`runtimes-${runtime.target}`);
  await commandLine(["build", join(sources, "flows"), "-o", directory, "--target", runtime.target]);
  const contestant = (name: string, file: string): Contestant => ({
    name,
    env: {},
    proof: runtime.proof ?? "answers and events",
    run: (port) => runtime.command(program, join(directory, file), directory, port),
  });
  const contestants = [contestant("flowc", runtime.file)];
  for (const [name, source] of Object.entries(runtime.programs)) {
    if (name === "Elysia" && !existsSync(join(packages, "elysia"))) continue;
    await bundle(source, join(directory, `${name}.mjs`), runtime.bundle);
    contestants.push(contestant(name, `${name}.mjs`));
  }
  const rounds = isQuick ? ([1, 3] as const) : ([3, 7] as const);
  const { results } = await race(directory, contestants, cases, rounds, { inTurn: true, settleSeconds: 1 });
  const names = contestants.slice(1).map(({ name }) => name);
  const rows = results.map(({ case: each, sides: [ours, ...others] }): Row => {
    const found = others.map((side) => ratios(ours?.cpu ?? [], side.cpu));
    return {
      isLost: found.some(({ median }) => median > 1),
      above: found.flatMap(({ median }, index) => {
        const name = names[index] ?? "";
        return above(`${runtime.name}, ${each.name}, of ${name}`, median, runtime.targets[name] ?? 1);
      }),
      cells: [each.name, ...found.map(ratioCell)],
    };
  });
  return {
    title: `${runtime.name} ${versionOf(runtime.name)}: processor time of flowc, as ratios`,
    headings: ["", ...names.map((name) => `of ${name}`)],
    rows,
  };
}

function versionOf(name: string): string {
  const path = join(installed, name.toLowerCase(), "package.json");
  return (JSON.parse(readFileSync(path, "utf8")) as { readonly version: string }).version;
}

/** As a person would bundle it for the runtime. */
async function bundle(source: string, outfile: string, options: BuildOptions = {}): Promise<void> {
  await build({
    entryPoints: [join(sources, "runtimes", source)],
    outfile,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2023",
    external: ["node:*"],
    logLevel: "error",
    ...options,
  });
}
