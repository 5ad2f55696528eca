import type { Needs } from "../generate/needs.js";
import type { OutputFile } from "../output/manifest.js";
import { packagesIn } from "./module.js";

/** What the page tells of a project. */
export interface ProjectFacts {
  readonly version: string;
  readonly needs: Needs;
  /** Operations that are flows still, and those that are handlers. */
  readonly flows: number;
  readonly handlers: number;
  readonly tests: number;
}

/** The page of a project: how it runs, what is where, and what is left of flowc. */
export function readme(name: string, facts: ProjectFacts, modules: readonly OutputFile[]): string {
  const { needs, flows, handlers, tests } = facts;
  const has = (folder: string): boolean => modules.some(({ path }) => path.startsWith(folder));
  const rows = folders
    .filter(([folder]) => has(folder))
    .map(([folder, what]) => `| \`${folder}\` | ${what} |`);
  const environment =
    needs.environment.length === 0
      ? ""
      : `\nIt reads these variables: ${needs.environment.map((variable) => `\`${variable}\``).join(", ")}.\n`;
  return `# ${name}

A Hono app that flowc ${facts.version} has written. No compiler is needed, and nothing is generated any more: all files are yours.

    npm install      # flowc ${facts.version} is in no registry: npm install ./flowc-${facts.version}.tgz, as \`npm pack\` makes it
    npm run build    # TypeScript to dist/
    npm start        # serves on PORT (8080)
    npm run check    # checks the types
    npm test         # runs ${counted(tests, "test", "tests")}; UPDATE=1 npm test writes golden files anew

Each test has the app for itself. \`npm test -- --no-isolate\` is ten times as fast, where tests may share caches, breakers, limits
and key sets.

The settings are those of \`flowc build\`: \`PORT\`, \`HOST\` and \`FLOW_…\`.
${environment}
## What is where

| | |
|---|---|
${rows.join("\n")}

${kinds(handlers, flows)} Comments and failures name files and lines of the flow directory.

## What is left of flowc

One package, \`flowc\` ${facts.version}, for what it exports below. Keep this version: the modules in \`src/\` were made for it, and another one
may have other functions. \`flowc/handler\` alone [stays as it is](node_modules/flowc/docs/versioning.md). What a team would write in the place of each:

| Entry | Imported by | What it does | Without it |
|---|---|---|---|
${entryRows(modules).join("\n")}

The order that costs least: handlers in the place of the flows that are left, then validation and security as middleware of Hono, then
the server, then \`flow()\`, \`upstream()\` and the rest of \`flowc/handler\`, one handler at a time.

## What is no longer there

- \`flowc check\`: TypeScript finds wrong types, but neither variables that nothing sets, nor misspelt options of requests, nor text of
  clients in URLs. The API description is checked no more, and \`api.json\` is a copy: a change of it changes nothing.
- \`flowc build\`: routes, validation and security are the code in \`src/app.ts\`, \`src/contracts/\`, \`src/schemas/\` and \`src/security/\`. To
  change a schema, write another check in its place.
- \`flowc test --coverage\` by lines of flows, \`flowc map\`, \`flowc dev\`, traces, and \`place\` in events of the log: stacks have the lines
  of \`src/\` in its place. \`engine_start\` has no \`build\`.
- One file without anything to install. \`npm ci --omit=dev\` makes a directory that can be deployed with \`dist/\`; \`esbuild
  --bundle\` makes one file of it, for which the parts of the server that few settings ask for would have to lie beside it.
- \`node dist/server.js --check\` looks at the settings, but does not know which variables, systems and certificates the app needs.
`;
}

