/**
 * The last step of `npm run build`. Joins the modules of the command line and the compiler to a few files, which load in a
 * fraction of the time that 500 modules take, and makes the page of `flowc dev`. Packages of others stay outside.
 */
import { createHash } from "node:crypto";
import { chmodSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { types } from "node:util";
import { build, type Plugin } from "esbuild";
import { packageDirectory } from "../compiler/output/package-directory.js";
import { assemblePage } from "./assemble-page.js";
import { assembleTry } from "./assemble-try.js";
import { assembleTypes } from "./assemble-types.js";

const dist = join(packageDirectory, "dist");
const out = join(dist, "bin");

/** The files that this step replaces: the command line, what programs import, and threads. */
const entries = [
  "flowc",
  "api/index",
  ...["compare/built", "dev/worker", "request"].map((command) => `commands/${command}/worker`),
  "recording/app/worker",
  "shared/testing/worker",
];

/** A hash of all modules of flowc but those that this step replaces. The cache tells builds of flowc apart by it. */
function fingerprint(): string {
  const whole = createHash("sha256");
  for (const room of ["bin", "compiler", "runtime"].map((name) => join(dist, name)))
    for (const path of readdirSync(room, { recursive: true, encoding: "utf8" }).sort())
      if (path.endsWith(".js") && !entries.includes(path.replaceAll("\\", "/").slice(0, -".js".length)))
        whole.update(path).update(readFileSync(join(room, path)));
  return whole.digest("hex");
}

const require = createRequire(import.meta.url);

/**
 * Requires the packages that are in CommonJS. Before Node imports one, it searches the text for the names that it exports,
 * which takes several times as long as to load it.
 */
const requirePackages: Plugin = {
  name: "flowc-require",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^[^./]/ }, async ({ path, kind }) => {
      if (kind !== "import-statement" || path.startsWith("node:")) return undefined;
      const all: unknown = require(path);
      if (types.isModuleNamespaceObject(all)) return undefined;
      const { default: whole = all, ...imported } = (await import(path)) as Readonly<Record<string, unknown>>;
      const names = Object.keys(imported).filter((name) => name !== "module.exports");
      // Some packages have a form for each of both.
      const isSame = whole === all && names.every((name) => imported[name] === Object(all)[name]);
      return isSame ? { path, namespace: "required", pluginData: names } : undefined;
    });
    onLoad({ filter: /^/, namespace: "required" }, ({ path, pluginData: names }) => ({
      contents: `import { createRequire } from "node:module";
const all = createRequire(import.meta.url)(${JSON.stringify(path)});
export { all as default };
export const { ${names} } = all;`,
    }));
  },
};

rmSync(join(out, "parts"), { recursive: true, force: true });
await build({
  entryPoints: Object.fromEntries(entries.map((name) => [name, join(packageDirectory, `bin/${name}.ts`)])),
  outdir: out,
  chunkNames: "parts/[name]-[hash]",
  bundle: true,
  packages: "external",
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  charset: "utf8",
  minifyWhitespace: true,
  logLevel: "warning",
  plugins: [requirePackages],
  define: { flowcFingerprint: JSON.stringify(fingerprint()) },
});
chmodSync(join(out, "flowc.js"), 0o755);
await assemblePage();
await assembleTry();
assembleTypes();
