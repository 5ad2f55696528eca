/** Which tests run a line, by the record. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { usersOf } from "../reach/imports.js";
import { readReach } from "../reach/record.js";
import { repository, testFilePaths } from "../sources.js";

export interface Asked {
  readonly testFile: string;
  /** That it took when it last ran. */
  readonly seconds: number;
}

interface Known extends Asked {
  readonly lines: Readonly<Record<string, ReadonlySet<number>>>;
}

let record: readonly Known[] | undefined;

/** The test files that run the line, or of code that runs when it is read, that run what uses it; the quickest first. */
export function askedFor(path: string, line: number): readonly Asked[] {
  record ??= readAll();
  const direct = record.filter(({ lines }) => lines[path]?.has(line));
  if (direct.length > 0) return direct;
  // A condition may stand in a line of its own, of which V8 knows only the beginning of the statement.
  const near = record.filter(({ lines }) => [line - 1, line - 2].some((each) => lines[path]?.has(each)));
  if (near.length > 0) return near;
  const users = usersOf(path);
  return record.filter(({ lines }) => [path, ...users].some((user) => lines[user] !== undefined));
}

function readAll(): readonly Known[] {
  const seconds = durations();
  const known = testFilePaths().flatMap((testFile): Known[] => {
    const reach = readReach(testFile);
    if (reach === undefined) return [];
    const lines = Object.entries(reach.lines).map(([path, run]) => [path, new Set(run)] as const);
    return [{ testFile, seconds: seconds.get(testFile) ?? 5, lines: Object.fromEntries(lines) }];
  });
  if (known.length === 0)
    throw new Error("There is no record of what tests reach: npm run affected -- --record makes it.");
  return known.sort((one, other) => one.seconds - other.seconds);
}

/** As Vitest keeps them. */
function durations(): ReadonlyMap<string, number> {
  const place = join(repository, "node_modules/.vite/vitest");
  const found = new Map<string, number>();
  if (!existsSync(place)) return found;
  for (const directory of readdirSync(place)) {
    const { results } = JSON.parse(readFileSync(join(place, directory, "results.json"), "utf8")) as {
      results: readonly (readonly [string, { readonly duration: number }])[];
    };
    for (const [name, { duration }] of results) found.set(name.replace(/^\w*:/, ""), duration / 1000);
  }
  return found;
}
