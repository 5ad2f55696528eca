import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as c from "../../compiler/code/code.js";
import { at, type Doc } from "../../compiler/code/doc.js";
import type { ModulePlan } from "../../compiler/generate/module/plan.js";
import { type Bundle, Bundler, joinParts, serverEntry, textsOf } from "../../compiler/output/bundle.js";
import type { Runtime } from "../../compiler/output/bundle-runtime.js";
import { type PrintedModule, print } from "../../compiler/output/print.js";
import type { SourceMap } from "../../compiler/output/source-map.js";
import { SourceText } from "../../compiler/source/source-text.js";

const stub = fileURLToPath(new URL("output-bundle/runtime", import.meta.url));
const runtimeIn = (directory: string): Runtime => ({
  index: join(directory, "index.ts"),
  node: join(directory, "node/index.ts"),
});

const flow = new SourceText("nested/users.xml", "<flow>\n  <eval/>\n  <error/>\n</flow>");

async function bundle(modules: readonly PrintedModule[], runtime: Runtime): Promise<Bundle> {
  const parts = await new Bundler(serverEntry, runtime).parts(modules, serverEntry);
  return joinParts(parts, { module: textsOf(modules), flow: () => flow.text, flowRoot: "" }, serverEntry);
}

function modules(count: number): PrintedModule[] {
  const numbers = Array.from({ length: count }, (_, index) => index);
  const routes = numbers.map(
    (index) => c.code`app.get(${c.quote(`/e${index}`)}, ${c.identifier(`e${index}`)});`,
  );
  const app: ModulePlan = {
    path: "app.ts",
    docs: "The app.",
    imports: new Map([
      ["hono", new Set(["Hono"])],
      ...numbers.map((index) => [`./endpoints/e${index}.js`, new Set([`e${index}`])] as const),
    ]),
    typeImports: new Map(),
    declarations: [
      { kind: "const", name: "app", exported: "default", initializer: c.code`new Hono()` },
      { kind: "statement", statement: c.lines(routes) },
    ],
  };
  const endpoint = (index: number, failure: Doc): ModulePlan => ({
    path: `endpoints/e${index}.ts`,
    docs: "An endpoint.",
    imports: new Map([["flowc/runtime", new Set(["fail"])]]),
    typeImports: new Map([["hono", new Set(["Context"])]]),
    declarations: [
      {
        kind: "const",
        name: `e${index}`,
        exported: true,
        initializer: c.code`async (context: Context): Promise<Response> => {
          if (context.req.query("fail") !== undefined) ${failure}
          return context.text(${c.quote("// node_modules/hono\né\u2028")});
        }`,
      },
    ],
  });
  const failure = at(flow.span(19, 27), c.code`fail();`);
  return [app, ...numbers.map((index) => endpoint(index, failure))].map(print);
}

