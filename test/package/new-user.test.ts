/** The first steps of a new user: what README.md says for a project of one's own, with the packed file, npm and npx as they are. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { scratchDirectory } from "../support/compile.js";
import { type InstalledPackage, installPackage } from "../support/installed.js";
import { repository } from "../support/project.js";
import { sourcePaths } from "../tools/sources.js";

const read = (path: string): string => readFileSync(join(repository, path), "utf8");
const [, section = ""] = /^## In a project of your own\n([\s\S]*?)^## /m.exec(read("README.md")) ?? [];
const commands = [...section.matchAll(/^ {4}(\S.*)$/gm)].map(([, command = ""]) => command);

let installed: InstalledPackage;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  installed = await installPackage();
  // npm would ask its registry for the packages that flowc needs; they are there, and so is what npm writes.
  mkdirSync(join(installed.project, "node_modules/.bin"));
  symlinkSync("../flowc/dist/bin/flowc.js", join(installed.project, "node_modules/.bin/flowc"));
  const manifest = { devDependencies: { flowc: `file:${basename(installed.tarball)}` } };
  writeFileSync(join(installed.project, "package.json"), JSON.stringify(manifest));
  env = { ...process.env, npm_config_offline: "true", npm_config_cache: scratchDirectory("npm-cache") };
}, 300_000);
afterAll(() => installed.remove());

const shell = (command: string) =>
  promisify(execFile)("sh", ["-ec", command], { cwd: installed.project, env });

test("installs the file that npm pack makes", () => {
  expect(commands[0]).toMatch(/^npm pack --pack-destination /);
  expect(commands[1]).toBe(`npm i -D ./${basename(installed.tarball)}`);
});

test("has an app that is checked, tested, built and served", { timeout: 300_000 }, async () => {
  const [, , init = "", dev = ""] = commands;
  expect(init).toContain("flowc init flows");
  const { stdout } = await shell(`${init} --yes`);
  const next = [...(stdout.split("\nnext: ")[1] ?? "").matchAll(/^ *(\S.*)$/gm)].map(([, one]) => one);
  expect(next).toEqual([dev, "npm test", "npm run build && npm start"]);
  await shell("npm run check");
  expect((await shell("npm test")).stdout).toMatch(/^1 passed/m);
  await shell("npm run build");
  const server = spawn("npm", ["start"], {
    cwd: installed.project,
    env: { ...env, PORT: "0", HOST: undefined },
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(server, "exit");
  onTestFinished(async () => {
    if (server.pid !== undefined) process.kill(-server.pid);
    await ended;
  });
  let log = "";
  for await (const piece of server.stderr) {
    log += String(piece);
    if (log.includes("listening on ")) break;
  }
  const [, url = ""] = /listening on (http:\/\/localhost:\d+)/.exec(log) ?? [];
  expect(await (await fetch(`${url}/api/hello?name=Ada`)).json()).toEqual({ greeting: "Hello, Ada!" });
});

test("AGENTS.md names pages that the package has", () => {
  const agents = readFileSync(join(installed.project, "flows/AGENTS.md"), "utf8");
  const docs = readdirSync(join(installed.project, "node_modules/flowc/docs"), {
    recursive: true,
    encoding: "utf8",
  });
  const pages = [...agents.matchAll(/`([\w/-]+\.md)`/g)].map(([, page = ""]) => page);
  expect(pages.length).toBeGreaterThan(2);
  expect(pages.filter((page) => !docs.includes(page))).toEqual([]);
});

test("no text has npm download something by the name of flowc", async () => {
  const { stdout } = await promisify(execFile)(
    "git",
    ["ls-files", "README.md", "docs", "editors", "fixtures", ".ci"],
    { cwd: repository, maxBuffer: 1 << 24 },
  );
  const texts = stdout.split("\n").filter((path) => /\.(?:md|yml|yaml|json|ts|lua|sh)$/.test(path));
  const downloads =
    /(?:npx|bunx|dlx|exec) +(?:-y +|--yes +)?flowc\b|"npx",? *(?:"args": \[)?"flowc"|npm (?:i|install|add)\b[^\n`#]* flowc(?![-\w./])/;
  const wrong = [...new Set([...texts, ...sourcePaths()])].filter((path) => downloads.test(read(path)));
  expect(wrong).toEqual([]);
});
