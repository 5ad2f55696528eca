/**
 * Checks the promises of the layout: which folder imports which, what has a sample, and what no file may
 * contain.
 */
import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { actions } from "../compiler/constructs/actions/index.js";
import { catalogue } from "../compiler/diagnostics/catalogue.js";
import { diagnosticSamples } from "./support/diagnostic-samples.js";
import { listFiles } from "./support/project.js";

const root = fileURLToPath(new URL("..", import.meta.url));

interface Module {
  /** The path from the top of the repository, with `/`. */
  readonly path: string;
  readonly text: string;
  /** The code without comments, and without the content of strings and templates. */
  readonly code: string;
  /**
   * The sources that the module imports or exports from: names of packages, and paths of our own files. Types
   * of the form `import("…")` are left out, since nothing is loaded for them.
   */
  readonly imports: readonly string[];
}

const modulesIn = (directory: string): readonly Module[] =>
  readdirSync(`${root}${directory}`, { withFileTypes: true })
    // Files that tests write beside this one are gone at any moment.
    .filter(({ name }) => name !== ".tmp")
    .flatMap((entry) =>
      entry.isDirectory()
        ? listFiles(`${root}${directory}/${entry.name}`).map((path) => `${entry.name}/${path}`)
        : entry.name,
    )
    // Installed packages are not ours.
    .filter((path) => /\.[cm]?ts$/.test(path) && !/\/node_modules\//.test(path))
    .sort()
    .map((path) => readModule(`${directory}/${path}`));

/** The texts of files that projects get: they are no code of ours. */
const projectTexts = "compiler/standalone/texts.ts";

function readModule(path: string): Module {
  const text = readFileSync(`${root}${path}`, "utf8");
  const imports = [...text.matchAll(/(?<!typeof |: )\b(?:from|import)\s*\(?\s*"([^"\n]+)"/g)].map(
    ([, name = ""]) =>
      name.startsWith(".") ? posix.join(posix.dirname(path), name).replace(/\.js$/, ".ts") : name,
  );
  const code = text
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, '""')
    .replace(/(^|\s)\/\/.*/g, "");
  return { path, text, code: path === projectTexts ? "" : code, imports };
}

