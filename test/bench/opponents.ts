import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { type Case, plainCases, stylesheetCase, upstreamCases } from "./cases.js";
import { contest } from "./contestants.js";
import { ratios } from "./measure.js";
import { type Row, ratioCell, type Table } from "./page.js";
import { bundleByHand, sources } from "./project.js";
import { type Contestant, race } from "./race.js";

/** A program that users would take instead. */
interface Opponent {
  readonly name: string;
  /** The way that it is written. */
  readonly by: string;
  readonly leavesOut: string;
  /** Files that are there if it is installed. */
  readonly needs: readonly string[];
  readonly install: string;
  version(): string;
  start(directory: string, upstream: string): Promise<Omit<Contestant, "name">>;
}

const home = join(sources, "opponents");
const packages = join(home, "node_modules");

const pick = (cases: readonly Case[], ...indices: number[]): readonly Case[] =>
  indices.flatMap((index) => cases[index] ?? []);

/** All but transforming XML. */
const jsonCases = [...pick(plainCases, 0, 1, 2, 3, 6), ...pick(upstreamCases, 0, 2)];

/** A framework on `node:http`. */
const framework = (name: string, packageName: string, by: string): Opponent => ({
  name,
  by,
  leavesOut: "–",
  ...fromNpm(packageName),
  start: async (directory, upstream) => ({
    env: { UPSTREAM: `http://${upstream}` },
    proof: "answers and events",
    cases: jsonCases,
    run: await bundleByHand(`opponents/${packageName}.js`, join(directory, `${packageName}.cjs`)),
  }),
});

const nodeRed: Opponent = {
  name: "Node-RED",
  by: "function nodes between HTTP nodes, without the editor",
  leavesOut: "all events",
  ...fromNpm("node-red"),
  start: async (directory, upstream) => ({
    env: {},
    proof: "answers",
    cases: jsonCases,
    run: (port) => {
      const own = filled(
        join(directory, `node-red-${port}`),
        { UPSTREAM: upstream },
        { "node-red/flows.json": "flows.json" },
      );
      const settings = join(home, "node-red/settings.cjs");
      return [process.execPath, join(packages, "node-red/red.js"), "--settings", settings, "--userDir", own];
    },
  }),
};

const nginxProgram = "/usr/sbin/nginx";

/** nginx with one worker. @param modules its packages in Debian's order of loading */
function nginx(
  name: string,
  file: string,
  by: string,
  cases: readonly Case[],
  modules: readonly string[],
): Opponent {
  const needs = modules.map((module) => `/usr/lib/nginx/modules/${module}_module.so`);
  const { username: USER } = userInfo();
  return {
    name,
    by,
    leavesOut: "events of upstream requests and errors",
    needs: [nginxProgram, ...needs],
    install: "apt-get install nginx libnginx-mod-http-{js,lua,xslt-filter} lua-cjson",
    version: () => /[\d.]+/.exec(spawnSync(nginxProgram, ["-v"]).stderr.toString())?.[0] ?? "",
    start: async (directory, upstream) => ({
      env: {},
      proof: "answers",
      cases,
      run: (port) => {
        const MODULES = needs.map((path) => `load_module ${path};`).join("\n");
        const own = filled(
          join(directory, `nginx-${port}`),
          { USER, MODULES, PORT: String(port), UPSTREAM: upstream },
          {
            "nginx/nginx.conf": "nginx.conf",
            [`nginx/${file}.conf`]: "locations.conf",
            "nginx/api.js": "api.js",
            "../flows/catalog.xsl": "catalog.xsl",
          },
        );
        return [nginxProgram, "-p", own, "-c", "nginx.conf", "-e", "stderr"];
      },
    }),
  };
}

function fromNpm(name: string): Pick<Opponent, "needs" | "install" | "version"> {
  const file = join(packages, name, "package.json");
  return {
    needs: [file],
    install: "npm ci --prefix test/bench/opponents",
    version: () => (JSON.parse(readFileSync(file, "utf8")) as { readonly version: string }).version,
  };
}

/** Copies files of `opponents/` to a directory, with other words for those between "@". Returns the directory. */
function filled(
  directory: string,
  words: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>>,
): string {
  mkdirSync(directory, { recursive: true });
  for (const [from, to] of Object.entries(files)) {
    const text = readFileSync(join(home, from), "utf8");
    writeFileSync(
      join(directory, to),
      text.replace(/@([A-Z]+)@/g, (_, word: string) => words[word] ?? ""),
    );
  }
  return directory;
}

const all: readonly Opponent[] = [
  framework("Fastify", "fastify", "schemas of responses, `fetch`, `@fastify/http-proxy`"),
  framework("Express", "express", "`express.json()`, `fetch`, `http-proxy-middleware`"),
  nodeRed,
  nginx("nginx, njs", "njs", "`js_content`, `r.subrequest()`, `proxy_pass`", jsonCases, ["ngx_http_js"]),
  nginx("nginx, Lua", "lua", "`content_by_lua_block`, `cjson`, `proxy_pass`", jsonCases, [
    "ndk_http",
    "ngx_http_lua",
  ]),
  nginx(
    "nginx, xslt filter",
    "xslt",
    "`xslt_stylesheet` after `proxy_pass`",
    [stylesheetCase],
    ["ngx_http_xslt_filter"],
  ),
];

/** Processor time beside programs that users would take instead, each written as its documentation does it. */
export function opponents(isQuick: boolean): Promise<readonly Table[]> {
  return contest("opponents", async (byHand, directory, upstream) => {
    const isThere = ({ needs }: Opponent): boolean => needs.every((path) => existsSync(path));
    const contestants: Contestant[] = byHand
      .filter(({ name }) => name === "flowc" || name === "Hono")
      .map((each) => (each.name === "Hono" ? { ...each, cases: jsonCases } : each));
    for (const { name, start } of all.filter(isThere))
      contestants.push({ name, ...(await start(directory, upstream)) });
    const cases = [...jsonCases, stylesheetCase];
    const { results } = await race(directory, contestants, cases, isQuick ? [2, 2] : [5, 3]);
    const names = ["Hono", ...all.map(({ name }) => name)];
    const rows = results.map(({ case: each, sides }): Row => {
      const [ours] = sides;
      const found = names.map((name) => {
        const side = sides[contestants.findIndex((one) => one.name === name)];
        return side === undefined || side.cpu.length === 0 ? undefined : ratios(ours?.cpu ?? [], side.cpu);
      });
      return {
        // nginx, which is written in C, is first in nearly all rows; the page says so once.
        isLost: found.some(
          (ratio, side) =>
            ratio !== undefined && ratio.median > 1 && names[side]?.startsWith("nginx") === false,
        ),
        cells: [each.name, ...found.map((ratio) => (ratio === undefined ? "–" : ratioCell(ratio)))],
      };
    });
    const about = all.map(
      (each): Row => ({
        isLost: false,
        cells: [
          each.name,
          isThere(each) ? each.version() : `not installed: ${each.install}`,
          each.by,
          each.leavesOut,
        ],
      }),
    );
    return [
      { title: "Processor time, as ratios", headings: ["", ...names], rows },
      { title: "The programs", headings: ["", "version", "written with", "leaves out"], rows: about },
    ];
  });
}
