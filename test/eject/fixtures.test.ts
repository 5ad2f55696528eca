/** Whole apps leave XML, and come back: all tests pass before and after, under strict types, and every byte is there again. */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { scratchDirectory, writeFiles } from "../support/compile.js";
import { flowc, readTree, repository } from "../support/project.js";
import { ejectedRows, filesWith } from "./idiom-rows.js";

test.each([
  ["hello", 3, 1],
  ["tokens", 13, 4],
  ["library", 17, 6],
  ["petstore", 48, 20],
  ["aggregator", 49, 19],
] as const)("%s", async (name, tests, operations) => {
  const directory = scratchDirectory(`eject-${name}`);
  cpSync(join(repository, "fixtures", name), directory, { recursive: true });
  const before = readTree(directory);
  const ejected = await flowc("eject", directory, "--all", "--yes");
  expect(ejected).toMatchObject({ code: 0 });
  expect(ejected.stdout).toContain(`${tests} tests pass before and after`);
  expect(ejected.stdout.match(/ -> handlers\//g)).toHaveLength(operations);
  // No finding that the flows had not.
  const [was, is] = [
    await flowc("check", join(repository, "fixtures", name)),
    await flowc("check", directory, "--types"),
  ];
  expect(is).toMatchObject({ code: 0, stderr: was.stderr });
  expect(await flowc("eject", directory, "--undo", "--all", "--yes")).toMatchObject({ code: 0 });
  expect(readTree(directory)).toEqual(before);
});

test("idioms type-check under strict settings, and are no mistakes", async () => {
  const ejected = await ejectedRows();
  const files = new Map(ejected.flatMap(({ path, text, parts }) => [[path, text] as const, ...parts]));
  const directory = scratchDirectory("eject-idioms");
  writeFiles(
    directory,
    Object.entries(filesWith(files)).map(([path, text]) => ({ path, text })),
  );
  expect(await flowc("check", directory, "--types")).toMatchObject({
    code: 0,
    stderr: expect.not.stringContaining("FLOW42"),
  });
});
