/** `npm run size`: what `server.js` consists of, by room of the runtime and by package. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decode } from "@jridgewell/sourcemap-codec";

const apps = process.argv.length > 2 ? process.argv.slice(2) : ["hello", "petstore"];

/** `runtime/server/node`, or the name of a package, or that the code is the app's own. */
function roomOf(source: string): string {
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source) ?? [];
  if (name !== undefined) return name;
  const [, room] = /(?:^|\/)flowc\/(runtime\/[^.]+)\/[^/]+$/.exec(source) ?? [];
  return room ?? "the app";
}

/** Kilobytes of a bundle by room: each character belongs to the place that the mapping before it names. */
function rooms(code: string, map: { readonly mappings: string; readonly sources: readonly string[] }) {
  const found = new Map<string, number>();
  const lines = code.split("\n");
  const mappings = decode(map.mappings);
  for (const [index, line] of lines.entries()) {
    let room = "joining";
    let from = 0;
    const add = (to: number): void => {
      found.set(room, (found.get(room) ?? 0) + Buffer.byteLength(line.slice(from, to)) / 1000);
      from = to;
    };
    for (const [column, source] of mappings[index] ?? []) {
      add(column);
      if (source !== undefined) room = roomOf(map.sources[source] ?? "");
    }
    add(line.length);
  }
  return found;
}

const columns = apps.map((name) => {
  const out = mkdtempSync(join(tmpdir(), "flowc-size-"));
  execFileSync(process.execPath, ["dist/bin/flowc.js", "build", join("fixtures", name), "-o", out]);
  const text = (file: string): string => readFileSync(join(out, file), "utf8");
  const found = rooms(text("server.js"), JSON.parse(text("server.js.map")));
  rmSync(out, { recursive: true });
  return found;
});
const largest = (room: string): number => Math.max(...columns.map((sizes) => sizes.get(room) ?? 0));
const names = [...new Set(columns.flatMap((sizes) => [...sizes.keys()]))].sort(
  (one, other) => largest(other) - largest(one),
);
const row = (name: string, sizes: readonly number[]): string =>
  `${name.padEnd(34)}${sizes.map((size) => (size === 0 ? "" : size.toFixed(1)).padStart(10)).join("")}`;
console.log(`${"KB of server.js".padEnd(34)}${apps.map((app) => app.padStart(10)).join("")}`);
for (const name of names)
  console.log(
    row(
      name,
      columns.map((sizes) => sizes.get(name) ?? 0),
    ),
  );
console.log(
  row(
    "together",
    columns.map((sizes) => [...sizes.values()].reduce((sum, size) => sum + size, 0)),
  ),
);
