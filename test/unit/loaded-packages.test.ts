import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const parts = fileURLToPath(new URL("../../dist/bin/parts/", import.meta.url));

/** The packages that are loaded with a file, whatever runs in it. */
function packagesOf(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(join(parts, file), "utf8");
  for (const [, from = ""] of text.matchAll(/(?:^|[;}\n])import(?:[\w$\s{},*]*from)?"([^"]+)"/g))
    if (from.startsWith("./")) packagesOf(from.slice(2), seen);
    else seen.add(from);
  return seen;
}

test("The compiler loads no package that few builds need before a build needs it", () => {
  const [compiler = ""] = readdirSync(parts).filter((file) => file.startsWith("compiler-"));
  const packages = [...packagesOf(compiler)].filter((name) => !name.startsWith("node:"));
  expect(packages).toContain("yaml");
  for (const name of ["jose", "json-p3", "@eslint-community/regexpp", "esbuild", "ajv", "ts-morph"])
    expect(packages).not.toContain(name);
});
