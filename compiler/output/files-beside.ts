import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, relative, resolve } from "node:path";
import { fileOf } from "./bundle-names.js";
import { type BundledPackage, packagesNotice, packagesOf } from "./bundle-notice.js";
import { type BuildOptions, bundled, type Plugin } from "./esbuild.js";
import { moduleExtension, runtimeDirectory } from "./package-directory.js";

/** A file that `server.js` loads when it needs it. */
export interface FileBeside {
  /** The path relative to the output directory. */
  readonly path: string;
  readonly text: string;
  /** Its content, for the notice in `server.js`; left out if there is nothing of others in it. */
  readonly content?: string;
  readonly packages: readonly BundledPackage[];
}

export const redisClientPath = "redis-client.cjs";
export const checkPath = "check.cjs";

const require = createRequire(import.meta.url);

const loader = (name: string): string => resolve(runtimeDirectory, `server/node/${name}${moduleExtension}`);

const saxonLoader = loader("saxon-js");
const saxonThreads = loader("saxon-threads");
const redisLoader = loader("redis-client");
const telemetryLoader = loader("telemetry-file");
const recordingLoader = loader("recording-file");
const checkLoader = loader("check-file");
const logFormLoader = loader("log-form-file");
const onDemandLoader = loader("on-demand-file");

/** The modules of the runtime that load a file beside the bundle, by those that have its content in them. */
export const loaders: Readonly<Record<string, string>> = {
  "observe/debug/debug-listener": "server/node/debug-file",
  "server/node/on-demand": "server/node/on-demand-file",
};

/** Takes modules that load those files in place of the packages. */
export function substitutePackages(): Plugin {
  return {
    name: "flowc-beside",
    setup(build) {
      build.onResolve({ filter: /^saxon-js$/ }, () => ({ path: saxonLoader }));
      build.onResolve({ filter: /^\.\/run\.js$/ }, ({ resolveDir }) =>
        basename(resolveDir) === "saxon" ? { path: saxonThreads } : undefined,
      );
      build.onResolve({ filter: /^@redis\/client$/ }, () => ({ path: redisLoader }));
    },
  };
}

/**
 * @param included the files that have code in the bundle
 * @param bundle the file that it becomes
 */
export async function filesBeside(
  included: readonly string[],
  bundle: string,
): Promise<readonly FileBeside[]> {
  return [
    ...(included.includes(redisLoader) ? [await redisClient(bundle)] : []),
    ...(included.includes(saxonLoader) || included.includes(saxonThreads) ? [saxonJs()] : []),
    ...(included.includes(saxonThreads) ? [await saxonWorker(bundle)] : []),
    ...(included.includes(telemetryLoader) ? [await openTelemetry(bundle)] : []),
    ...(included.includes(recordingLoader) ? [await recording(bundle)] : []),
    ...(included.includes(checkLoader) ? [await check(bundle)] : []),
    ...(included.includes(logFormLoader) ? [await logForm(bundle)] : []),
    ...(included.includes(onDemandLoader) ? [await onDemand(bundle)] : []),
  ];
}

/** SaxonJS as its maker ships it: its licence allows nothing else. */
function saxonJs(): FileBeside {
  const file = require.resolve("saxon-js");
  return {
    path: "saxon-js.cjs",
    text: readFileSync(file, "utf8"),
    content: "SaxonJS (Copyright Saxonica Ltd)",
    packages: packagesOf([file]),
  };
}

/** The thread that runs it. */
async function saxonWorker(bundle: string): Promise<FileBeside> {
  const path = "saxon-worker.mjs";
  const { code } = await bundled({
    entryPoints: [loader("saxon-worker")],
    format: "esm",
    minify: true,
    sourcemap: false,
    define: { flowcBundle: JSON.stringify(path) },
    plugins: [substitutePackages()],
  });
  return {
    path,
    text: `// The thread of ${bundle} that runs SaxonJS.\n${code}`,
    content: "a thread for it",
    packages: [],
  };
}

/** The client of Redis with all packages that it needs. */
async function redisClient(bundle: string): Promise<FileBeside> {
  const { code, packages } = await joined({
    entryPoints: [require.resolve("@redis/client")],
    // It does without this one; what a bundle holds must not depend on what else is installed.
    external: ["@opentelemetry/api"],
  });
  return {
    path: redisClientPath,
    text: packagesNotice(packages, bundle) + code,
    content: "@redis/client where FLOW_CACHE_URL is set",
    packages,
  };
}

