/** What all commands have in common for somebody who starts: where they look, what their options are called, and settings in files. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { scratchDirectory } from "../support/compile.js";
import { flowc, flowcIn } from "../support/project.js";
import { served } from "../support/served.js";
import { appOf, describing } from "./app.js";

const recording = `${JSON.stringify({
  ...{ version: 1, kind: "exchange", id: "1", startedAt: 1_700_000_000_000, duration: 5 },
  request: { method: "GET", target: "/api/a", fields: [] },
  upstream: [],
  response: {
    status: 200,
    fields: [["content-type", "application/json"]],
    body: { text: '"set"', bytes: 5 },
  },
})}\n`;

/** An app that answers with a variable of its environment, and a test that wants it. */
const app = (): string =>
  appOf("first-steps", {
    "swagger.yaml": describing({ "/a": "a.xml" }),
    "a.xml": "<flow><template>{{ $env/FIRST_STEP }}</template></flow>",
    "tests/a.xml": `<flow-test>
  <test-request>{ "path": "/api/a" }</test-request>
  <assert>[ [ "$response", "\\"set\\"" ] ]</assert>
</flow-test>`,
    "other/.env": "FIRST_STEP=set\n",
    "other/later.env": "FIRST_STEP=later\n",
    "other/recording.jsonl": recording,
  });

let helps: ReadonlyMap<string, string>;
beforeAll(async () => {
  const { stdout } = await flowc("--help");
  const names = [...stdout.matchAll(/^ {2}([a-z]+)(?= .*\S)/gm)].map(([, name = ""]) => name);
  const commands = names.filter((name) => name !== "help");
  helps = new Map(
    await Promise.all(commands.map(async (name) => [name, (await flowc(name, "--help")).stdout] as const)),
  );
}, 300_000);