function kinds(handlers: number, flows: number): string {
  if (flows === 0) return "All operations are handlers.";
  const first =
    handlers === 0 ? "" : `${counted(handlers, "operation is a handler", "operations are handlers")}. `;
  return `${first}${counted(flows, "operation is a flow", "operations are flows")} still, as the TypeScript that flowc has made of flows.`;
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const folders: readonly (readonly [string, string])[] = [
  ["src/app.ts", "the app: routes, and what stands around them"],
  ["src/server.ts", "serves it with Node"],
  ["src/handlers/", "the handlers, and what they import"],
  ["src/endpoints/", "a module for each operation: a flow as TypeScript, or the call of a handler"],
  ["src/flows/", "flows that others call, and the init flow and the error flow"],
  ["src/contracts/", "what messages have to be like"],
  ["src/schemas/", "the schemas in it as functions, made by Ajv"],
  ["src/security/", "who may call"],
  ["src/mocks/", "examples as answers"],
  ["src/assets/", "files of the flow directory, as data"],
  ["src/variables.ts", "the types of the variables"],
  ["api.json", "the API description, for clients and for types: OpenAPI 3.1"],
  ["test/", "the tests, and their golden files"],
  ["test/support/flow-test.ts", "runs them with Vitest"],
  [
    "test/support/flows/",
    "flows that tests call directly, where these know less of the variables than the app does: copies",
  ],
];

function entryRows(modules: readonly OutputFile[]): readonly string[] {
  const importers = new Map<string, Set<string>>();
  for (const { path, text } of modules)
    if (/\.[jt]s$/.test(path))
      for (const name of packagesIn(text))
        if (name.startsWith("flowc/")) {
          const [folder = "", file = ""] = path.split("/");
          const importer =
            folder === "test" ? "`test/`" : file.includes(".") ? `\`src/${file}\`` : `\`src/${file}/\``;
          importers.set(name, (importers.get(name) ?? new Set()).add(importer));
        }
  return [...importers].sort().map(([name, from]) => {
    const [does, instead] = entries[name] ?? ["", ""];
    return `| \`${name}\` | ${[...from].sort().join(", ")} | ${does} | ${instead} |`;
  });
}

/** The entries of the package: what they do, and what does it elsewhere. */
const entries: Readonly<Record<string, readonly [does: string, instead: string]>> = {
  "flowc/handler": [
    "the context of a request; `respond`, `fail`, `upstream`, `flow`, `logger`",
    "handlers of Hono: `c.json()`, `HTTPException`, `fetch` with a time-out",
  ],
  "flowc/runtime": [
    "base path, errors, the log and traces of requests; paths, templates and requests of flows",
    "handlers for the flows; `app.basePath()`, `app.onError()`, a logger such as pino, OpenTelemetry",
  ],
  "flowc/runtime/handlers": ["runs a handler as a flow of the app", "routes that lead to the handlers"],
  "flowc/runtime/node": [
    "serves: limits, signals, the admin port, several processes",
    "`@hono/node-server`, a handler for SIGTERM, a page for metrics, limits in the proxy",
  ],
  "flowc/runtime/validation": [
    "validates requests and responses, and mocks",
    "Ajv with the schemas of `api.json`, as middleware; formats by ajv-formats",
  ],
  "flowc/runtime/jwt": ["checks and makes tokens, fetches key sets", "jose"],
  "flowc/runtime/cache": ["keeps responses, here or in Redis", "http-cache-semantics and a client of Redis"],
  "flowc/runtime/resilience": ["repeats requests, breakers, limits by client", "cockatiel, or the proxy"],
  "flowc/runtime/crypto": ["digests, signatures, encryption", "`node:crypto`"],
  "flowc/runtime/html": ["reads HTML", "parse5"],
  "flowc/runtime/xslt": [
    "runs the stylesheets in `src/assets/`",
    "functions in the place of stylesheets, or saxon-js",
  ],
  "flowc/runtime/saxon": ["runs stylesheets of XSLT 2.0 and 3.0", "saxon-js"],
  "flowc/runtime/xml-security": ["signs and encrypts XML", "xml-crypto and xml-encryption"],
  "flowc/runtime/ldap": ["asks directories", "ldapts"],
  "flowc/runtime/linear-pattern": ["matches patterns in linear time", "re2js"],
  "flowc/runtime/sockets": [
    "connections with certificates and proxies of their own",
    "`Agent` and `ProxyAgent` of undici",
  ],
  "flowc/runtime/docs": ["serves the API description", "swagger-ui-dist"],
  "flowc/runtime/testing": [
    "runs the tests",
    "`app.request()` in tests of Vitest, with `MockAgent` of undici for other systems",
  ],
};
