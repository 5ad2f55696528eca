/** The first steps of a new user: what README.md says, in a fresh clone and with the packed file, with npm and npx as they are. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { curl } from "../docs/support/walkthrough.js";
import { needing } from "../support/needs.js";
import { repository } from "../support/project.js";
import { startRegistry } from "../support/registry.js";
import { onFreePort, type RunningServer } from "../support/servers.js";
import { sourcePaths } from "../tools/sources.js";

const exec = promisify(execFile);
const read = (path: string): string => readFileSync(join(repository, path), "utf8");
const readme = read("README.md");
/** The commands of a text, as it prints them. */
const commandsOf = (text: string): readonly string[] =>
  [...text.matchAll(/^ {4}(\S.*)$/gm)].map(([, command = ""]) => command);
const headed = (text: string, heading: string): string =>
  text.split(/^## /m).find((section) => section.startsWith(`${heading}\n`)) ?? "";
const own = "In a project of your own";

const folder = mkdtempSync(join(tmpdir(), "flowc-new-user-"));
const [clone, project, standIns] = ["flowc", "my-app", "bin"].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];
const opened = join(folder, "opened");

/**
 * What `npm ci` installs is linked: `.ci/run` begins with the command itself. All else is npm as it is, which asks a registry
 * of this test for packages. The browser only says what it would open.
 */
const programs: Readonly<Record<string, string>> = {
  npm: `[ "$1" = ci ] || exec "$NPM" "$@"; ln -sfn "${repository}/node_modules" node_modules && exec "$NPM" run prepare`,
  "xdg-open": `echo "$1" > "${opened}"`,
};

let env: NodeJS.ProcessEnv = {};

beforeAll(async () => {
  for (const path of [standIns, project]) mkdirSync(path);
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(standIns, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(standIns, name), 0o755);
  }
  const registry = await startRegistry();
  const { stdout } = await exec("sh", ["-c", "command -v npm"]);
  const { npm_config_offline: _, ...outer } = process.env;
  env = {
    ...outer,
    PATH: [standIns, process.env.PATH].join(delimiter),
    HOST: undefined,
    NPM: stdout.trim(),
    npm_config_registry: registry.url,
    npm_config_cache: join(folder, "npm-cache"),
    npm_config_update_notifier: "false",
  };
  return registry.stop;
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true }));

const shell = (cwd: string, command: string) =>
  exec("sh", ["-ec", command], { cwd, env, maxBuffer: 1 << 26 });

/** What serves, until something else does. */
let server: RunningServer | undefined;
async function stop(): Promise<void> {
  await server?.stop();
  server = undefined;
}
afterEach(stop);

/** Runs a command that serves, on a free port in place of 8080. */
async function serve(cwd: string, command: string): Promise<RunningServer> {
  await stop();
  server = await onFreePort(async (port) => {
    const options = { cwd, env: { ...env, PORT: String(port) }, detached: true } as const;
    const child = spawn("sh", ["-ec", command], { ...options, stdio: ["ignore", "pipe", "pipe"] });
    const ended = once(child, "close");
    let log = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (piece: Buffer) => {
        log += String(piece);
      });
    const stop = async () => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid);
      await ended;
    };
    const isOver = ended.then(() => Promise.reject(new Error(`${command} has ended:\n${log}`)));
    const says = vi.waitFor(() => {
      const [url] = new RegExp(`http://(?:localhost|127[.]0[.]0[.]1):${port}\\b`).exec(log) ?? [];
      return url ?? Promise.reject(new Error(log));
    }, 60_000);
    let url: string;
    try {
      url = await Promise.race([says, isOver]);
    } catch (error) {
      await stop();
      throw error;
    } finally {
      for (const promise of [says, isOver]) promise.catch(() => {});
    }
    return { url, stop };
  });
  return server;
}

/** Commands that go on until somebody ends them. */
const serves = /^(?:node|npm run dev|npx --no -- flowc dev) ?/;

/** The repository as somebody clones it, with what is not committed yet. */
async function cloned(): Promise<void> {
  await exec("git", ["clone", "--quiet", "--no-tags", repository, clone]);
  const list = ["ls-files", "-z", "--modified", "--others", "--exclude-standard"];
  const { stdout } = await exec("git", list, { cwd: repository, maxBuffer: 1 << 24 });
  for (const path of stdout.split("\0").filter((path) => path !== "")) {
    rmSync(join(clone, path), { force: true });
    if (!existsSync(join(repository, path))) continue;
    mkdirSync(dirname(join(clone, path)), { recursive: true });
    cpSync(join(repository, path), join(clone, path));
  }
}

/** What git would commit of the clone. */
async function changes(): Promise<readonly string[]> {
  const { stdout } = await exec("git", ["status", "--porcelain"], { cwd: clone });
  // A link here; git ignores only the directory.
  return stdout.split("\n").filter((line) => line !== "?? node_modules");
}

