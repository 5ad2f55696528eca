/** `flowc types`: what it prints, and what it overwrites. */
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { scratchDirectory, writeFiles } from "../support/compile.js";
import { fixture, flowc } from "../support/project.js";

let directory = "";
beforeEach(() => {
  directory = scratchDirectory("types-command");
});

const types = (...args: readonly string[]) => flowc("types", ...args);

describe("flowc types", () => {
  test("prints a module, and writes the same with -o, again and again", async () => {
    const { code, stdout, stderr } = await types(fixture("petstore"));
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("export type Pet = {");
    expect(stdout).toContain("export function createClient(");
    const file = join(directory, "api.ts");
    expect(await types(fixture("petstore"), "-o", file)).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(readFileSync(file, "utf8")).toBe(stdout);
    // It is flowc's own, so another one may replace it.
    expect((await types(fixture("hello"), "-o", file)).code).toBe(0);
    expect(readFileSync(file, "utf8")).toContain('"/hello": {');
  });

  test("makes the directory of the file", async () => {
    const file = join(directory, "web/api/api.ts");
    expect(await types(fixture("hello"), "-o", file)).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(readFileSync(file, "utf8")).toContain('"/hello": {');
  });

  test("reads no flows", async () => {
    writeFiles(directory, [
      { path: "swagger.yaml", text: 'swagger: "2.0"\npaths: { /a: { get: { x-flow: none.xml } } }' },
    ]);
    const { code, stdout } = await types(directory);
    expect(code).toBe(0);
    expect(stdout).toContain('"/a": {');
  });

  test("overwrites no file of somebody else, nor one that was changed, without --force", async () => {
    const file = join(directory, "api.ts");
    writeFileSync(file, "export const mine = 1;\n");
    const foreign = await types(fixture("hello"), "-o", file);
    expect(foreign).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("FLOW5001") });
    expect(readFileSync(file, "utf8")).toBe("export const mine = 1;\n");
    expect((await types(fixture("hello"), "-o", file, "--force")).code).toBe(0);
    const written = readFileSync(file, "utf8");
    writeFileSync(file, `${written}\n// A note.\n`);
    const edited = await types(fixture("petstore"), "-o", file);
    expect(edited).toMatchObject({ code: 1, stderr: expect.stringContaining("FLOW5002") });
    rmSync(file);
    mkdirSync(file);
    const obstacle = await types(fixture("hello"), "-o", file, "--force");
    expect(obstacle).toMatchObject({ code: 1, stderr: expect.stringContaining("FLOW5003") });
    const link = join(directory, "link.ts");
    symlinkSync(join(directory, "elsewhere.ts"), link);
    expect((await types(fixture("hello"), "-o", link, "--force")).code).toBe(1);
  }, 60_000);

  test("says what is wrong", async () => {
    writeFiles(directory, [{ path: "swagger.yaml", text: 'swagger: "2.0"\npaths: [a]' }]);
    const wrong = await types(directory, "-o", join(directory, "api.ts"));
    expect(wrong).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("swagger.yaml:2") });
    expect((await types(join(directory, "none"))).code).toBe(2);
    expect((await types(join(directory, "none"), "--what")).code).toBe(2);
  }, 60_000);
});
