/** The settings for VS Code in docs/debugging.md fit the map that a build writes. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { MapReader } from "../support/map-reader.js";
import { fixture, flowc, repository } from "../support/project.js";
import { built } from "../support/served.js";

interface Configuration {
  readonly request: string;
  readonly program?: string;
  readonly outFiles: readonly string[];
  readonly resolveSourceMapLocations?: readonly string[];
  readonly skipFiles: readonly string[];
}

const page = readFileSync(join(repository, "docs/debugging.md"), "utf8");
const block = (name: string): unknown =>
  JSON.parse(new RegExp(`^\`\`\`json ${name}\\n(.*?)^\`\`\``, "ms").exec(page)?.[1] ?? "");

let workspace = "";
let map: MapReader;

beforeAll(async () => {
  workspace = dirname(
    await built({
      "swagger.yaml": `swagger: "2.0"\nbasePath: /api\npaths: {}\n`,
    }),
  );
  const gen = join(workspace, "gen");
  const { code, stderr } = await flowc("build", fixture("petstore"), "-o", gen, "--source-root", "../flows");
  expect(code, stderr).toBe(0);
  map = new MapReader(pathToFileURL(join(gen, "server.js")).href, "server.js.map");
});

/** A path with the variable that VS Code has for the directory of the project. */
const expanded = (path: string): string => path.replace(/\$\{workspaceFolder\}/, workspace);

/** A path in which `**` stands for any directories and files. */
function matches(pattern: string, file: string): boolean {
  const whole = expanded(pattern).split("**");
  return new RegExp(`^${whole.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(".*")}$`).test(
    file,
  );
}

test("breakpoints are allowed in flows", () => {
  expect(block("settings")).toEqual({ "debug.allowBreakpointsEverywhere": true });
});

test("launch.json names the files of a build", () => {
  const { configurations } = block("launch") as { readonly configurations: readonly Configuration[] };
  expect(configurations.map(({ request }) => request)).toEqual(["launch", "attach"]);
  for (const { program, outFiles, resolveSourceMapLocations, skipFiles } of configurations) {
    const server = join(workspace, "gen/server.js");
    if (program !== undefined) expect(existsSync(expanded(program))).toBe(true);
    expect(outFiles.some((pattern) => matches(pattern, server))).toBe(true);
    for (const pattern of resolveSourceMapLocations ?? [])
      expect(matches(pattern, `${server}.map`)).toBe(true);
    // The files that Chrome passes over by itself, and no others, VS Code passes over because of its
    // settings.
    const skipped = map.files.filter((file) => skipFiles.some((pattern) => matches(pattern, file)));
    expect(skipped).toEqual(map.files.filter((_, index) => map.raw.ignoreList?.includes(index)));
  }
});
