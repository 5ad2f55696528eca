/**
 * The last step of `npm run build`. Joins the modules of the command line and the compiler to a few files, which load in a
 * fraction of the time that 500 modules take, and makes the page of `flowc dev`. Packages of others stay outside.
 */
import { createHash } from "node:crypto";
import { chmodSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { packageDirectory } from "../compiler/output/package-directory.js";
import { assemblePage } from "./assemble-page.js";
import { assembleTry } from "./assemble-try.js";

const dist = join(packageDirectory, "dist");
const out = join(dist, "bin");

/** The files that this step replaces: the command line, what programs import, and the threads of commands. */
const entries = [
  "flowc",
  "api/index",
  ...["compare", "compare/built", "dev/worker", "request", "test"].map(
    (command) => `commands/${command}/worker`,
  ),
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
  define: { flowcFingerprint: JSON.stringify(fingerprint()) },
});
chmodSync(join(out, "flowc.js"), 0o755);
await assemblePage();
await assembleTry();
