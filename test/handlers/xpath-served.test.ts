/** The namespace `xpath` in apps that are built and served: however a handler takes its members, it has those that it uses. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { scratchDirectory, writeFiles } from "../support/compile.js";
import { flowcIn } from "../support/project.js";
import { type RunningProcess, serve } from "../support/servers.js";

const description = 'swagger: "2.0"\npaths: { "/a": { get: { x-flow-handler: a.ts } } }\n';

/** Builds an app of one handler. Returns its directory. */
async function built(handler: string, others: Readonly<Record<string, string>> = {}): Promise<string> {
  const directory = scratchDirectory("handlers-xpath");
  const files = { "swagger.yaml": description, "a.ts": handler, ...others };
  writeFiles(
    directory,
    Object.entries(files).map(([path, text]) => ({ path: `flows/${path}`, text })),
  );
  expect(await flowcIn(directory, "build", "flows", "-o", "gen")).toMatchObject({ code: 0, stderr: "" });
  return directory;
}

const running: RunningProcess[] = [];
afterAll(async () => {
  for (const one of running) await one.stop();
});

async function answer(directory: string): Promise<string> {
  const server = await serve(join(directory, "gen"), {});
  running.push(server);
  return (await fetch(`${server.url}/a`)).text();
}

/** A handler that imports some names, and answers a value. */
const uses = (names: string, value: string): string =>
  `import { handler, respond${names} } from "flowc/handler";\n\nexport default handler(($, request) => respond($, ${value}));\n`;

test.each<[string, string, Readonly<Record<string, string>>?]>([
  [
    "by its name",
    'import { handler, respond, xpath } from "flowc/handler";\nexport default handler(($) => respond($, xpath.equal({ a: 1 }, "1")));\n',
  ],
  [
    "by another name",
    'import { handler, respond, xpath as x } from "flowc/handler";\nexport default handler(($) => respond($, x.equal({ a: 1 }, "1")));\n',
  ],
  [
    "out of it",
    'import { handler, respond, xpath } from "flowc/handler";\nconst { equal, less: isLess } = xpath;\nexport default handler(($) => respond($, equal({ a: 1 }, "1") && isLess(1, 2)));\n',
  ],
  [
    "by a text",
    'import { handler, respond, xpath } from "flowc/handler";\nexport default handler(($) => respond($, xpath["equal"]({ a: 1 }, "1")));\n',
  ],
  [
    "by a name that is computed",
    'import { handler, respond, xpath } from "flowc/handler";\nconst name = () => "equal" as const;\nexport default handler(($) => respond($, xpath[name()]({ a: 1 }, "1")));\n',
  ],
  [
    "from all",
    'import * as all from "flowc/handler";\nexport default all.handler(($) => all.respond($, all.xpath.equal({ a: 1 }, "1")));\n',
  ],
  [
    "out of all",
    'import * as all from "flowc/handler";\nconst { respond, xpath: { equal } } = all;\nexport default all.handler(($) => respond($, equal({ a: 1 }, "1")));\n',
  ],
  [
    "out of what all have of it",
    'import * as all from "flowc/handler";\nconst { equal } = all.xpath;\nexport default all.handler(($) => all.respond($, equal({ a: 1 }, "1")));\n',
  ],
  [
    "from a module that hands all of them on",
    'import { handler, respond } from "flowc/handler";\nimport { xpath } from "./other.js";\nexport default handler(($) => respond($, xpath.equal({ a: 1 }, "1")));\n',
    { "other.ts": 'export { xpath } from "flowc/handler";\n' },
  ],
  [
    "in a module that takes nothing else",
    'import { handler, respond } from "flowc/handler";\nimport { isOne } from "./other.js";\nexport default handler(($) => respond($, isOne({ a: 1 })));\n',
    {
      "other.ts":
        'import { xpath } from "flowc/handler";\n\nexport const isOne = (value: unknown) => xpath.equal(value, "1");\n',
    },
  ],
])("members that a handler takes %s are there when it is served", async (_, handler, others) => {
  expect(await answer(await built(handler, others))).toBe("true");
});

test("apps for all platforms have them", async () => {
  const directory = await built(uses(", xpath", 'xpath.equal({ a: 1 }, "1") && xpath.loop([1], String)'));
  const platforms = ["node", "bun", "deno", "workers", "lambda"];
  const options = platforms.flatMap((platform) => ["--target", platform]);
  expect(await flowcIn(directory, "build", "flows", "-o", "gen", ...options)).toMatchObject({ code: 0 });
  for (const file of ["bun.js", "deno.js", "worker.js", "lambda.mjs"]) {
    const code = readFileSync(join(directory, "gen", file), "utf8");
    expect(code, file).toMatch(/\bxpath\w*\.equal\(\{ ?a: ?1 ?\}/);
  }
  const lambda = (await import(pathToFileURL(join(directory, "gen/lambda.mjs")).href)) as {
    handler(event: object, context: object): Promise<{ readonly body: string }>;
  };
  const requestContext = { http: { method: "GET", path: "/a", sourceIp: "192.0.2.1" }, domainName: "a.test" };
  const event = { version: "2.0", rawPath: "/a", rawQueryString: "", headers: {}, requestContext };
  expect((await lambda.handler(event, {})).body).toBe('["1"]');
});

test("tests of an app have them", async () => {
  const directory = await built(uses(", list, xpath", 'list(xpath.sort([2, 1])).map(xpath.string).join("")'));
  writeFiles(directory, [
    {
      path: "flows/tests/a.xml",
      text: '<flow-test><test-request>{ "path": "/a" }</test-request><assert>[ [ "$response", "\\"12\\"" ] ]</assert></flow-test>',
    },
  ]);
  const { code, stdout } = await flowcIn(directory, "test", "flows");
  expect(stdout).toContain("1 passed");
  expect(code).toBe(0);
});

describe("server.js", () => {
  const sizeOf = async (names: string, value: string): Promise<number> =>
    statSync(join(await built(uses(names, value)), "gen/server.js")).size;

  test("has the members of xpath that handlers use, and no others", async () => {
    const none = await sizeOf("", "request.url");
    const one = await sizeOf(", xpath", 'xpath.translate(request.url, "a", "b")');
    const all = await sizeOf(", xpath", "Object.keys(xpath)");
    expect(one - none).toBeLessThan(1500);
    expect(all - none).toBeGreaterThan(50_000);
  });
});
