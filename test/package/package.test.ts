/** flowc as others install it: what is in the package, and that all of it works without the repository around it. */
import { execFile } from "node:child_process";
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { builtinModules, createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type InstalledPackage, installPackage } from "../support/installed.js";
import { differences, fixture, flowc, listFiles, readTree, repository } from "../support/project.js";
import { served } from "../support/served.js";
import { onFreePort, run } from "../support/servers.js";

let installed: InstalledPackage;
beforeAll(async () => {
  installed = await installPackage(optional);
});
afterAll(() => installed.remove());

/** Packages that few commands need. */
const optional = ["@cyclonedx/cyclonedx-library", "@hpcc-js/wasm-graphviz", "node-forge"];

const packageJson = () =>
  JSON.parse(readFileSync(join(installed.project, "node_modules/flowc/package.json"), "utf8")) as {
    readonly dependencies: Readonly<Record<string, string>>;
    readonly peerDependencies: Readonly<Record<string, string>>;
    readonly peerDependenciesMeta: Readonly<Record<string, unknown>>;
    readonly version: string;
    readonly scripts: Readonly<Record<string, string>>;
  };

/** Names in texts: projects that `flowc eject --standalone` writes import Vitest. */
const notLoaded: ReadonlySet<string> = new Set(["node", "flowc", "vitest"]);

