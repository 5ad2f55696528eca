/**
 * The last step of `npm run build`. Joins the command line and the compiler to a few files, which load in a
 * fraction of the time that 500 modules take, and the page of `flowc dev` to one.
 */
import { createHash } from "node:crypto";
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { build } from "esbuild";
import { licenceTexts, packagesOf } from "../compiler/output/bundle-notice.js";
import { packageDirectory } from "../compiler/output/package-directory.js";
import { assemblePackages } from "./assemble-packages.js";
import { assemblePage } from "./assemble-page.js";
import { assembleShipped } from "./assemble-shipped.js";
import { assembleTelemetry } from "./assemble-telemetry.js";
import { assembleTry } from "./assemble-try.js";

const dist = join(packageDirectory, "dist");
const out = join(dist, "bin");

/** What this step replaces: the command line, what programs import, and the thread in which `flowc dev` compiles. */
const entries = ["flowc", "api/index", "commands/dev/worker/worker"];

/**
 * A hash of all modules of flowc but those that this step replaces, and of the versions of all packages. The cache tells
 * builds of flowc apart by it.
 */
function fingerprint(): string {
  const whole = createHash("sha256");
  for (const room of ["bin", "compiler", "runtime"].map((name) => join(dist, name)))
    for (const path of readdirSync(room, { recursive: true, encoding: "utf8" }).sort())
      if (/\.c?js$/.test(path) && !entries.includes(path.replaceAll("\\", "/").slice(0, -".js".length)))
        whole.update(path).update(readFileSync(join(room, path)));
  whole.update(readFileSync(join(packageDirectory, "package-lock.json")));
  return whole.digest("hex");
}

await assembleTelemetry(); // first, since it counts for the fingerprint
rmSync(join(out, "parts"), { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: Object.fromEntries(entries.map((name) => [name, join(packageDirectory, `bin/${name}.ts`)])),
  outdir: out,
  chunkNames: "parts/[name]-[hash]",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  charset: "utf8",
  minifyWhitespace: true,
  metafile: true,
  logLevel: "warning",
  define: { flowcFingerprint: JSON.stringify(fingerprint()) },
  // These are large and seldom needed, load files of their own, or are programs of their own.
  // Ajv's formats have names that a part of their own would not export.
  external: [
    "@cyclonedx/*",
    "@hpcc-js/*",
    "ajv",
    "ajv/*",
    "ajv-draft-04",
    "ajv-formats/*",
    "esbuild",
    "istanbul-*",
    "node-forge",
    "saxon-js",
    "ts-morph",
    "xslt3",
  ],
  // For packages in CommonJS.
  banner: {
    js: 'import { createRequire as createOwnRequire } from "node:module";\nconst require = createOwnRequire(import.meta.url);',
  },
});
chmodSync(join(out, "flowc.js"), 0o755);
const loaded = Object.values(metafile.outputs).flatMap(({ imports }) =>
  imports.flatMap(({ path, external }) => (external === true && !isBuiltin(path) ? path : [])),
);
const copied = await assemblePackages([...new Set(loaded)].sort());
const sources = Object.keys(metafile.inputs).map((path) => join(packageDirectory, path));
// Most packages that are copied have their licences beside them.
const licensed = [...packagesOf(sources), ...packagesOf(copied).filter(({ texts }) => texts.length === 0)];
writeFileSync(join(dist, "LICENSES.txt"), licenceTexts(licensed.filter(({ name }) => name !== "flowc")));
await assemblePage();
await assembleTry();
assembleShipped([
  ...entries.map((name) => `bin/${name}.js`),
  "bin/commands/request/worker.js",
  "bin/commands/test/worker.js",
]);