describe("A new user who follows README.md", needing(curl), () => {
  test("in a fresh clone, sees answers and packs flowc", { timeout: 600_000 }, async () => {
    const [pack = "", ...others] = commandsOf(headed(readme, own));
    const commands = commandsOf(readme).filter((command) => !others.includes(command));
    const [hello, tests] = commands;
    expect(hello).toBe("npm ci && npm run hello");
    // This test would be one of them; `.ci/run` begins with it in a fresh clone.
    expect(tests).toBe("npm ci && npm test");
    expect(read(".ci/run")).toMatch(/\bnpm ci && .*\bnpm test\b/);
    expect(commands).toContain(pack);
    await cloned();
    const before = await changes();
    const answer = '{"greeting":"Hello, Ada!"}';
    expect(readme).toContain(`It answers \`${answer}\` `);
    for (const command of commands.filter((command) => command !== tests)) {
      if (serves.test(command)) {
        await serve(clone, command);
        continue;
      }
      const { stdout } = await shell(clone, command.replace("http://localhost:8080", server?.url ?? "$&"));
      if (/\bhello$|^curl /.test(command)) expect(stdout.trimEnd().split("\n").at(-1)).toBe(answer);
    }
    // The last one that serves opens a page.
    expect(commands.filter((command) => serves.test(command)).at(-1)).toContain(" --open");
    await expect.poll(() => existsSync(opened) && readFileSync(opened, "utf8")).toContain("http");
    const page = await fetch(readFileSync(opened, "utf8").trim());
    expect(await page.text()).toContain("<title>flowc dev</title>");
    expect(readdirSync(project)).toEqual([expect.stringMatching(/^flowc-[\d.]+\.tgz$/)]);
    expect(await changes(), "files that the commands leave beside those of the clone").toEqual(before);
  });

  test("with the packed file, has an app that is checked, tested, built and served", {
    timeout: 600_000,
  }, async () => {
    const [, ...commands] = commandsOf(headed(readme, own));
    expect(commands).toEqual([
      `npm i -D ./${readdirSync(project)[0]}`,
      expect.stringContaining("flowc init flows"),
      "npm run dev",
    ]);
    const [install = "", init = "", dev = ""] = commands;
    await shell(project, install);
    // A person at a terminal is asked, and says yes.
    const { stdout } = await shell(project, `${init} --yes`);
    const next = commandsOf((stdout.split("\nnext: ")[1] ?? "").replace(/^ */gm, "    "));
    expect(next).toEqual([dev, "npm test", "npm run build && npm start"]);
    const { scripts } = JSON.parse(readFileSync(join(project, "package.json"), "utf8")) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    expect(Object.keys(scripts).sort()).toEqual(["build", "check", "dev", "start", "test"]);
    const answers = async () => {
      const answer = await fetch(`${server?.url}/api/hello?name=Ada`);
      expect([answer.status, await answer.json()]).toEqual([200, { greeting: "Hello, Ada!" }]);
    };
    await serve(project, dev);
    await answers();
    await shell(project, "npm run check");
    expect((await shell(project, "npm test")).stdout).toMatch(/^1 passed/m);
    await serve(project, next[2] ?? "");
    await answers();
  });

  test("has pages in the package for all that AGENTS.md names", () => {
    const agents = readFileSync(join(project, "flows/AGENTS.md"), "utf8");
    const docs = readdirSync(join(project, "node_modules/flowc/docs"), { recursive: true, encoding: "utf8" });
    const pages = [...agents.matchAll(/`([\w/-]+\.md)`/g)].map(([, page = ""]) => page);
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.filter((page) => !docs.includes(page))).toEqual([]);
  });
});

test("docs/start.md says the same of a project of one's own", () => {
  expect(commandsOf(headed(read("docs/start.md"), own))).toEqual(commandsOf(headed(readme, own)));
});

test("no text has npm download something by the name of flowc", async () => {
  const { stdout } = await exec("git", ["ls-files", "README.md", "docs", "editors", "fixtures", ".ci"], {
    cwd: repository,
    maxBuffer: 1 << 24,
  });
  const texts = stdout.split("\n").filter((path) => /\.(?:md|yml|yaml|json|ts|lua|sh)$/.test(path));
  const downloads =
    /(?:npx|bunx|dlx|exec) +(?:-y +|--yes +)?flowc\b|"npx",? *(?:"args": \[)?"flowc"|npm (?:i|install|add)\b[^\n`#]* flowc(?![-\w./])/;
  const wrong = [...new Set([...texts, ...sourcePaths()])].filter((path) => downloads.test(read(path)));
  expect(wrong).toEqual([]);
});
