/**
 * Puts packages of others into `dist/node_modules/`, so that who installs flowc does not have to install them: of each only
 * the files that flowc or apps can load. The files themselves are as their makers ship them, and so `server.js` is the same
 * as if the packages were installed. Those that only flowc loads, now and then, are joined to a file each.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { builtinModules, createRequire } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { licenceTexts, packagesOf } from "../compiler/output/bundle-notice.js";
import { packageDirectory } from "../compiler/output/package-directory.js";

const installed = join(packageDirectory, "node_modules");
const out = join(packageDirectory, "dist/node_modules");

/** The dependencies of flowc, which are installed with it. */
export const dependencies: readonly string[] = ["esbuild", "hono", "saxon-js", "xslt3"];

/** Loaded by commands that few need. */
const joined: readonly string[] = [
  "@cyclonedx/cyclonedx-library",
  "@hpcc-js/wasm-graphviz",
  "acorn",
  "node-forge",
  "ts-morph",
];

/** What packages load by names that they compute, or that Ajv writes into validators. */
const alsoLoaded: readonly string[] = [
  "ajv/dist/runtime/equal.js",
  "ajv/dist/runtime/ucs2length.js",
  "istanbul-reports/lib/html/index.js",
  "istanbul-reports/lib/lcovonly/index.js",
];

/** What packages read that is no module. */
const alsoRead: Readonly<Record<string, string>> = { "istanbul-reports": "lib/html/assets" };

/** By which Cloudflare's bundler chooses among the files of a package. */
const workerConditions = ["workerd", "worker", "browser"];

/** Licences of what packages have inside, without their texts: TypeScript has that of Apache. */
const alsoInside: Readonly<Record<string, string>> = {
  "ts-morph": "@cyclonedx/cyclonedx-library/LICENSE",
};

/**
 * @param loaded what the command line and the compiler load of packages, as their imports name it
 * @returns the files that have been copied
 */
export async function assemblePackages(loaded: readonly string[]): Promise<readonly string[]> {
  const others = loaded.filter((name) => ![...dependencies, ...joined].some((each) => isOf(name, each)));
  const copied = await copyPackages([...others, ...alsoLoaded]);
  for (const name of joined) await joinPackage(name);
  return copied;
}

const isOf = (specifier: string, name: string): boolean =>
  specifier === name || specifier.startsWith(`${name}/`);

/** Copies what `specifiers` lead to, and all that the runtime can load. */
async function copyPackages(specifiers: readonly string[]): Promise<readonly string[]> {
  const runtime = join(packageDirectory, "dist/runtime");
  const modules = readdirSync(runtime, { recursive: true, encoding: "utf8" })
    // OpenTelemetry is in a file of its own.
    .filter((path) => path.endsWith(".js") && !path.startsWith("open-telemetry"))
    .map((path) => join(runtime, path));
  const lines = [...modules, ...specifiers].map((path) => `import ${JSON.stringify(path)};\n`);
  const reached = async (options: BuildOptions): Promise<readonly string[]> => {
    const { metafile } = await build({
      ...options,
      stdin: { contents: lines.join(""), resolveDir: packageDirectory },
      absWorkingDir: packageDirectory,
      bundle: true,
      format: "esm",
      write: false,
      metafile: true,
      outdir: out,
      logLevel: "silent",
      treeShaking: false,
      plugins: [fromInstalled, missingPackages],
      external: [...dependencies, ...dependencies.map((name) => `${name}/*`), ...builtinModules, "node:*"],
    });
    return Object.keys(metafile.inputs);
  };
  const paths = new Set([
    ...(await reached({ platform: "node" })),
    // Other platforms take other files of some packages.
    ...(await reached({ platform: "browser", conditions: workerConditions })),
  ]);
  const files = [...paths]
    .map((path) => join(packageDirectory, path))
    .filter((path) => path.startsWith(installed + sep));
  const directories = new Set(files.map(directoryOf));
  for (const directory of directories) {
    rmSync(join(out, relative(installed, directory)), { recursive: true, force: true });
    for (const entry of readdirSync(directory))
      if (entry === "package.json" || isLegal(entry)) copy(join(directory, entry));
    const read = alsoRead[relative(installed, directory)];
    if (read !== undefined) copyAll(join(directory, read));
  }
  for (const file of files) {
    copy(file);
    // The client of Redis is in a file without a map.
    if (existsSync(`${file}.map`) && !file.startsWith(join(installed, "@redis"))) copyMap(`${file}.map`);
  }
  // Node tells by the nearest package.json whether a module is one of ECMAScript.
  for (const file of files) {
    const nearest = nearestPackage(dirname(file));
    if (nearest !== undefined) copy(nearest);
  }
  return files;
}

