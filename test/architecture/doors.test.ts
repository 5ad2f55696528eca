/**
 * What is built around the compiler and the runtime enters their rooms by one module each, the room's `index.ts`, which
 * lists all that is seen of it from there: who mends a flow need not know these rooms, nor who works in them the core.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { importsOf } from "../support/import-graph.js";
import { listFiles, repository } from "../support/project.js";

const around: Readonly<Record<string, readonly string[]>> = {
  workbench: ["bin/commands/dev/", "bin/commands/map/"],
  move: [
    ...["record", "compare", "replay", "report"].map((command) => `bin/commands/${command}/`),
    ...["bin/recording/", "compiler/move/", "runtime/server/recording/"],
  ],
  editor: ["bin/commands/lsp/", "bin/commands/mcp/", "compiler/editor/"],
};

/** Modules that run in browsers, too, where the rest of their room does not. */
const forBrowsers = ["runtime/base/base64.ts", "runtime/http/charset.ts", "runtime/http/field-syntax.ts"];

/** A room's door, and what else stands at the top: the pipeline, and the entries of the runtime. */
const isDoor = (path: string): boolean =>
  /^(?:compiler|runtime)\/(?:\w+\/|observe\/trace\/)?index\.ts$/.test(path);
const isEntry = (path: string): boolean => /^(?:compiler|runtime)\/[\w-]+\.ts$/.test(path);

const isWithin = (path: string, rooms: readonly string[]): boolean =>
  rooms.some((room) => path.startsWith(room));

const modules = ["bin", "compiler", "runtime"]
  .flatMap((folder) => listFiles(`${repository}/${folder}`).map((path) => `${folder}/${path}`))
  .filter((path) => /\.tsx?$/.test(path));
const textOf = (path: string): string => readFileSync(`${repository}/${path}`, "utf8");

const all = Object.values(around).flat();
const entering = (rooms: readonly string[]) =>
  modules
    .filter((path) => isWithin(path, rooms))
    .flatMap((path) => importsOf(path, textOf(path)))
    .filter(({ to }) => /^(?:compiler|runtime)\//.test(to) && !isWithin(to, all));

describe.each(Object.entries(around))("%s", (_, rooms) => {
  test("enters the rooms of the core by their doors", () => {
    const entered = entering(rooms);
    expect(entered.length).toBeGreaterThan(20);
    const byTheWall = entered.filter(({ to }) => !isDoor(to) && !isEntry(to) && !forBrowsers.includes(to));
    expect(byTheWall).toEqual([]);
  });
});

test("a door shows nothing that nobody takes", () => {
  const doors = new Set(
    entering(all).flatMap(({ to }) => (isDoor(to) && to.split("/").length > 2 ? to : [])),
  );
  expect(doors.size).toBeGreaterThan(10);
  const taken = new Set(
    modules.flatMap((path) =>
      [
        ...textOf(path).matchAll(
          /(?:^(?:import|export)(?:\s+type)?\s+\{|const \{)([^}]*)\}\s*(?:from|= await import\()/gm,
        ),
      ].flatMap(([, names = ""]) =>
        names.split(",").map((name) => name.trim().replace(/^type | as .*|:.*/g, "")),
      ),
    ),
  );
  const shown = [...doors].flatMap((door) =>
    [...textOf(door).matchAll(/^export (?:type )?\{([^}]*)\} from/gm)].flatMap(([, names = ""]) =>
      names.split(",").flatMap((name) => name.trim().replace(/^type /, "") || []),
    ),
  );
  expect(shown.length).toBeGreaterThan(100);
  expect(shown.filter((name) => !taken.has(name))).toEqual([]);
});
