/** Files of the app are opened in the user's editor, and no others. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { editorCommand } from "../../bin/commands/dev/open/editor.js";
import { describing } from "../commands/app.js";
import { scratchDirectory } from "../support/compile.js";
import { DevServer, pause } from "./support/dev-server.js";

const app = { "swagger.yaml": describing({ "/a": "a b.xml" }), "a b.xml": "<flow/>", "secret.txt": "s" };

/** An editor that writes down what it is asked for. */
function editor(): { readonly program: string; readonly asked: () => Promise<readonly string[]> } {
  const directory = scratchDirectory("editor");
  const [program, out] = [join(directory, "code"), join(directory, "asked.json")];
  const code = `const fs = process.getBuiltinModule("node:fs");
fs.writeFileSync(${JSON.stringify(`${out}.part`)}, JSON.stringify(process.argv.slice(2)));
fs.renameSync(${JSON.stringify(`${out}.part`)}, ${JSON.stringify(out)});`;
  writeFileSync(program, `#!${process.execPath}\n${code}\n`);
  chmodSync(program, 0o755);
  const asked = async (): Promise<readonly string[]> => {
    for (let waited = 0; !existsSync(out) && waited < 20_000; waited += 20) await pause(20);
    return JSON.parse(readFileSync(out, "utf8"));
  };
  return { program, asked };
}

test("a file is opened at its line, without a shell", async () => {
  const { program, asked } = editor();
  const server = await DevServer.start({
    files: {
      ...app,
      "swagger.yaml": describing({ "/a": "a b.xml", "/b": "$(touch pwned); x.xml" }),
      "$(touch pwned); x.xml": "<flow/>",
    },
    env: { FLOWC_EDITOR: `${program} --wait` },
  });
  const file = "$(touch pwned); x.xml";
  await server.api("/open", "POST", { file, line: 3, column: 5 });
  expect(await asked()).toEqual(["--wait", "-g", `${join(server.directory, file)}:3:5`]);
  expect(existsSync(join(dirname(server.directory), "pwned"))).toBe(false);
});

test("no other file is opened, and no line that is none", async () => {
  const { program, asked } = editor();
  const server = await DevServer.start({ files: app, env: { FLOWC_EDITOR: program } });
  const others = ["secret.txt", "../flows/a b.xml", "/etc/passwd", "", "__proto__", 7, null];
  for (const file of others)
    expect((await server.ask("/open", "POST", { file, line: 1, column: 1 })).status, String(file)).toBe(404);
  expect((await server.ask("/open", "POST", null)).status).toBe(404);
  await server.api("/open", "POST", { file: "a b.xml", line: "1; rm", column: -1 });
  expect(await asked()).toEqual(["-g", `${join(server.directory, "a b.xml")}:1:1`]);
});

test("an editor that is not there is a problem, not an end", async () => {
  const server = await DevServer.start({ files: app, env: { FLOWC_EDITOR: "/no/such/editor" } });
  const response = await server.ask("/open", "POST", { file: "a b.xml", line: 1, column: 1 });
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({ problem: expect.stringMatching(/^The editor cannot be opened: /) });
  expect((await server.state()).build.isGood).toBe(true);
});

describe("the command", () => {
  const position = { file: "/x/a.xml", line: 3, column: 5 };
  test.each([
    [{}, "code", ["-g", "/x/a.xml:3:5"]],
    [{ EDITOR: "subl -n" }, "subl", ["-n", "/x/a.xml:3:5"]],
    [{ EDITOR: "nano", VISUAL: "emacsclient" }, "emacsclient", ["+3:5", "/x/a.xml"]],
    [
      { VISUAL: "vi", FLOWC_EDITOR: '"/opt/my editor/idea" nosplash' },
      "/opt/my editor/idea",
      ["nosplash", "--line", "3", "--column", "5", "/x/a.xml"],
    ],
    [{ EDITOR: "unheard-of" }, "unheard-of", ["/x/a.xml"]],
  ])("of %j", (environment, program, args) => {
    expect(editorCommand(environment, position)).toEqual({ program, args });
  });

  test.each(["vim", "nano", "emacs -nw"])("%s needs a terminal", (EDITOR) => {
    expect(() => editorCommand({ EDITOR }, position)).toThrow(/needs a terminal of its own/);
  });
});