/** OpenTelemetry. Whether it is needed, only the environment of the app knows. */
async function openTelemetry(bundle: string): Promise<FileBeside> {
  const file = await ownFile("open-telemetry/open-telemetry", bundle);
  return { ...file, path: "telemetry.cjs", content: "OpenTelemetry where settings ask for it" };
}

/** What keeps requests where `FLOW_RECORD` is set. */
async function recording(bundle: string): Promise<FileBeside> {
  return { ...(await ownFile("recording/black-box", bundle)), path: "recording.cjs" };
}

/** What `--check` runs, and what watches certificates. */
async function check(bundle: string): Promise<FileBeside> {
  return { ...(await ownFile("checks/check", bundle)), path: checkPath };
}

/** Adds the surroundings that an app needs, which its `--check` looks at. */
export const withNeeds = (text: string, needs: object): string =>
  `${text}var flowcNeeds=${JSON.stringify(JSON.stringify(needs))};\n`;

/** What gives events of the log another form. */
async function logForm(bundle: string): Promise<FileBeside> {
  return { ...(await ownFile("log-form/log-form", bundle)), path: "log-form.cjs" };
}

/** The parts of a server that settings ask for: debugging, the admin port, several processes. */
async function onDemand(bundle: string): Promise<FileBeside> {
  const file = await ownFile("node/on-demand", bundle, onDemandBundle());
  return { ...file, path: "on-demand.cjs" };
}

/** A function of the names that it shares with the server, which returns those parts. */
export function onDemandBundle(): BuildOptions {
  return {
    stdin: {
      contents: `import { onDemand } from ${JSON.stringify(loader("on-demand"))};\nmade = onDemand();\n`,
      resolveDir: runtimeDirectory,
    },
    banner: { js: "module.exports=(shared)=>{let made;" },
    footer: { js: "return made};" },
    plugins: [sharedNames()],
  };
}

/** Takes the names that `shared.ts` of the runtime lists from the variable `shared`, and not from their modules. */
function sharedNames(): Plugin {
  const list = loader("shared");
  const exported = readFileSync(list, "utf8").matchAll(/^export (\{[^}]*\}) from "([^"]*)\.js"/gm);
  const pathOf = (directory: string, specifier: string): string =>
    relative(runtimeDirectory, resolve(directory, specifier));
  const modules = new Map(
    [...exported].map(([, names = "", specifier = ""]) => [pathOf(dirname(list), specifier), names]),
  );
  const namespace = "flowc-shared";
  return {
    name: namespace,
    setup(build) {
      build.onResolve({ filter: /^\.\.?\/.*\.js$/ }, ({ path, resolveDir }) => {
        const module = pathOf(resolveDir, path.slice(0, -".js".length));
        return modules.has(module) ? { path: module, namespace } : undefined;
      });
      build.onLoad({ filter: /^/, namespace }, ({ path }) => {
        const module = JSON.stringify(resolve(runtimeDirectory, path + moduleExtension));
        return {
          contents: `export * from ${module};\nexport const ${modules.get(path)} = shared;`,
          resolveDir: runtimeDirectory,
        };
      });
    },
  };
}

interface Joined {
  readonly code: string;
  readonly packages: readonly BundledPackage[];
}

/** Every app has these, and they are the same for all: a process makes them once. */
const ownFiles = new Map<string, Promise<Joined>>();

async function ownFile(
  module: string,
  bundle: string,
  options?: BuildOptions,
): Promise<Pick<FileBeside, "text" | "packages">> {
  const path = resolve(runtimeDirectory, `server/${module}${moduleExtension}`);
  const made =
    ownFiles.get(path) ??
    joined({
      mainFields: ["module", "main"],
      ...(options ?? { entryPoints: [path], plugins: [substitutePackages()] }),
    });
  ownFiles.set(path, made);
  const { code, packages } = await made;
  return { text: packagesNotice(packages, bundle) + code, packages };
}

/** Packages as one file that is loaded with `require`. */
async function joined(options: BuildOptions): Promise<Joined> {
  const { code, included } = await bundled({
    ...options,
    format: "cjs",
    minify: true,
    legalComments: "none",
    sourcemap: false,
  });
  return { code, packages: packagesOf(included.map(fileOf)) };
}
