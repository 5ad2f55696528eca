/** No import cycles, computed from the imports: a module can be read without what is built on it. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { betweenFolders, cyclesAmong, type Import, importsOf, readImports } from "../support/import-graph.js";
import { repository } from "../support/project.js";

/** Modules whose types are mutually recursive by nature, and why. Such a cycle is one of types, never of values. */
const recursiveTypes: readonly { readonly modules: readonly string[]; readonly because: string }[] = [
  {
    modules: ["runtime/data/model/node.ts", "runtime/data/model/values.ts"],
    because: "A selection has nodes, and a node is a selection: the set of itself.",
  },
  {
    modules: [
      "runtime/xslt/prepared.ts",
      "runtime/xslt/rules.ts",
      "runtime/xslt/stylesheet.ts",
      "runtime/xslt/transformation.ts",
    ],
    because: "A template writes to the transformation, which applies templates.",
  },
];

const imports = readImports("bin", "compiler", "runtime");

test("no folder imports what imports it, by value or type", () => {
  expect(cyclesAmong(betweenFolders(imports))).toEqual([]);
});

test("no module imports what imports it, but for types that are recursive by nature", () => {
  expect(cyclesAmong(imports)).toEqual(recursiveTypes.map(({ modules }) => modules));
});

test("no module imports a value of what imports its values", () => {
  expect(cyclesAmong(imports.filter(({ isType }) => !isType))).toEqual([]);
});

/** The rooms of the runtime, as `runtime/README.md` has them, from the ground up. */
const rooms: readonly string[] = [
  ...["base", "data", "http", "pattern", "observe", "request", "upstream", "language"],
  ...["xslt", "security", "validation", "handler", "server", "develop"],
];

describe("the runtime", () => {
  const within = imports.filter(({ from, to }) => from.startsWith("runtime/") && to.startsWith("runtime/"));
  const isEntry = (path: string): boolean => /^runtime\/[^/]*$/.test(path);

  test("a room imports only rooms that come before it, and no entry", () => {
    const place = (path: string): number => rooms.indexOf(path.split("/")[1] ?? "");
    const between = within.filter(({ from }) => !isEntry(from));
    const upwards = between.filter(
      ({ from, to }) => place(from) < 0 || isEntry(to) || place(to) > place(from),
    );
    expect(upwards).toEqual([]);
    const readme = readFileSync(`${repository}/runtime/README.md`, "utf8");
    const listed = [...readme.matchAll(/^\| `([a-z-]+)\/` \|/gm)];
    expect(listed.map(([, name]) => name)).toEqual(rooms);
  });

  test("a file beside the rooms is an entry, which exports what rooms have, and is listed", () => {
    const names = [...new Set(within.map(({ from }) => from))].filter(isEntry);
    const readme = readFileSync(`${repository}/runtime/README.md`, "utf8");
    for (const path of names) {
      const code = readFileSync(`${repository}/${path}`, "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
      expect([
        path,
        code.replace(/export (?:type )?(?:\*(?: as \w+)?|\{[^}]*\}) from "[^"]*";/g, "").trim(),
      ]).toEqual([path, ""]);
    }
    const listed = [...readme.matchAll(/^\| `([a-z-]+)\.ts` \|/gm)].map(([, name]) => `runtime/${name}.ts`);
    expect(listed.sort()).toEqual(names.sort());
  });
});

describe("the graph", () => {
  test("has the imports of the modules", () => {
    expect(imports.length).toBeGreaterThan(1500);
    expect(imports).toContainEqual({
      from: "runtime/data/xpath/child-path.ts",
      to: "runtime/data/json/json-node.ts",
      isType: false,
    });
    expect(imports).toContainEqual({
      from: "runtime/request/context.ts",
      to: "runtime/request/facilities.ts",
      isType: true,
    });
  });

  test.each([
    ['import { a } from "./b.js";', false],
    ['import type { A } from "./b.js";', true],
    ['import { type A, b } from "./b.js";', false],
    ['import {\n  type A,\n  type B,\n} from "./b.js";', true],
    ['import "./b.js";', false],
    ['export { a } from "./b.js";', false],
    ['export type { A } from "./b.js";', true],
    ['export * from "./b.js";', false],
    ['const b = await import("./b.js");', false],
    ['declare module "./b.js" {\n}', true],
  ])("reads %j", (text, isType) => {
    expect(importsOf("x/a.ts", text)).toEqual([{ from: "x/a.ts", to: "x/b.ts", isType }]);
  });

  test("finds a cycle of any length, and no other modules", () => {
    const graph = (...edges: readonly string[]): readonly Import[] =>
      edges.map((edge) => ({ from: edge.charAt(0), to: edge.charAt(1), isType: false }));
    expect(cyclesAmong(graph("ab", "bc", "cd", "ad"))).toEqual([]);
    expect(cyclesAmong(graph("ab", "bc", "ca", "cd", "ed", "de", "bf"))).toEqual([
      ["a", "b", "c"],
      ["d", "e"],
    ]);
  });
});
