/** flowc as others install it: what is in the package, and that all of it works without the repository around it. */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { builtinModules, createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type InstalledPackage, installPackage } from "../support/installed.js";
import { differences, fixture, flowc, listFiles, readTree, repository } from "../support/project.js";
import { onFreePort, run, serve } from "../support/servers.js";

let installed: InstalledPackage;
beforeAll(async () => {
  installed = await installPackage();
});
afterAll(() => installed.remove());

const packageJson = () =>
  JSON.parse(readFileSync(join(installed.project, "node_modules/flowc/package.json"), "utf8")) as {
    readonly dependencies: Readonly<Record<string, string>>;
    readonly version: string;
    readonly scripts: Readonly<Record<string, string>>;
  };

describe("what is in it", () => {
  test("it brings few packages along, and is small", () => {
    expect(Object.keys(packageJson().dependencies)).toEqual(["esbuild", "hono", "saxon-js", "xslt3"]);
    const root = join(installed.project, "node_modules/flowc");
    const bytes = listFiles(root).reduce((sum, path) => sum + statSync(join(root, path)).size, 0);
    expect(bytes).toBeLessThan(20_000_000);
    expect(statSync(installed.tarball).size).toBeLessThan(6_000_000);
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
    expect(paths.filter((path) => /^(?:test|bin|compiler|runtime|fixtures)\//.test(path))).toEqual([]);
    expect(paths).not.toContain("dist/compiler/index.js");
    expect(paths.filter((path) => path.startsWith("dist/bin/assemble"))).toEqual([]);
  });

  test("programs find the schema of traces", () => {
    const find = createRequire(join(installed.project, "program.js"));
    expect(find("flowc/trace.schema.json")).toMatchObject({ $defs: { Trace: { type: "object" } } });
  });

  test("each package in it has its licence with it", () => {
    const packages = join(installed.project, "node_modules/flowc/dist/node_modules");
    const names = readdirSync(packages).flatMap((name) =>
      name.startsWith("@") ? readdirSync(join(packages, name)).map((part) => `${name}/${part}`) : [name],
    );
    expect(names.length).toBeGreaterThan(20);
    const without = names.filter(
      (name) => !readdirSync(join(packages, name)).some((entry) => /^licen[cs]e/i.test(entry)),
    );
    const joined = readFileSync(join(installed.project, "node_modules/flowc/dist/LICENSES.txt"), "utf8");
    for (const name of ["commander", "sax", "yaml", "chokidar", "vscode-languageserver", ...without])
      expect(joined).toMatch(new RegExp(`^${name} \\d`, "m"));
  });

  test("modules of the runtime find all that they import", () => {
    const root = join(installed.project, "node_modules/flowc/dist");
    const packages = new Set(
      listFiles(join(root, "runtime"))
        .filter((path) => path.endsWith(".js"))
        .flatMap((path) => [
          ...readFileSync(join(root, "runtime", path), "utf8").matchAll(/^import .*from "([^."][^"]*)"/gm),
        ])
        .map(([, name = ""]) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? "")
        .filter((name) => !name.startsWith("node:") && !builtinModules.includes(name)),
    );
    const here = [join(root, "node_modules"), join(installed.project, "node_modules")];
    const missing = [...packages].filter(
      (name) => !here.some((place) => statSync(join(place, name), { throwIfNoEntry: false }) !== undefined),
    );
    expect(packages.size).toBeGreaterThan(8);
    expect(missing).toEqual([]);
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
      (path) => /^([^/]+)\/index\.js$/.exec(path)?.[1] ?? [],
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
    const server = await serve(join(installed.project, "gen"));
    try {
      const response = await fetch(`${server.url}/api/hello?name=Ada`);
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
    const petstore = fixture("petstore");
    expect(await installed.flowc("map", petstore)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("<svg"),
    });
    expect(await installed.flowc("request", fixture("hello"), "GET", "/api/hello")).toMatchObject({
      stdout: expect.stringMatching(/^200\n/),
    });
    expect(await installed.flowc("explain", "FLOW2003")).toMatchObject({ code: 0 });
    expect(await installed.flowc("types", petstore)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("export "),
    });
    for (const command of ["dev", "lsp", "build"])
      expect(await installed.flowc(command, "--help")).toMatchObject({
        code: 0,
        stdout: expect.stringContaining(`flowc ${command}`),
      });
  });

  test("flowc dev serves the app and its page", async () => {
    const program = join(installed.project, "node_modules/flowc/dist/bin/flowc.js");
    const dev = await onFreePort((port) => {
      const args = ["dev", fixture("petstore"), "--port", String(port)];
      return run(installed.project, { HOST: "127.0.0.1" }, port, [process.execPath, program, ...args]);
    });
    try {
      expect((await fetch(`${dev.url}/nowhere`)).status).toBe(404);
      const [page] = /(?<=workbench +)http:\S+/.exec(dev.log()) ?? [];
      expect(page, dev.log()).toBeDefined();
      expect(await (await fetch(page ?? "")).text()).toContain("<title>flowc dev</title>");
    } finally {
      await dev.stop();
    }
  });
});
