/** Handlers in apps that are built and served: packages, places in the log, time limits, breakpoints. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { scratchDirectory, writeFiles } from "../support/compile.js";
import { debug } from "../support/debugger.js";
import { flowcIn } from "../support/project.js";
import { type RunningProcess, serve } from "../support/servers.js";

const files = {
  "flows/swagger.yaml": `swagger: "2.0"
basePath: /api
paths:
  /order: { get: { x-flow-handler: handlers/order.ts } }
  /broken: { get: { x-flow-handler: handlers/broken.ts } }
  /never: { get: { x-flow-handler: handlers/never.ts } }
  /packages: { get: { x-flow-handler: handlers/packages.ts } }
`,
  "flows/handlers/order.ts": `import { handler, logger, respond } from "flowc/handler";
import { total } from "../lib/total.js";

export default handler(async ($, request) => {
  const prices = [1, 2];
  logger($).warn("two prices");
  respond($, {
    total: total(prices),
  });
});
`,
  "flows/lib/total.ts": `export function total(prices: readonly number[]): number {
  let sum = 0;
  for (const price of prices) {
    sum += price;
  }
  return sum;
}
`,
  "flows/handlers/broken.ts": `import { handler } from "flowc/handler";

interface Order {
  lines: { price: number }[];
}

const first = (order: Order): number => {
  return order.lines[0]!.price;
};

export default handler(async () => {
  await Promise.resolve();
  first({ lines: [] });
});
`,
  "flows/handlers/never.ts": `import { handler, respond } from "flowc/handler";

export default handler(async ($) => {
  await new Promise(() => {});
  respond($, 1);
});
`,
  "flows/handlers/packages.ts": `import { createHash } from "node:crypto";
import { handler, respond } from "flowc/handler";
import plain from "in-commonjs";
import { say } from "@scope/in-modules/part";

export default handler(async ($) => {
  respond($, [say("Ada"), plain.twice(2), createHash("md5").update("a").digest("hex").length]);
});
`,
  "node_modules/in-commonjs/package.json":
    '{ "name": "in-commonjs", "version": "1.2.3", "license": "MIT", "main": "main.js" }',
  "node_modules/in-commonjs/main.js": "exports.twice = (n) => 2 * n;\n",
  "node_modules/in-commonjs/LICENSE": "The licence of in-commonjs.\n",
  "node_modules/@scope/in-modules/package.json":
    '{ "name": "@scope/in-modules", "version": "2.0.0", "license": "ISC", "type": "module", "exports": { "./part": "./part.js" } }',
  "node_modules/@scope/in-modules/part.js":
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the code of a package
    'import { word } from "./word.js";\nexport const say = (name) => `${word} ${name}`;\n',
  "node_modules/@scope/in-modules/word.js": 'export const word = "Hello";\n',
};

let directory: string;
let app: RunningProcess;

beforeAll(async () => {
  directory = scratchDirectory("handlers-served");
  writeFiles(
    directory,
    Object.entries(files).map(([path, text]) => ({ path, text })),
  );
  expect(await flowcIn(directory, "build", "flows", "-o", "gen")).toMatchObject({ code: 0, stderr: "" });
  app = await serve(join(directory, "gen"), {
    FLOW_REQUEST_TIMEOUT: "1",
    FLOW_REQUEST_ID_HEADER: "x-request-id",
  });
}, 120_000);
afterAll(() => app?.stop());

interface Alert {
  readonly place: string;
  readonly message: string;
  readonly stack?: string;
}

/** The answer at a path that is asked once, and the alerts of that request; it is logged once it is over. */
async function asked(path: string) {
  const response = await fetch(`${app.url}/api/${path}`);
  const body: unknown = await response.json();
  const events = () =>
    app
      .log()
      .split("\n")
      .filter((line) => line.startsWith("{") && line.endsWith("}"))
      .map((line) => JSON.parse(line) as Alert & Readonly<Record<"type" | "requestID" | "path", string>>);
  const id = await vi.waitFor(() => {
    const event = events().find((one) => one.type === "engine_access" && one.path === `/api/${path}`);
    if (event === undefined) throw new Error(`There is no event of ${path} yet.`);
    return event.requestID;
  }, 10_000);
  const alerts = events().filter(({ type, requestID }) => type === "engine_alert" && requestID === id);
  return { status: response.status, body, alerts };
}