describe("bundle", () => {
  let directory: string;
  let made: Bundle;
  const small = modules(3);

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), "flowc-bundle-"));
    made = await bundle(small, runtimeIn(stub));
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  /** Starts the bundle alone in a directory, asks for paths, and returns the answers and what it wrote to stderr. */
  async function serve(packageJson: string | undefined, flags: readonly string[], paths: readonly string[]) {
    const place = mkdtempSync(join(directory, "place-"));
    writeFileSync(join(place, "server.js"), made.code);
    writeFileSync(join(place, "server.js.map"), made.map);
    if (packageJson !== undefined) writeFileSync(join(place, "package.json"), packageJson);
    const server = spawn(process.execPath, [...flags, join(place, "server.js")], { cwd: place });
    let errors = "";
    server.stderr.on("data", (data) => {
      errors += data;
    });
    try {
      const port = await new Promise<string>((resolve, reject) => {
        server.stdout.on("data", (data) => resolve(String(data).replace("port ", "").trim()));
        server.on("exit", () => reject(new Error(errors)));
      });
      const texts = [];
      for (const path of paths) texts.push(await (await fetch(`http://localhost:${port}${path}`)).text());
      return { texts, errors };
    } finally {
      server.kill();
    }
  }

  test.each([undefined, "{}", '{"type":"module"}', '{"type":"commonjs"}'])(
    "runs alone, without a warning, where package.json is %s",
    async (packageJson) => {
      const { texts, errors } = await serve(packageJson, [], ["/e2"]);
      expect(texts).toEqual(["// node_modules/hono\né\u2028"]);
      expect(errors).toBe("");
    },
  );

  test("a stack trace names the line of the flow", async () => {
    const { texts } = await serve(undefined, ["--enable-source-maps"], ["/e1?fail"]);
    expect(texts[0]).toMatch(/at fail \(.*flowc[/\\]runtime[/\\]index\.ts:2:\d+\)/);
    expect(texts[0]).toMatch(/at .*nested[/\\]users\.xml:3:3\)/);
    expect(texts[0]).toMatch(/node_modules[/\\]hono[/\\]dist[/\\]hono-base\.js:\d+/);
  });

  test("the map has each source once, with its text", () => {
    const { sources, sourcesContent } = JSON.parse(made.map) as SourceMap;
    expect(new Set(sources).size).toBe(sources.length);
    expect(sources).toEqual(
      expect.arrayContaining([
        "nested/users.xml",
        "endpoints/e0.ts",
        "app.ts",
        "server.ts",
        "flowc/runtime/index.ts",
      ]),
    );
    expect(sources).toContain("node_modules/hono/dist/hono.js");
    expect(sourcesContent[sources.indexOf("nested/users.xml")]).toBe(flow.text);
    expect(sourcesContent[sources.indexOf("flowc/runtime/index.ts")]).toContain("failed");
    expect(sourcesContent).not.toContain(null);
  });

  test("names of the app's code stay, and no path of a file comes in", () => {
    expect(made.code).toContain("e0=async context=>{");
    expect(made.code).not.toContain("node_modules/http-cache-semantics");
  });

  test("the bytes do not depend on where flowc is, nor on where it is started", async () => {
    const elsewhere = join(directory, "some/where/else");
    mkdirSync(elsewhere, { recursive: true });
    cpSync(stub, join(elsewhere, "runtime"), { recursive: true });
    const installed = fileURLToPath(new URL("../../node_modules", import.meta.url));
    mkdirSync(join(elsewhere, "node_modules"));
    for (const name of ["hono", "@hono"])
      symlinkSync(join(installed, name), join(elsewhere, "node_modules", name));
    const ownCopy = "http-cache-semantics";
    cpSync(join(installed, ownCopy), join(elsewhere, "node_modules", ownCopy), { recursive: true });
    writeFileSync(join(elsewhere, "tsconfig.json"), '{"compilerOptions":{"target":"es5"}}');
    const before = process.cwd();
    process.chdir(elsewhere);
    try {
      expect(await bundle(small, runtimeIn(join(elsewhere, "runtime")))).toEqual(made);
    } finally {
      process.chdir(before);
    }
    for (const text of [made.code, made.map]) {
      expect(text).not.toContain(directory);
      expect(text).not.toContain(fileURLToPath(new URL("../..", import.meta.url)));
      expect(text).not.toContain("flowc-output");
      expect(text).not.toContain("flowc-flow");
    }
  });

  test("the packages take less than 100 KB, so that 50 KB are left for the runtime and the flows", () => {
    expect(made.code.length).toBeLessThan(100_000);
  });

  test("saxon-js is a file beside the bundle, which finds it wherever it is started", async () => {
    const place = mkdtempSync(join(directory, "xslt-"));
    const script = `import SaxonJS from "saxon-js";\nconsole.log(SaxonJS.XPath.evaluate("1 + 1", null));\nexport function listen() {}\n`;
    writeFileSync(join(place, "node.ts"), script);
    const { code, beside, packages } = await bundle(modules(0), {
      index: join(stub, "index.ts"),
      node: join(place, "node.ts"),
    });
    expect(packages.map(({ name }) => name)).toContain("saxon-js");
    writeFileSync(join(place, "server.js"), code);
    for (const { path, text } of beside) writeFileSync(join(place, path), text);
    for (const type of ["commonjs", "module"]) {
      writeFileSync(join(place, "package.json"), JSON.stringify({ type }));
      for (const [args, cwd] of [
        [["server.js"], place],
        [["--enable-source-maps", join(place, "server.js")], directory],
        [["-e", `import(${JSON.stringify(pathToFileURL(join(place, "server.js")).href)})`], directory],
      ] as const)
        expect(execFileSync(process.execPath, [...args], { cwd, encoding: "utf8" })).toBe("2\n");
    }
  });

  test("SaxonJS beside the bundle makes no code, and reaches neither files nor the network", async () => {
    const place = mkdtempSync(join(directory, "xslt-"));
    writeFileSync(join(place, "secret.xml"), "<a>secret</a>");
    const file = pathToFileURL(join(place, "secret.xml")).href;
    const attempts = [
      "Q{http://saxonica.com/ns/interactiveXSLT}eval('globalThis.reached = 1')",
      `doc('${file}')`,
      `unparsed-text('${file}')`,
      "doc('http://127.0.0.1:1/')",
    ];
    const script = `import SaxonJS from "saxon-js";
      for (const attempt of ${JSON.stringify(attempts)}) {
        try { console.log(String(SaxonJS.XPath.evaluate(attempt, null))); } catch { console.log("refused"); }
      }
      console.log(globalThis.reached);
      export function listen() {}\n`;
    writeFileSync(join(place, "node.ts"), script);
    const { code, beside } = await bundle(modules(0), {
      index: join(stub, "index.ts"),
      node: join(place, "node.ts"),
    });
    writeFileSync(join(place, "server.js"), code);
    for (const { path, text } of beside) writeFileSync(join(place, path), text);
    const output = execFileSync(process.execPath, ["server.js"], { cwd: place, encoding: "utf8" });
    expect(output.trim().split("\n")).toEqual([...attempts.map(() => "refused"), "undefined"]);
  });

  test("a module that is missing is an error", async () => {
    const [app] = small;
    if (app === undefined) throw new Error("no app");
    await expect(bundle([app], runtimeIn(stub))).rejects.toThrow(
      "There is no generated module endpoints/e0.ts.",
    );
  });

  test("the map of many modules from one file holds that file once", async () => {
    const { map } = await bundle(modules(200), runtimeIn(stub));
    expect(map.split("<error/>").length - 1).toBe(1);
  });
});