/** The bundle is made from what is installed, and not from what an earlier build has put into `dist/`. */
const fromInstalled: Plugin = {
  name: "from-installed",
  setup(plugged) {
    plugged.onResolve({ filter: /^[^./]/ }, ({ path, resolveDir, kind, pluginData }) => {
      if (pluginData === "resolved" || !resolveDir.startsWith(join(packageDirectory, "dist")))
        return undefined;
      return plugged.resolve(path, { resolveDir: packageDirectory, kind, pluginData: "resolved" });
    });
  },
};

/** Packages that others work without. */
const missingPackages: Plugin = {
  name: "missing-packages",
  setup(plugged) {
    plugged.onResolve({ filter: /^[^./]/ }, ({ path, kind, resolveDir }) => {
      if (kind !== "require-call") return undefined;
      try {
        createRequire(join(resolveDir, "_")).resolve(path);
        return undefined;
      } catch {
        return { path, external: true };
      }
    });
  },
};

function directoryOf(file: string): string {
  const [directory] = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file) ?? [];
  if (directory === undefined) throw new Error(`${file} is in no package.`);
  return directory;
}

function nearestPackage(directory: string): string | undefined {
  const path = join(directory, "package.json");
  return existsSync(path) ? path : nearestPackage(dirname(directory));
}

const isLegal = (name: string): boolean => /^(?:licen[cs]e|notice|copying)(?:[.-].*)?$/i.test(name);

function copy(file: string): void {
  const target = join(out, relative(installed, file));
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(file, target);
}

/** The map of an app leads to what modules of packages were made from, as the packages have it. */
function copyMap(map: string): void {
  copy(map);
  const { sources } = JSON.parse(readFileSync(map, "utf8")) as { sources: readonly string[] };
  for (const source of sources.map((path) => join(dirname(map), path))) if (existsSync(source)) copy(source);
}

function copyAll(directory: string): void {
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) copy(join(entry.parentPath, entry.name));
}

/** Joins a package with all that it needs, unless that has been done. */
async function joinPackage(name: string): Promise<void> {
  const directory = join(out, name);
  const { version, license, type } = readManifest(join(installed, name));
  if (existsSync(join(directory, "package.json")) && readManifest(directory).version === version) return;
  rmSync(directory, { recursive: true, force: true });
  const isModule = type === "module";
  const main = isModule ? "index.js" : "index.cjs";
  const { metafile } = await build({
    entryPoints: [name],
    absWorkingDir: packageDirectory,
    outfile: join(directory, main),
    bundle: true,
    platform: "node",
    target: "node20",
    format: isModule ? "esm" : "cjs",
    charset: "utf8",
    minify: true,
    legalComments: "eof",
    // Tells Node the names of its exports, which it looks for in the text.
    footer: { js: isModule ? "" : `0 && (module.exports = { ${exportsOf(name).join(", ")} });` },
    metafile: true,
    logLevel: "error",
    plugins: [isolated(name)],
  });
  const sources = Object.keys(metafile.inputs).map((path) => join(packageDirectory, path));
  const packages = packagesOf(sources).filter((each) => each.name !== "flowc");
  writeFileSync(
    join(directory, "package.json"),
    `${JSON.stringify({ name, version, license, ...(isModule ? { type } : {}), main }, null, 2)}\n`,
  );
  const inside = alsoInside[name];
  const text = inside === undefined ? "" : `\n${readFileSync(join(installed, inside), "utf8").trim()}\n`;
  writeFileSync(join(directory, "LICENSE.txt"), licenceTexts(packages) + text);
}

const exportsOf = (name: string): readonly string[] =>
  Object.keys(createRequire(join(packageDirectory, "_"))(name) as object).filter((each) =>
    /^\w+$/.test(each),
  );

interface Manifest {
  readonly version: string;
  readonly license: string;
  readonly type?: string;
}

const readManifest = (directory: string): Manifest =>
  JSON.parse(readFileSync(join(directory, "package.json"), "utf8")) as Manifest;

/** The library of CycloneDX validates with packages that are here for other reasons, if it finds them; flowc does not. */
const isolated = (name: string): Plugin => ({
  name: "isolated",
  setup(plugged) {
    if (name !== "@cyclonedx/cyclonedx-library") return;
    plugged.onResolve({ filter: /^[^./@]/ }, ({ path }) => ({ path, external: true }));
  },
});
