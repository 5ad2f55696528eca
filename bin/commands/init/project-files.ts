import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { isRecord } from "../../../compiler/source/changed.js";
import { parsedJson } from "../../shared/values.js";
import type { StarterPart } from "./starter-parts.js";

/**
 * The directory of the project that a flow directory belongs to: where the command runs, if the flows are there, or in a
 * directory of it. Elsewhere, the flow directory is a project of its own.
 */
export function projectOf(directory: string): string {
  const here = resolve(".");
  return [resolve(directory), dirname(resolve(directory))].includes(here) ? "." : directory;
}

/**
 * The files of a project that no flow reads, by path.
 * @param flows the flow directory, from the project
 */
export function projectFiles(
  parts: readonly StarterPart[],
  flows: string,
): readonly (readonly [string, string])[] {
  return [
    [".gitignore", "node_modules/\ngen/\nreports/\nflows.sarif\n.env\n.env.local\n"],
    [
      ".env.example",
      `# Settings of the app. Copy this file to .env, which no repository should have: flowc dev reads it, and so do
#   flowc request … --env-file .env
#   node --env-file=.env gen/server.js
PORT=8080
${parts.map(({ settings }) => settings && `\n${settings}`).join("")}`,
    ],
    ...(parts.some(({ files }) => files.some(([path]) => path.endsWith(".ts")))
      ? [typeScriptFile(flows)]
      : []),
  ];
}

/** Lets editors check the handlers, with the variables that the build finds. */
function typeScriptFile(flows: string): readonly [string, string] {
  const options = {
    strict: true,
    noEmit: true,
    target: "ES2023",
    module: "NodeNext",
    resolveJsonModule: true,
    skipLibCheck: true,
    types: [],
  };
  const include = [`${flows === "." ? "" : `${flows}/`}**/*.ts`, "gen/variables.ts"];
  return [
    "tsconfig.json",
    `${JSON.stringify({ compilerOptions: options, include, exclude: ["gen/source"] }, null, 2)}\n`,
  ];
}

/** What is to be done about `package.json`. */
export interface PackageFile {
  readonly path: string;
  readonly exists: boolean;
  /** The scripts that it does not have. */
  readonly missing: Readonly<Record<string, string>>;
  /** True if flowc is one of its dependencies. */
  readonly hasFlowc: boolean;
  /** With the missing scripts. */
  readonly text: string;
}

/** What `npm init` writes for a test; nobody misses it. */
const noTest = 'echo "Error: no test specified" && exit 1';

/**
 * The `package.json` of a project with the scripts of an app. Those that are there stay as they are.
 * @param flows the flow directory, from the project
 * @throws Error if the file is no package's
 */
export function packageFile(project: string, flows: string): PackageFile {
  const path = join(project, "package.json");
  const exists = existsSync(path);
  const before = exists ? readFileSync(path, "utf8") : "{}";
  const content = parsedJson(before.replace(/^\uFEFF/, ""));
  if (!isObject(content)) throw new Error(`${path} is no JSON object.`);
  const { scripts = {} } = content;
  if (!isObject(scripts)) throw new Error(`The scripts of ${path} are no JSON object.`);
  const missing = Object.fromEntries(
    Object.entries(scriptsOf(flows)).filter(
      ([name]) => !Object.hasOwn(scripts, name) || (name === "test" && scripts[name] === noTest),
    ),
  );
  const head = exists ? {} : { name: nameOf(project), version: "1.0.0", private: true, type: "module" };
  const [indent = 2] = /(?<=^\{\r?\n)[ \t]+/.exec(before) ?? [];
  const all = { ...head, ...content, scripts: { ...scripts, ...missing } };
  const hasFlowc = [content.dependencies, content.devDependencies].some(
    (list) => isObject(list) && Object.hasOwn(list, "flowc"),
  );
  return { path, exists, missing, hasFlowc, text: `${JSON.stringify(all, null, indent)}\n` };
}

function scriptsOf(flows: string): Readonly<Record<string, string>> {
  const of = flows === "." ? "" : ` ${quoted(flows)}`;
  return {
    dev: `flowc dev${of}`,
    check: `flowc check${of}`,
    test: `flowc test${of}`,
    build: `flowc build${of} -o gen`,
    start: "node gen/server.js",
  };
}

/** For a shell. Those of Windows know double quotes alone; elsewhere, these keep less apart than single ones. */
const quoted = (text: string): string => {
  if (/^[\w./-]+$/.test(text)) return text;
  return /^[\w./ -]+$/.test(text) ? `"${text}"` : `'${text.replaceAll("'", "'\\''")}'`;
};

/** As npm allows it. */
const nameOf = (project: string): string =>
  basename(resolve(project))
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[._-]+/, "")
    .slice(0, 200) || "app";

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isRecord(value) && !Array.isArray(value);