describe("what is in it", () => {
  test("what others made is installed beside it: what its modules load are its dependencies, and nothing else is", () => {
    const { dependencies, peerDependencies, peerDependenciesMeta } = packageJson();
    expect(Object.keys(dependencies)).toEqual(
      expect.arrayContaining(["commander", "hono", "sax", "saxon-js", "ts-morph"]),
    );
    const isLoaded =
      /(?:\bfrom|\bimport|\bimport\(|\brequire\(|\burl\)\(|\bresolve\()\s*"((?:@[\w-]+\/)?[a-z][\w-]*)[^"\s]*"/g;
    const dist = join(installed.project, "node_modules/flowc/dist");
    const loaded = listFiles(dist)
      .filter((path) => path.endsWith(".js"))
      .flatMap((path) => [...readFileSync(join(dist, path), "utf8").matchAll(isLoaded)])
      .map(([, name = ""]) => name)
      .filter((name) => !notLoaded.has(name) && !builtinModules.includes(name));
    expect([...new Set(loaded)].sort()).toEqual(
      [...Object.keys(dependencies), ...Object.keys(peerDependencies)].sort(),
    );
    expect(Object.keys(peerDependencies)).toEqual(optional);
    for (const name of optional) expect(peerDependenciesMeta[name]).toEqual({ optional: true });
  });

  test("it is small", () => {
    const root = join(installed.project, "node_modules/flowc");
    const bytes = listFiles(root).reduce((sum, path) => sum + statSync(join(root, path)).size, 0);
    expect(bytes).toBeLessThan(7_000_000);
    expect(statSync(installed.tarball).size).toBeLessThan(2_500_000);
  });

  test("its declarations are those of entries, and all that these lead to", () => {
    const root = join(installed.project, "node_modules/flowc");
    const declarations = listFiles(root).filter((path) => path.endsWith(".d.ts"));
    const named = declarations.flatMap((path) =>
      [
        ...readFileSync(join(root, path), "utf8").matchAll(
          /(?:\bfrom |\bimport\(|^import |^declare module )"(\.[^"]+)\.js"/gm,
        ),
      ].map(([, name = ""]) => `${posix.join(posix.dirname(path), name)}.d.ts`),
    );
    const isEntry = /^dist\/(?:bin\/api\/index|runtime\/[^/]+)\.d\.ts$/;
    expect(named.filter((path) => !declarations.includes(path))).toEqual([]);
    expect(declarations.filter((path) => !isEntry.test(path) && !named.includes(path))).toEqual([]);
  });

  test("npm runs nothing of it when somebody installs it", () => {
    const { scripts } = packageJson();
    for (const name of ["preinstall", "install", "postinstall"]) expect(scripts[name]).toBeUndefined();
  });

  test("its changelog has the forms of Keep a Changelog, and a section for this version", () => {
    const changelog = readFileSync(join(installed.project, "node_modules/flowc/CHANGELOG.md"), "utf8");
    const versions = [...changelog.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
    expect(versions[0]).toBe("[Unreleased]");
    for (const each of versions.slice(1)) expect(each).toMatch(/^\[\d+\.\d+\.\d+\](?: - \d{4}-\d\d-\d\d)?$/);
    expect(versions).toContainEqual(expect.stringContaining(`[${packageJson().version}]`));
    const kinds = [...changelog.matchAll(/^### (.*)$/gm)].map(([, heading]) => heading ?? "");
    const known = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"];
    expect(kinds.filter((kind) => !known.includes(kind))).toEqual([]);
  });

  test("it has no sources and no tests, and no module that others have inside", () => {
    const paths = listFiles(join(installed.project, "node_modules/flowc"));
    const others = /^(?:test|bin|compiler|runtime|fixtures)\/|(?:^|\/)node_modules\/|^dist\/bin\/assemble/;
    expect(paths.filter((path) => others.test(path))).toEqual([]);
    expect(paths).not.toContain("dist/compiler/index.js");
  });

  test("programs find the schema of traces", () => {
    const find = createRequire(join(installed.project, "program.js"));
    expect(find("flowc/trace.schema.json")).toMatchObject({ $defs: { Trace: { type: "object" } } });
  });

  test("the page of flowc dev has the licences of what is in it beside it", () => {
    const dev = join(installed.project, "node_modules/flowc/dist/bin/commands/dev");
    const page = readFileSync(join(dev, "page-licenses.txt"), "utf8");
    for (const name of ["preact", "@lezer/common"])
      expect(page).toMatch(new RegExp(`^${name} \\d.* \\([\\w.-]+\\)$`, "m"));
    expect(readFileSync(join(dev, "try/licenses.txt"), "utf8")).toMatch(/^swagger-ui-dist \d/);
  });
});

describe("other people's checks", () => {
  const exec = promisify(execFile);
  const program = (path: string) => join(repository, "node_modules", path);

  test("publint has nothing to say", async () => {
    const args = [program("publint/src/cli.js"), "run", "--strict", installed.tarball];
    const { stdout } = await exec(process.execPath, args);
    expect(stdout).toContain("All good!");
  });

  test("the types are right for all that import modules of ECMAScript", async () => {
    const rooms = listFiles(join(installed.project, "node_modules/flowc/dist/runtime")).flatMap(
      (path) => /^(?!index\.)([^/]+)\.js$/.exec(path)?.[1] ?? [],
    );
    expect(rooms).toContain("node");
    const args = [
      program("@arethetypeswrong/cli/dist/index.js"),
      ...["--profile", "esm-only", "--no-definitely-typed", "--format", "json"],
      ...["--include-entrypoints", ...rooms.map((name) => `runtime/${name}`), "--"],
      installed.tarball,
    ];
    const { stdout } = await exec(process.execPath, args, { maxBuffer: 1 << 26 });
    const { analysis } = JSON.parse(stdout) as {
      readonly analysis: {
        readonly entrypoints: Readonly<Record<string, unknown>>;
        readonly problems: readonly { readonly resolutionKind?: string }[];
      };
    };
    expect(Object.keys(analysis.entrypoints)).toEqual(
      expect.arrayContaining([".", "./runtime", "./runtime/node"]),
    );
    const others = ["node10", "node16-cjs"];
    expect(analysis.problems.filter(({ resolutionKind = "" }) => !others.includes(resolutionKind))).toEqual(
      [],
    );
  });
});

describe("what it does", () => {
  test("a new app is checked, tested, built and served", async () => {
    expect(await installed.flowc("init", "flows")).toMatchObject({ code: 0 });
    expect(await installed.flowc("check", "flows", "--types")).toEqual({
      code: 0,
      stdout: "",
      stderr: "checked 1 endpoint\n",
    });
    const tested = await installed.flowc("test", "flows", "--coverage", "--coverage-dir", "coverage");
    expect(tested).toMatchObject({ code: 0, stderr: "" });
    expect(tested.stdout).toContain("1 passed");
    expect(listFiles(join(installed.project, "coverage"))).toEqual(
      expect.arrayContaining(["index.html", "lcov.info", "sorter.js"]),
    );
    expect(await installed.flowc("build", "flows", "-o", "gen", "--sbom")).toMatchObject({ code: 0 });
    const server = await served(join(installed.project, "gen"));
    try {
      const response = await server.get("/api/hello?name=Ada");
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({ greeting: "Hello, Ada!" });
    } finally {
      await server.stop();
    }
  });

  test.each(["petstore", "library", "tokens", "aggregator"])(
    "builds of fixtures/%s are the same as with the repository, byte for byte",
    async (name) => {
      const folder = mkdtempSync(join(tmpdir(), "flowc-same-"));
      try {
        const [mine, theirs] = [join(folder, "mine"), join(folder, "theirs")];
        const options = ["--sbom", "--no-cache", "--source-root", "flows"];
        expect(await flowc("build", fixture(name), "-o", mine, ...options)).toMatchObject({ code: 0 });
        const built = await installed.flowc("build", fixture(name), "-o", theirs, ...options);
        expect(built).toMatchObject({ code: 0 });
        expect(differences(readTree(mine), readTree(theirs))).toEqual([]);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );

  test("commands that load packages of their own find them", async () => {
    expect(await installed.flowc("map", fixture("petstore"))).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("<svg"),
    });
    expect(await installed.flowc("request", fixture("hello"), "GET", "/api/hello")).toMatchObject({
      stdout: expect.stringMatching(/^200\n/),
    });
    expect(await installed.flowc("explain", "FLOW2003")).toMatchObject({ code: 0 });
    for (const command of ["dev", "lsp", "build"])
      expect(await installed.flowc(command, "--help")).toMatchObject({
        code: 0,
        stdout: expect.stringContaining(`flowc ${command}`),
      });
  });

  test("a package that is updated counts for the cache, if only another package needs it", async () => {
    const cache = mkdtempSync(join(tmpdir(), "flowc-updated-"));
    vi.stubEnv("FLOWC_CACHE_DIR", cache);
    try {
      const packages = join(installed.project, "node_modules");
      unlinkSync(join(packages, "parse5"));
      for (const name of ["parse5", "entities"])
        cpSync(join(repository, "node_modules", name), join(packages, name), { recursive: true });
      const built = async () => {
        const built = await installed.flowc("build", fixture("hello"), "-o", "cached");
        expect(built).toMatchObject({ code: 0 });
        return readdirSync(cache).length;
      };
      const entries = await built();
      expect(entries).toBeGreaterThan(0);
      expect(await built()).toBe(entries);
      const manifest = join(packages, "entities/package.json");
      const text = readFileSync(manifest, "utf8");
      writeFileSync(manifest, text.replace(/"version": "/, "$&9"));
      expect(await built()).toBe(2 * entries);
    } finally {
      vi.unstubAllEnvs();
      rmSync(cache, { recursive: true });
    }
  });

  test("without the packages that few need, commands say how to install them", async () => {
    const bare = await installPackage();
    vi.stubEnv("FLOWC_CACHE_DIR", join(bare.project, "cache"));
    try {
      const needed = [
        ["@cyclonedx/cyclonedx-library", "build", "-o", "gen", "--sbom"],
        ["@hpcc-js/wasm-graphviz", "map"],
        ["node-forge", "dev", "--https", "--port", "0"],
      ] as const;
      for (const [name, command, ...options] of needed) {
        const { code, stdout, stderr } = await bare.flowc(command, fixture("hello"), ...options);
        expect([code, stdout]).toEqual([2, ""]);
        expect(stderr).toMatch(new RegExp(`^flowc: .* needs .*: npm install -D ${name}\n$`));
      }
      const dev = await startDev(bare, "hello");
      try {
        const answer = await fetch(`${dev.page}/api/map`);
        expect([answer.status, await answer.text()]).toEqual([
          501,
          expect.stringContaining("npm install -D"),
        ]);
      } finally {
        await dev.stop();
      }
    } finally {
      vi.unstubAllEnvs();
      bare.remove();
    }
  });

  test("flowc dev serves the app and its page", async () => {
    const dev = await startDev(installed, "petstore");
    try {
      expect((await dev.get("/nowhere")).status).toBe(404);
      expect(await (await fetch(dev.page)).text()).toContain("<title>flowc dev</title>");
    } finally {
      await dev.stop();
    }
  });
});

/** `flowc dev`, with the URLs of the app and of its page. */
async function startDev({ project }: InstalledPackage, name: string) {
  const program = join(project, "node_modules/flowc/dist/bin/flowc.js");
  const dev = await onFreePort((port) => {
    const args = ["dev", fixture(name), "--port", String(port)];
    return run(project, { HOST: "127.0.0.1" }, port, [process.execPath, program, ...args]);
  });
  const [page] = /(?<=workbench +)http:\S+/.exec(dev.log()) ?? [];
  expect(page, dev.log()).toBeDefined();
  return { ...dev, page: page ?? "" };
}