describe("every command", () => {
  test("that works on a directory can do without its name", () => {
    const wanting = [...helps].filter(([, help]) => /^Usage:.*<(?:dir|gen)/m.test(help));
    expect(wanting.map(([name]) => name)).toEqual([]);
    const having = [...helps].filter(([, help]) => /^Usage:.*\[(?:dir|gen)/m.test(help));
    expect(having.length).toBe(14);
    const elsewhere = having.filter(
      ([, help]) =>
        /^Usage:.*\[(?:dir|gen)\]/m.test(help) &&
        !/^ {2}(?:dir|gen) .*(?:\n {6,}.*)*\(default: "\."\)/m.test(help),
    );
    expect(elsewhere.map(([name]) => name)).toEqual([]);
  });

  test("that writes calls the option -o, --out", () => {
    const having = [...helps].flatMap(([name, help]) => {
      const [, option] = /^ +-o, (--\S+)/m.exec(help) ?? [];
      return option === undefined ? [] : [[name, option]];
    });
    expect(having.length).toBe(4);
    expect(having.filter(([, option]) => option !== "--out")).toEqual([]);
  });
});

test("every command works where it runs", { timeout: 120_000 }, async () => {
  const directory = app();
  const runs: readonly (readonly string[])[] = [
    ["check"],
    ["routes"],
    ["map", "--format", "json"],
    ["report"],
    ["eject", "--all"],
    ["request", "GET", "/api/a"],
    ["replay", "other/recording.jsonl"],
    ["build", "-o", "gen"],
  ];
  for (const args of runs) {
    const { code, stderr } = await flowcIn(directory, ...args);
    expect({ args, code, stderr: code === 0 ? "" : stderr }).toEqual({ args, code: 0, stderr: "" });
  }
  expect((await flowcIn(join(directory, "gen"), "doctor")).stdout).toMatch(/server\.js +starts/);
});

/** The commands that run an app, with a sign that it has read the file. */
const running: readonly (readonly [readonly string[], RegExp])[] = [
  [["request", "GET", "/api/a"], /^"set"$/m],
  [["test"], /^1 passed/m],
  [["test", "tests/a.xml"], /^1 passed/m],
  [["replay", "other/recording.jsonl"], /"set"/],
  [["compare", "other/recording.jsonl"], /./],
];

describe("--env-file", { timeout: 120_000 }, () => {
  test("is an option of each command that runs an app", () => {
    const having = [...helps].flatMap(([name, help]) => (help.includes("--env-file <file>") ? name : []));
    expect(having.sort()).toEqual(["compare", "dev", "doctor", "eject", "replay", "request", "test"]);
  });

  test.each(running)("%j", async (args, said) => {
    const directory = app();
    const { code, stdout, stderr } = await flowcIn(directory, ...args, "--env-file", "other/.env");
    expect({ code, stderr: code === 0 ? "" : stderr + stdout }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(said);
    const missing = await flowcIn(directory, ...args, "--env-file", "none.env");
    // Node itself looks for an option of this name, behind the program, too, and ends with 9.
    expect([2, 9]).toContain(missing.code);
    expect(missing.stderr).toContain("none.env");
  });

  test("doctor", async () => {
    const directory = app();
    expect((await flowcIn(directory, "build", "-o", "gen")).code).toBe(0);
    const said = /FIRST_STEP +is set/;
    expect((await flowcIn(directory, "doctor", "gen")).stdout).not.toMatch(said);
    const { stdout } = await flowcIn(directory, "doctor", "gen", "--env-file", "other/.env");
    expect(stdout).toMatch(said);
  });

  test("a later file goes over an earlier one, and the environment over both", async () => {
    const directory = app();
    const args = ["request", "GET", "/api/a", "--env-file", "other/.env", "--env-file", "other/later.env"];
    expect((await flowcIn(directory, ...args)).stdout).toContain('\n"later"');
    process.env.FIRST_STEP = "mine";
    onTestFinished(() => {
      delete process.env.FIRST_STEP;
    });
    expect((await flowcIn(directory, ...args)).stdout).toContain('\n"mine"');
  });
});

describe("flowc init", { timeout: 120_000 }, () => {
  test("--with upstream,token: everything that can happen is tested", async () => {
    const project = scratchDirectory("init-with");
    expect(await flowcIn(project, "init", "flows", "--with", "upstream,token")).toMatchObject({ code: 0 });
    expect(readdirSync(project).sort()).toEqual([".env.example", ".gitignore", "flows", "package.json"]);
    expect(await flowcIn(project, "check", "flows", "--strict")).toMatchObject({ code: 0, stdout: "" });
    const bounds = "lines=100,branches=100,actions=100";
    const tested = await flowcIn(project, "test", "flows", "--min-coverage", bounds);
    expect({ code: tested.code, text: tested.code === 0 ? "" : tested.stdout }).toEqual({
      code: 0,
      text: "",
    });
    const settings = readFileSync(join(project, ".env.example"), "utf8");
    expect(settings).toMatch(/^ORDERS_API=http/m);
    expect(settings).toMatch(/^TOKEN_KEY=$/m); // nobody takes the key of all others
    const gen = join(project, "gen");
    expect((await flowcIn(project, "build", "flows", "-o", "gen", "--strict")).code).toBe(0);
    const server = await served(gen, {
      TOKEN_KEY: "YSBrZXkgb2YgdGhlIHRlc3RzIGFsb25lLCBmb3Igbm9ib2R5IGVsc2U",
    });
    expect((await server.get("/api/me")).status).toBe(403);
  });

  test("--handler: a handler with its tests, that holds under strict types, and answers", async () => {
    const project = scratchDirectory("init-handler");
    expect((await flowcIn(project, "init", "flows", "--handler")).code).toBe(0);
    expect(readdirSync(project)).toContain("tsconfig.json");
    expect(await flowcIn(project, "check", "flows", "--strict", "--types")).toMatchObject({
      code: 0,
      stdout: "",
    });
    const bounds = "lines=100,branches=100,actions=100";
    const tested = await flowcIn(project, "test", "flows", "--min-coverage", bounds);
    expect({ code: tested.code, text: tested.code === 0 ? "" : tested.stdout }).toEqual({
      code: 0,
      text: "",
    });
    expect((await flowcIn(project, "build", "flows", "-o", "gen", "--strict")).code).toBe(0);
    const server = await served(join(project, "gen"));
    const total = (body: string, type = "application/json") =>
      server.get("/api/total", { method: "POST", body, headers: { "content-type": type } });
    expect(await (await total('{"prices":[1,2]}')).json()).toEqual({ total: 3 });
    expect((await total('{"prices":["1"]}')).status).toBe(400); // by the description
  });

  test.each(["upstream", "token", "handler"])("--with %s", async (part) => {
    const project = scratchDirectory("init-part");
    expect((await flowcIn(project, "init", "flows", "--with", part)).code).toBe(0);
    expect(await flowcIn(project, "check", "flows", "--strict")).toMatchObject({ code: 0, stdout: "" });
  });

  test("--with something else", async () => {
    const project = scratchDirectory("init-other");
    const { code, stderr } = await flowcIn(project, "init", "--with", "toString");
    expect({ code, files: readdirSync(project) }).toEqual({ code: 2, files: [] });
    expect(stderr).toContain("It has to be one of upstream, token, handler");
  });

  const mine = `{\n\t"name": "mine",\n\t"scripts": { "dev": "mine", "test": "echo \\"Error: no test specified\\" && exit 1" },\n\t"devDependencies": { "flowc": "file:flowc.tgz" }\n}\n`;

  test("adds scripts to a package.json where it may, and takes none away", async () => {
    const project = scratchDirectory("init-package");
    writeFileSync(join(project, "package.json"), mine);
    const { stdout } = await flowcIn(project, "init", "my flows", "--yes");
    expect(stdout).toContain("added scripts to package.json: check, test, build, start\n");
    expect(stdout).toContain("\nnext: npm run dev\n");
    const text = readFileSync(join(project, "package.json"), "utf8");
    expect(text).toContain('\n\t"name": "mine",\n');
    expect(JSON.parse(text)).toEqual({
      name: "mine",
      scripts: {
        dev: "mine",
        check: 'flowc check "my flows"',
        test: 'flowc test "my flows"',
        build: 'flowc build "my flows" -o gen',
        start: "node gen/server.js",
      },
      devDependencies: { flowc: "file:flowc.tgz" },
    });
  });

  test("says which scripts to add where nobody has said yes", async () => {
    const project = scratchDirectory("init-package");
    writeFileSync(join(project, "package.json"), mine);
    const { code, stdout } = await flowcIn(project, "init", "flows");
    expect(code).toBe(0);
    expect(stdout).toContain("next: npm pkg set 'scripts.check=flowc check flows' 'scripts.test=");
    expect(readFileSync(join(project, "package.json"), "utf8")).toBe(mine);
  });

  test.each(["[]", "{", '{ "scripts": [] }'])(
    "writes nothing beside a package.json like %s",
    async (text) => {
      const project = scratchDirectory("init-package");
      writeFileSync(join(project, "package.json"), text);
      expect((await flowcIn(project, "init", "flows", "--yes")).code).toBe(2);
      expect(readdirSync(project)).toEqual(["package.json"]);
    },
  );

  test("leaves what a project has for itself", async () => {
    const project = scratchDirectory("init-around");
    mkdirSync(join(project, "flows"));
    for (const path of [".gitignore", ".env.example", "flows/AGENTS.md"])
      writeFileSync(join(project, path), "mine");
    expect((await flowcIn(project, "init", "flows")).code).toBe(0);
    for (const path of [".gitignore", ".env.example", "flows/AGENTS.md"])
      expect(readFileSync(join(project, path), "utf8")).toBe("mine");
  });
});
