/**
 * What the build says about flows that are wrong. A sample is a directory: `flows/`, and `expected.txt` with what is
 * printed, to the byte. `UPDATE=1` writes it; then read every word as the person who gets it at night.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { renderText } from "../compiler/diagnostics/render.js";
import { compile } from "../compiler/index.js";
import { readDirectory } from "../compiler/source/read-directory.js";

const samples = fileURLToPath(new URL("diagnostics", import.meta.url));

describe.each(readdirSync(samples))("%s", (name) => {
  const directory = join(samples, name);
  const expected = join(directory, "expected.txt");

  test("prints what is expected", async () => {
    const { diagnostics, modules } = await compile(readDirectory(join(directory, "flows"), undefined));
    const text = renderText(diagnostics, { directory: "flows", colour: false });
    if (process.env.UPDATE === "1") writeFileSync(expected, text);
    expect(text).toBe(readFileSync(expected, "utf8"));
    const code = /^FLOW\d{4}/.exec(name)?.[0];
    if (code !== undefined) expect(diagnostics.map((diagnostic) => diagnostic.code)).toContain(code);
    // An error leaves nothing to deploy, and a warning is no reason not to.
    expect(modules.length > 0).toBe(diagnostics.every(({ severity }) => severity === "warning"));
  });
});
