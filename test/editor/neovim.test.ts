/** A whole session of Neovim, as Debian packages it, with `flowc lsp`: mistakes, completion, hover, renaming, layout. */
import { execFile } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { flowDirectory } from "../support/editor-client.js";
import { type Need, needing } from "../support/needs.js";
import { repository } from "../support/project.js";
import { freshBuild } from "../tools/fresh-build.js";

const program = "/usr/bin/nvim";

const neovim: Need = { name: "Neovim: apt-get install neovim", isThere: existsSync(program) };

test("Neovim shows what flowc finds, completes, renames and formats", needing(neovim), async () => {
  await freshBuild();
  const root = flowDirectory({
    "swagger.yaml": `swagger: "2.0"\nbasePath: /api\npaths:\n  /orders/{id}: { get: { x-flow: order.xml } }\n`,
    "order.xml": `<flow>\n<eval out="$id">number($request/params/id)</eval>\n  <template>{ "id": {{ $idd }} }</template>\n</flow>\n`,
  });
  const out = join(root, "shown.json");
  const session = [process.execPath, join(repository, "dist/bin/flowc.js"), root, out].join("\n");
  const script = join(repository, "test/editor/neovim.lua");
  await promisify(execFile)(program, ["--headless", "--clean", "-n", "-c", `luafile ${script}`], {
    env: { ...process.env, FLOWC_SESSION: session, HOME: root, XDG_STATE_HOME: root },
    timeout: 50_000,
  });
  const shown = JSON.parse(readFileSync(out, "utf8")) as Readonly<Record<string, unknown>>;
  rmSync(root, { recursive: true });
  expect(shown.problem).toBeUndefined();
  expect(shown).toMatchObject({
    found: ["FLOW4027"],
    afterCorrection: [],
    completions: expect.arrayContaining(["$id", "$request"]),
    hover: expect.stringContaining("Evaluates the XPath expression in its body."),
    text: `<flow>\n  <eval out="$number">number($request/params/id)</eval>\n  <template>{ "id": {{ $number }} }</template>\n</flow>`,
  });
});
