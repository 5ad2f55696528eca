/** The output of commands where a person looks: `script` gives them a terminal. */
import { execFile, execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { flowc, repository } from "../support/project.js";
import { appOf, describing } from "./app.js";

const directory = () =>
  appOf("terminal", {
    "swagger.yaml": describing({ "/a": "a.xml" }),
    "a.xml": '<flow>\n  <eval out="$n">coumt(/*)</eval>\n  <template>{ "n": {{ $n }} }</template>\n</flow>\n',
  });

function hasScript(): boolean {
  try {
    return execFileSync("script", ["--version"]).toString().includes("util-linux");
  } catch {
    return false;
  }
}

/** The bytes that a command writes to a terminal. */
async function shown(args: readonly string[], env: NodeJS.ProcessEnv = {}, typed = ""): Promise<string> {
  await flowc("--version"); // it is built
  const command = [process.execPath, join(repository, "dist/bin/flowc.js"), ...args];
  const quoted = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const running = promisify(execFile)("script", ["-qefc", `${quoted}; echo "code $?"`, "/dev/null"], {
    env: { ...process.env, TERM: "xterm", NO_COLOR: undefined, ...env },
  });
  let text = "";
  running.child.stdout?.on("data", (piece: string) => {
    const wasAsked = text.includes("[Y/n] ");
    text += piece;
    if (!wasAsked && text.includes("[Y/n] ")) running.child.stdin?.write(typed);
  });
  return (await running).stdout;
}

describe.runIf(hasScript())("In a terminal", () => {
  test("findings have colours, and what goes on is said until they come", async () => {
    const path = directory();
    const text = await shown(["check", path]);
    expect(text).toContain(`\r\u001b[Kchecking ${path}\r\u001b[K`);
    expect(text).toContain("\u001b[31merror\u001b[0m FLOW2003");
  });

  test("NO_COLOR takes the colours away, and only those", async () => {
    const text = await shown(["check", directory()], { NO_COLOR: "1" });
    expect(text).toContain("a.xml:2:18 error FLOW2003");
    expect(text).toContain("\r\u001b[Kchecking ");
    expect(text.replaceAll("\u001b[K", "")).not.toContain("\u001b[");
  });

  test.each([
    ["\n", 0, ["AGENTS.md", "swagger.yaml"]],
    ["n\n", 1, []],
    ["\u0004", 1, []], // the end of what is typed
  ])("flowc init asks before it writes: %j", async (typed, code, expected) => {
    const path = appOf("init-asks", {});
    const text = await shown(["init", path], {}, typed);
    const app = ["swagger.yaml", "hello.xml", "error.xml", "tests/hello.xml", "AGENTS.md"];
    const files = [...app, ".gitignore", ".env.example", "package.json"];
    expect(text).toContain(`Write ${files.map((file) => join(path, file)).join(", ")}? [Y/n] `);
    expect(text).toContain(`code ${code}`);
    expect(
      readdirSync(path)
        .filter((file) => /AGENTS|swagger/.test(file))
        .sort(),
    ).toEqual(expected);
    if (code === 0) return;
    expect(await shown(["init", path, "--yes", "--no-agents"])).not.toContain("[Y/n]");
    expect(readdirSync(path)).not.toContain("AGENTS.md");
  });

  test("a dumb one gets plain text", async () => {
    expect(await shown(["check", directory()], { TERM: "dumb" })).not.toContain("\u001b");
  });
});

test("Elsewhere, text is plain", async () => {
  const { stdout, stderr } = await flowc("check", directory());
  expect(stdout + stderr).not.toContain("\u001b");
});

test("Nobody has to read to the end", async () => {
  const path = directory();
  await flowc("--version");
  const { stdout, stderr } = await promisify(execFile)("sh", [
    "-c",
    `'${process.execPath}' '${join(repository, "dist/bin/flowc.js")}' check '${path}' --format sarif | head -c 1`,
  ]);
  expect({ stdout, stderr }).toEqual({ stdout: "{", stderr: "" });
});
