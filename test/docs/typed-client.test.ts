/** docs/guides/typed-client.md: its commands run, its programs have right types, and print what it says. */
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";
import { expect, test } from "vitest";
import { scratchDirectory, writeFiles } from "../support/compile.js";
import { fixture, flowcIn, repository, run, tscStrict } from "../support/project.js";
import { served } from "../support/served.js";
import { stepsOf } from "./support/walkthrough.js";

const page = readFileSync(join(repository, "docs/guides/typed-client.md"), "utf8");
const steps = stepsOf(page);
const files = steps.flatMap((step) =>
  step.kind === "file" ? [{ path: step.path, text: step.content }] : [],
);
const commands = steps.flatMap((step) => (step.kind === "command" ? [step.command] : []));
const outputs = [...page.matchAll(/^```text\n([\s\S]*?)^```$/gm)].map(([, text = ""]) => text);

const packages = join(repository, "test/typed-client/node_modules");
const npx = "npx -p typescript@5 -p openapi-typescript@7 openapi-typescript ";

/** Runs it by the packages that are installed for this test. */
const openapiTypescript = (command: string, directory: string) => {
  const args = command.slice(npx.length).split(" ");
  return run([join(packages, "openapi-typescript/bin/cli.js"), ...args], directory);
};

test("the packages are those that npx would fetch", () => {
  const major = (name: string) =>
    JSON.parse(readFileSync(join(packages, name, "package.json"), "utf8")).version.split(".")[0];
  expect([major("typescript"), major("openapi-typescript")]).toEqual(["5", "7"]);
});

test("a reader who follows it gets the types, and what the programs print", {
  timeout: 240_000,
}, async () => {
  const [build = "", install, types = "", check = "", ...others] = commands;
  expect([install, others]).toEqual(["npm install openapi-fetch", []]);
  expect([types.startsWith(npx), check]).toEqual([true, `${types} --check`]);
  const directory = scratchDirectory("typed-client");
  cpSync(fixture("petstore"), join(directory, "fixtures/petstore"), { recursive: true });
  const [flowc, ...args] = build.split(" ");
  expect(flowc).toBe("flowc");
  expect(await flowcIn(directory, ...args)).toMatchObject({ code: 0 });
  expect(await openapiTypescript(types, directory)).toMatchObject({ code: 0 });
  writeFiles(directory, files);

  const stale = check.replace("web/api.ts", "web/wrong.ts");
  const [messages, same, changed, printed] = await Promise.all([
    tscStrict(join(directory, "web")),
    openapiTypescript(check, directory),
    openapiTypescript(stale, directory),
    outputsOf(directory),
  ]);
  expect(messages).toBe("");
  expect([same.code, changed.code]).toEqual([0, 1]);
  expect(printed).toEqual(outputs);
});

/** What the programs print that ask the app, in their order. */
async function outputsOf(directory: string): Promise<readonly string[]> {
  const server = await served(join(directory, "gen"));
  try {
    const printed: string[] = [];
    for (const { path, text } of files.filter(({ text }) => text.includes("http://localhost:8080"))) {
      const { code } = await transform(text.replace("http://localhost:8080", server.url), { loader: "ts" });
      const program = path.replace(/\.ts$/, ".mjs");
      writeFiles(directory, [{ path: program, text: code }]);
      const { stdout, stderr } = await run([program], directory);
      printed.push(stdout + stderr);
    }
    return printed;
  } finally {
    await server.stop();
  }
}
