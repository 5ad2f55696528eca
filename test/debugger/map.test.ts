/** The statements of a built app's source map about its sources, and where it says they are. */
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { eachMapping, TraceMap } from "@jridgewell/trace-mapping";
import { describe, expect, test } from "vitest";
import { type Files, scratchDirectory, writeFiles } from "../support/compile.js";
import { MapReader } from "../support/map-reader.js";
import { fixture, flowc } from "../support/project.js";

const swagger = `
swagger: "2.0"
basePath: /api
paths:
  /orders: { get: { x-flow: orders.xml } }
`;

/** Builds an app, and reads the map of its `server.js`. */
async function built(flows: string, out: string, ...options: readonly string[]): Promise<MapReader> {
  const { code, stderr } = await flowc("build", flows, "-o", out, ...options);
  if (code !== 0) throw new Error(stderr);
  return new MapReader(pathToFileURL(join(out, "server.js")).href, "server.js.map");
}

function written(directory: string, files: Files): string {
  writeFiles(
    directory,
    Object.entries(files).map(([path, text]) => ({ path, text })),
  );
  return directory;
}

const flow = `<flow>\n  <template>{ "a": {{ $request/get/a }} }</template>\n</flow>`;

describe("server.js.map", () => {
  test("names every file that it has the text of, and each once", async () => {
    const out = join(scratchDirectory("map"), "gen");
    const { raw, files } = await built(fixture("petstore"), out);
    expect(new Set(raw.sources).size).toBe(raw.sources.length);
    expect(raw.sourcesContent).toHaveLength(raw.sources.length);
    const ignored = new Set(raw.ignoreList);
    const own = files.filter((_, index) => !ignored.has(index)).map((file) => relative(out, file));
    const inFlows = relative(out, fixture("petstore"));
    expect(own).toEqual(
      expect.arrayContaining([
        `${inFlows}/pet/get.xml`,
        `${inFlows}/shared/find-pet.xml`,
        "endpoints/get-pet-by-id.ts",
        "flows/shared-find-pet.ts",
        "contracts/delete-order.ts",
        "app.ts",
      ]),
    );
    for (const [index, file] of files.entries()) {
      if (ignored.has(index) || file.endsWith("/server.ts")) continue;
      expect([file, raw.sourcesContent[index] ?? readFileSync(file, "utf8")]).toEqual([
        file,
        readFileSync(file, "utf8"),
      ]);
    }
  });

  test("tells debuggers to pass over the runtime, packages, and code that others made", async () => {
    const { raw } = await built(fixture("petstore"), join(scratchDirectory("map"), "gen"));
    const ignored = new Set(raw.ignoreList);
    const isForeign = (source: string) => /^(?:flowc\/runtime|node_modules|schemas|assets)\//.test(source);
    const ofUser = raw.sources.filter((_, index) => !ignored.has(index));
    expect(ofUser.filter(isForeign)).toEqual([]);
    expect(raw.sources.filter((source, index) => ignored.has(index) && !isForeign(source))).toEqual([]);
    expect(ignored.size).toBeGreaterThan(100);
  });

  test("leads flowc from each word of the code to the same word of a generated module", async () => {
    const out = join(scratchDirectory("map"), "gen");
    const { raw } = await built(fixture("petstore"), out);
    const map = new TraceMap({ version: 3, sources: raw.sources, names: [], mappings: raw.x_flowc_modules });
    const code = readFileSync(join(out, "server.js"), "utf8").split("\n");
    const word = (line = "", column = 0) => /^[$a-z_][$\w]*/i.exec(line.slice(column))?.[0];
    const words: (string | undefined)[][] = [];
    eachMapping(map, ({ generatedLine, generatedColumn, source, originalLine, originalColumn }) => {
      const text = raw.sourcesContent[raw.sources.indexOf(source ?? "")]?.split("\n") ?? [];
      const made = word(code[generatedLine - 1], generatedColumn);
      const written = word(text[(originalLine ?? 0) - 1], originalColumn ?? 0);
      // All constants are variables in the bundle, also the one that has the default export.
      words.push([made, made === "var" || made === "app_default" ? made : written]);
    });
    expect(words.length).toBeGreaterThan(2000);
    expect(words.filter(([made, written]) => made !== undefined && made !== written)).toEqual([]);
  });

  test.each([
    ["beside the flows", "app/flows", "app/gen"],
    ["among the flows", "app/flows", "app/flows/gen"],
    ["around the flows", "app/flows", "app"],
    ["somewhere else", "app/flows", "out/of/it"],
    ["where names have characters of URLs", "my #1/100% flows", "my #1/what?"],
  ])("leads from an output directory %s to the flows", async (_, flows, out) => {
    const directory = scratchDirectory("map");
    written(join(directory, flows), { "swagger.yaml": swagger, "orders.xml": flow });
    const { raw } = await built(join(directory, flows), join(directory, out));
    const base = pathToFileURL(join(directory, out, "server.js.map"));
    const found = raw.sources.map((source) => fileURLToPath(new URL(source, base)));
    expect(found).toContain(join(directory, flows, "orders.xml"));
    expect(found).toContain(join(directory, out, "endpoints/get-orders.ts"));
    expect(raw.sources.join()).not.toContain(directory);
  });

  test("leads to flows whose names mean something else in URLs", async () => {
    const names = [
      "a b.xml",
      ..."100%.xml a#b.xml what?.xml größe.xml shop:a.xml a\\b.xml %41.xml".split(" "),
    ];
    const paths = names.map((name, index) => `  /p${index}: { get: { x-flow: ${JSON.stringify(name)} } }\n`);
    const directory = scratchDirectory("map");
    const flows = written(join(directory, "flows"), {
      "swagger.yaml": `swagger: "2.0"\nbasePath: /api\npaths:\n${paths.join("")}`,
      ...Object.fromEntries(names.map((name) => [name, flow])),
    });
    const { raw } = await built(flows, join(directory, "gen"));
    const base = pathToFileURL(join(directory, "gen/server.js.map"));
    const found = raw.sources.map((source) => fileURLToPath(new URL(source, base)));
    expect(found.filter((file) => existsSync(file))).toEqual(
      expect.arrayContaining(names.map((name) => join(flows, name))),
    );
  });

  test.each([
    ["https://example.test/shop", "https://example.test/shop/orders.xml"],
    ["https://example.test/shop/", "https://example.test/shop/orders.xml"],
    ["../../flows", "../../flows/orders.xml"],
    [".", "./orders.xml"],
    ["", "orders.xml"],
  ])("names flows as --source-root %j says, and nothing else of the machine", async (root, source) => {
    const directory = scratchDirectory("map");
    const flows = written(join(directory, "flows"), {
      "swagger.yaml": swagger,
      "orders.xml": flow,
    });
    const { raw } = await built(flows, join(directory, "gen"), "--source-root", root);
    const index = raw.sources.indexOf(source);
    expect(raw.sourcesContent[index]).toBe(flow);
    expect(raw.sources.filter((each) => each.startsWith("..")).filter((each) => each !== source)).toEqual([]);
  });
});