describe("a handler that is served", () => {
  test("has packages inside, those that are CommonJS and those that are modules, and their licences", async () => {
    expect(await (await fetch(`${app.url}/api/packages`)).json()).toEqual(["Hello Ada", 4, 32]);
    const licences = readFileSync(join(directory, "gen/server.js.LICENSES.txt"), "utf8");
    expect(licences).toContain("in-commonjs 1.2.3");
    expect(licences).toContain("The licence of in-commonjs.");
    expect(licences).toContain("@scope/in-modules 2.0.0");
  });

  test("says where it has written to the log", async () => {
    const { alerts } = await asked("order");
    expect(alerts).toMatchObject([{ topic: "handler", message: "two prices", place: "handlers/order.ts:6" }]);
  });

  test("says where it has failed, with lines of its own files alone", async () => {
    const { status, alerts } = await asked("broken");
    expect(status).toBe(500);
    expect(alerts).toMatchObject([{ topic: "internal", place: "handlers/broken.ts:8" }]);
    const stack = String(alerts[0]?.stack).split("\n");
    expect(stack.slice(0, 3)).toEqual([
      "TypeError: Cannot read properties of undefined (reading 'price')",
      "    at first (handlers/broken.ts:8)",
      "    at handlers/broken.ts:13",
    ]);
  });

  test("is given up when its time is over", async () => {
    const { status, body, alerts } = await asked("never");
    expect({ status, body }).toMatchObject({ status: 503, body: { error: { code: 5002 } } });
    expect(alerts).toMatchObject([{ message: expect.stringContaining("takes longer than 1 s") }]);
  });

  test("has no code of others in the map, and leads to the files of the flow directory", () => {
    const map = JSON.parse(readFileSync(join(directory, "gen/server.js.map"), "utf8")) as {
      sources: string[];
    };
    const own = map.sources.filter((source) => /\/flows\//.test(source));
    expect(own.map((source) => source.replace(/^.*(?=flows\/)/, "")).sort()).toEqual([
      "flows/handlers/broken.ts",
      "flows/handlers/never.ts",
      "flows/handlers/order.ts",
      "flows/handlers/packages.ts",
      "flows/lib/total.ts",
    ]);
  });
});

test.each([
  [
    "from all",
    'import * as all from "flowc/handler";\nexport default all.handler(($) => all.respond($, [1]));\n',
  ],
  [
    "out of all",
    'import * as all from "flowc/handler";\nconst { handler: _, respond } = all;\nexport default all.handler(($) => respond($, [1]));\n',
  ],
  [
    "from a module that hands them on",
    'import { handler } from "flowc/handler";\nimport { respond } from "./all.js";\nexport default handler(($) => respond($, [1]));\n',
  ],
])("names that a handler takes %s are there when it is served", async (_, handler) => {
  const own = scratchDirectory("handlers-names");
  writeFiles(own, [
    {
      path: "flows/swagger.yaml",
      text: 'swagger: "2.0"\npaths: { "/a": { get: { x-flow-handler: a.ts } } }\n',
    },
    { path: "flows/a.ts", text: handler },
    { path: "flows/all.ts", text: 'export * from "flowc/handler";\n' },
  ]);
  expect(await flowcIn(own, "build", "flows", "-o", "gen")).toMatchObject({ code: 0, stderr: "" });
  const served = await serve(join(own, "gen"), {});
  expect(await (await fetch(`${served.url}/a`)).text()).toBe("[1]");
  await served.stop();
});

test("breakpoints stand in handlers, and in what they import", async () => {
  const session = await debug(join(directory, "gen"));
  onTestFinished(() => session.stop());
  const stopAt = async (path: string, line: number) => {
    const bound = await session.breakAt(join(directory, "flows", path), line);
    return bound && `${relative(join(directory, "flows"), bound.file)}:${bound.line}`;
  };
  expect(await stopAt("handlers/order.ts", 5)).toBe("handlers/order.ts:5");
  expect(await stopAt("lib/total.ts", 4)).toBe("lib/total.ts:4");
  const answer = fetch(`${session.app.url}/api/order`);
  const first = await session.paused();
  expect(first.at).toMatchObject({ file: join(directory, "flows/handlers/order.ts"), line: 5 });
  await session.resume();
  const second = await session.paused();
  expect(second.at).toMatchObject({ file: join(directory, "flows/lib/total.ts"), line: 4 });
  const [frame] = second.frames;
  expect(frame && (await session.evaluate(frame, "price"))).toBe(1);
  await session.resume();
  await session.paused();
  await session.resume();
  expect(await (await answer).json()).toEqual({ total: 3 });
});

test("a package is looked at again when another version of it is installed", async () => {
  const project = scratchDirectory("handlers-package");
  const write = (version: string, word: string): void => {
    const folder = join(project, "node_modules/words");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "words", version, main: "main.js" }));
    writeFileSync(join(folder, "main.js"), `exports.word = ${JSON.stringify(word)};\n`);
  };
  writeFiles(project, [
    {
      path: "flows/swagger.yaml",
      text: 'swagger: "2.0"\npaths: { /: { get: { x-flow-handler: get.ts } } }\n',
    },
    {
      path: "flows/get.ts",
      text: 'import { handler, respond } from "flowc/handler";\nimport { word } from "words";\n\nexport default handler(($) => respond($, word));\n',
    },
  ]);
  const build = () => flowcIn(project, "build", "flows", "-o", "gen");
  const missing = await build();
  expect(missing).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/FLOW4204 The package words is not/),
  });
  for (const [version, word] of [
    ["1.0.0", "one"],
    ["2.0.0", "two"],
  ] as const) {
    write(version, word);
    expect(await build()).toMatchObject({ code: 0 });
    expect(readFileSync(join(project, "gen/server.js"), "utf8")).toContain(`"${word}"`);
  }
});