const compiler = modulesIn("compiler");
const runtimeModules = modulesIn("runtime");
const bin = modulesIn("bin");
const tests = modulesIn("test").filter(({ path }) => !/\/(expected|\.tmp)\//.test(path));
const all = [...compiler, ...runtimeModules, ...bin, ...tests];

/** The modules that import something whose name matches. */
const importers = (modules: readonly Module[], name: RegExp): readonly string[] =>
  modules.filter(({ imports }) => imports.some((each) => name.test(each))).map(({ path }) => path);

/** The modules with code that matches. */
const users = (modules: readonly Module[], code: RegExp): readonly string[] =>
  modules.filter((module) => code.test(module.code)).map(({ path }) => path);

test("the modules are found, and so are their imports", () => {
  expect(compiler.length).toBeGreaterThan(50);
  expect(runtimeModules.length).toBeGreaterThan(50);
  expect(importers(compiler, /^compiler\/parse\/xpath\/xpath\.ts$/)).toContain(
    "compiler/parse/flow/action.ts",
  );
  expect(importers(compiler, /^esbuild$/)).toEqual(["compiler/output/esbuild.ts"]);
  expect(importers([...compiler, ...bin], /^@jridgewell\//)).toEqual(["compiler/output/source-map.ts"]);
});

/** The modules that may use Node: the runtime in apps for platforms that have its modules. */
const servers = /^runtime\/(server\/(?!service\/)|(node|bun|deno|lambda)\.ts$)/;

describe("imports", () => {
  test("the runtime knows nothing of the compiler, and the compiler nothing of the command line", () => {
    expect(importers(runtimeModules, /^(compiler|bin|test)\//)).toEqual([]);
    expect(importers(compiler, /^(bin|test)\//)).toEqual([]);
    expect(importers(bin, /^test\//)).toEqual([]);
    // The workbench serves apps as they are served elsewhere, and shows traces. The doctor reads settings as apps do. Recordings are compared as apps read bodies.
    // Any command may compare names.
    const others = bin.filter(
      ({ path }) => !/^bin\/(?:commands\/(?:compare|dev|doctor|record|replay)|recording)\//.test(path),
    );
    expect(importers(others, /^runtime\/(?!base\/nearest\.ts)/)).toEqual([]);
  });

  test("commands do not import each other, nor does what they share import one: only the whole command line does", () => {
    const commandOf = (path: string) => /^bin\/commands\/([\w-]+)\//.exec(path)?.[1];
    const found = bin.flatMap(({ path, imports }) => {
      const own = commandOf(path);
      const others = imports.flatMap((each) => commandOf(each) ?? []).filter((other) => other !== own);
      return path === "bin/cli.ts" ? [] : others.map((other) => `${own ?? path} > ${other}`);
    });
    expect(found).toEqual([]);
  });

  test.each([
    ["sax", ["compiler/parse/xml/xml.ts"]],
    [
      "yaml",
      ["aliases", "editable-yaml", "upgraded-tree", "yaml"].map((name) => `compiler/parse/yaml/${name}.ts`),
    ],
    ["json-p3", []], // compiler/parse/openapi/overlay.ts requires it when it is asked for
    ["ts-morph", ["compiler/parse/handler/typescript.ts"]], // its types; it is required when it is asked for
    ["@hpcc-js/wasm-graphviz", ["bin/shared/map/layout.ts"]],
    ["esbuild", ["compiler/output/esbuild.ts", "bin/assemble-browser.ts", "bin/assemble.ts"]],
    [
      "vscode-languageserver[\\w./-]*",
      ["asking", "careful-reader", "convert", "edits", "questions", "server"].map(
        (name) => `bin/commands/lsp/${name}.ts`,
      ),
    ],
    ["@eslint-community/regexpp", ["compiler/parse/pattern/ecma-pattern.ts"]],
    ["@cyclonedx/cyclonedx-library", ["compiler/output/sbom.ts"]],
    [
      "ajv[\\w./-]*",
      [
        "compiler/output/schemas/compile.ts",
        "compiler/output/schemas/keywords.ts",
        "compiler/output/schemas/validator-code.ts",
        "bin/recording/checker.ts",
      ],
    ],
  ])("of the compiler, only this imports %s", (name, expected) => {
    expect(importers([...compiler, ...bin], new RegExp(`^${name}$`))).toEqual(expected);
  });

  test("what only the command line needs is imported by bin/ alone", () => {
    const packages = /^(commander|chokidar|diff|istanbul-[\w-]+)$/;
    expect(importers([...compiler, ...runtimeModules], packages)).toEqual([]);
    // They take longer to load than most commands run.
    expect(importers(bin, /^(chokidar|istanbul-[\w-]+)$/)).toEqual([
      "bin/commands/test/istanbul.ts",
      "bin/shared/watch.ts",
    ]);
  });

  test("the runtime uses no Node module outside the rooms that serve, so that it runs everywhere", () => {
    const elsewhere = runtimeModules.filter(({ path }) => !servers.test(path));
    expect(importers(elsewhere, /^(node:(?!buffer$|crypto$|tls$)|@hono\/node-server)/)).toEqual([]);
    expect(users(elsewhere, /\b(Buffer|__dirname|require\()/)).toEqual([
      "runtime/upstream/cache/redis-store.ts",
    ]);
    // Apps that are traced run in flowc itself, which needs Node.
    expect(importers(elsewhere, /^runtime\/server\/node\//)).toEqual(["runtime/develop/tracing/tracing.ts"]);
  });

  test("only entries of their own use node:crypto, which not every runtime has by default", () => {
    const entries = /^runtime\/(server\/node\/|security\/(crypto|xml)\/|(node|crypto|xml-security)\.ts$)/;
    const elsewhere = runtimeModules.filter(
      ({ path }) =>
        !entries.test(path) && !servers.test(path) && !path.startsWith("runtime/develop/tracing/"),
    );
    expect(importers(elsewhere, /^node:crypto$/)).toEqual([]);
    expect(importers(elsewhere, entries)).toEqual([]);
    expect(importers(runtimeModules, /^xml-crypto$/)).toEqual([
      "runtime/security/xml/verify-xmldsig.ts",
      "runtime/security/xml/xml-algorithms.ts",
    ]);
    expect(importers(runtimeModules, /^xml-encryption\b/)).toEqual(["runtime/security/xml/decrypt-xml.ts"]);
  });

  test("only the entry for connections of their own kind uses node:tls, and what --check runs", () => {
    const elsewhere = runtimeModules.filter(({ path }) => !path.startsWith("runtime/server/checks/"));
    expect(importers(elsewhere, /^node:tls$/)).toEqual([
      "runtime/upstream/sockets/sockets.ts",
      "runtime/upstream/sockets/tunnel.ts",
    ]);
  });

  test("only the store in Redis, which is loaded where there is one, uses its client and node:buffer", () => {
    const store = "runtime/upstream/cache/redis-store.ts";
    expect(importers(runtimeModules, /^(node:buffer|@redis\/client)$/)).toEqual([store]);
    const opener = runtimeModules.filter(({ imports }) => imports.includes(store));
    expect(opener.map(({ path }) => path)).toEqual([
      "runtime/security/limits/rate-limit.ts",
      "runtime/server/checks/cache.ts",
      "runtime/upstream/cache/open-store.ts",
    ]);
    for (const { text } of opener) expect(text).toMatch(/await import\("[./a-z]*\/redis-store\.js"\)/);
  });

  test.each([
    ["http-cache-semantics", "cache", "upstream/cache"],
    ["saxon-js", "saxon", "xslt/saxon"],
    ["jose", "jwt", "security/jwt"],
    ["re2js", "linear-pattern", "pattern/linear"],
    ["ldapts", "ldap", "security/ldap"],
    ["ajv[\\w./-]*", "validation", "validation(?!/docs)"],
  ])(
    "only the folder of an entry imports %s, and nothing but generated code imports that",
    (name, entry, folder) => {
      // The threads of an entry are modules of Node that have its name. Patterns are compiled where functions take them.
      // Limits count in the Redis of the cache, and --check asks it.
      const own = new RegExp(
        `^runtime/(?:${folder}/|${entry}\\.ts$|server/node/${entry}-|language/pattern-functions/|security/limits/|server/checks/)`,
      );
      const elsewhere = runtimeModules.filter(({ path }) => !own.test(path));
      expect(importers(elsewhere, new RegExp(`^${name}$`))).toEqual([]);
      expect(importers(elsewhere, new RegExp(`^runtime/(?:${folder}/|${entry}\\.ts$)`))).toEqual([]);
      expect(importers(compiler, new RegExp(`^runtime/${entry}\\.ts`))).toEqual([]);
    },
  );

  test("pattern functions, whose entry has the linear engine, are imported by that entry alone", () => {
    const elsewhere = runtimeModules.filter(
      ({ path }) => !path.startsWith("runtime/language/pattern-functions/"),
    );
    expect(importers(elsewhere, /^runtime\/language\/pattern-functions\//)).toEqual([
      "runtime/linear-pattern.ts",
    ]);
  });

  test("imports of the compiler point down", () => {
    const rooms = [
      ["source"],
      ["diagnostics", "syntax", "code"],
      ["language"],
      ["parse"],
      ["constructs"],
      ["load"],
      ["analyse", "stylesheets"],
      ["generate", "move"],
      ["output"],
      ["index.ts"],
      ["session", "eject"],
      ["editor", "standalone"],
    ];
    const floor = (path: string) => rooms.findIndex((room) => room.includes(path.split("/")[1] ?? ""));
    const upwards = compiler.flatMap(({ path, imports }) =>
      imports
        .filter((to) => to.startsWith("compiler/") && floor(to) > floor(path))
        .map((to) => `${path} imports ${to}`),
    );
    expect(upwards).toEqual([]);
    expect(compiler.filter(({ path }) => floor(path) < 0)).toEqual([]);
  });

  test("own files are imported with the ending that Node needs", () => {
    const bare = all.flatMap(({ path, text }) =>
      [...text.matchAll(/\bfrom "(\.[^"]*)"/g)]
        .map(([, name = ""]) => name)
        .filter((name) => !/\.(js|json)$/.test(name))
        .map((name) => `${path}: ${name}`),
    );
    expect(bare).toEqual([]);
  });
});

describe("code", () => {
  test("only the command line prints, and ends the process; the runtime logs in one place", () => {
    const prints = users([...compiler, ...runtimeModules], /\bconsole\b/);
    expect(prints.filter((path) => !path.startsWith("runtime/server/node/"))).toEqual([
      "runtime/observe/logs/log.ts",
    ]);
    const ends = users([...compiler, ...runtimeModules], /\bprocess\.(exit|exitCode|stdout|stderr)\b/);
    // The text of a program that runs in a process of its own.
    const program = "compiler/stylesheets/saxon/batch.ts";
    expect(ends.filter((path) => !servers.test(path))).toEqual([program]);
  });

  test("only the command line writes files, but for copies of stylesheets that their compiler reads, and recordings of apps", () => {
    const writes = /\b(writeFile|writeFileSync|mkdir|mkdirSync|rmSync|renameSync|createWriteStream)\b/;
    expect(users([...compiler, ...runtimeModules], writes)).toEqual([
      "compiler/stylesheets/saxon/batch.ts",
      "compiler/stylesheets/saxon/compile.ts",
      "runtime/server/recording/recording-directory.ts",
    ]);
  });

  test("no any, no default export, no suppressed finding, no code made at run time", () => {
    const anyType = new RegExp(["[\\w)?\\]]: any\\b", "\\bas any\\b", "<any\\b", "\\bany\\[\\]"].join("|"));
    expect(users(all, anyType)).toEqual([]);
    expect(users([...compiler, ...runtimeModules, ...bin], /\bexport default\b/)).toEqual([]);
    const suppressed = new RegExp(["@ts", "(ignore|expect-error|nocheck)"].join("-"));
    const own = all.filter(({ path }) => path !== projectTexts);
    expect(own.filter(({ text }) => suppressed.test(text)).map(({ path }) => path)).toEqual([]);
    expect(users([...compiler, ...runtimeModules, ...bin], /\bnew Function\b|(?<![.\w])eval\(/)).toEqual([]);
    expect(users(all, /^\s*(?:export\s+)?(?:const\s+)?enum\s/m)).toEqual([]);
  });

  test("only compiler/code/ makes code of any text", () => {
    const elsewhere = compiler.filter(({ path }) => !path.startsWith("compiler/code/"));
    expect(users(elsewhere, /\brawText\b/)).toEqual([]);
  });

  test("file names are in kebab case", () => {
    const odd = all.map(({ path }) => path).filter((path) => !/^[a-z0-9/.-]+$/.test(path));
    expect(odd).toEqual([]);
  });
});

/** Codes that a sample cannot show, or only with a huge flow directory, and the test that covers each. */
const testedElsewhere: Readonly<Record<string, string>> = {
  FLOW1160: "test/unit/parse-openapi.test.ts: examplesRepeated",
  FLOW1108: "test/unit/parse-openapi.test.ts: yamlTooDeep",
  FLOW1228: "test/unit/long-texts.test.ts: FLOW1228",
  FLOW1229: "test/unit/long-texts.test.ts: FLOW1229",
  FLOW4102: "test/actions/serve.test.ts: FLOW4102",
  FLOW4103: "test/actions/serve.test.ts: FLOW4103",
  FLOW4104: "test/actions/serve.test.ts: FLOW4104",
  FLOW4105: "test/actions/serve.test.ts: FLOW4105",
  FLOW4211: "test/unit/type-check.test.ts: FLOW4211",
  FLOW5001: "test/cli.test.ts: FLOW5001",
  FLOW5002: "test/cli.test.ts: FLOW5002",
  FLOW5003: "test/cli.test.ts: FLOW5003",
  FLOW5004: "test/unit/type-check.test.ts: FLOW5004",
  FLOW5005: "test/targets/workers.test.ts: FLOW5005",
  FLOW5100: "test/targets/needs.test.ts: FLOW5100",
  FLOW5101: "test/targets/needs.test.ts: FLOW5101",
  FLOW5102: "test/targets/needs.test.ts: FLOW5102",
  FLOW5103: "test/targets/needs.test.ts: FLOW5103",
  FLOW5099: "test/cli.test.ts: FLOW5099",
};

describe("diagnostics", () => {
  const codes = Object.values(catalogue).map(({ code }) => code);

  test("every code is used once", () => {
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
    expect(codes.filter((code) => !/^FLOW[1-6]\d{3}$/.test(code))).toEqual([]);
  });

  test("every code has a sample in which it is printed", () => {
    const printed = diagnosticSamples.map(({ expected }) => expected).join("\n");
    const sampled = codes.filter((code) => new RegExp(`(^| )(error|warning) ${code} `, "m").test(printed));
    expect(codes.filter((code) => !sampled.includes(code)).sort()).toEqual(
      Object.keys(testedElsewhere).sort(),
    );
  });

  test.each(Object.entries(testedElsewhere))("%s is in %s", (_, place) => {
    const [path = "", text = ""] = place.split(": ");
    expect(readFileSync(root + path, "utf8")).toContain(text);
  });

  test("every message is reported somewhere", () => {
    const text = [...compiler, ...bin]
      .filter(({ path }) => !path.startsWith("compiler/diagnostics/catalogue"))
      .map((module) => module.text)
      .join("\n");
    expect(Object.keys(catalogue).filter((name) => !text.includes(`"${name}"`))).toEqual([]);
  });
});

describe("samples", () => {
  const flows = [...listFiles(`${root}fixtures`).map((path) => `fixtures/${path}`)]
    .concat(listFiles(`${root}test/generate`).map((path) => `test/generate/${path}`))
    .filter((path) => path.endsWith(".xml"))
    .map((path) => readFileSync(root + path, "utf8"))
    .concat(tests.map(({ text }) => text))
    .join("\n");

  test.each([...actions.keys()])("the action %s has one", (name) => {
    expect(flows).toMatch(new RegExp(`<${name}[\\s/>]`));
  });
});
