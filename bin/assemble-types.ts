/** Leaves out declarations of modules that nobody can import: the entries of the package lead to a third of all. */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join, posix } from "node:path";
import { packageDirectory } from "../compiler/output/package-directory.js";

interface Package {
  readonly exports: Readonly<Record<string, string | { readonly types: string } | null>>;
}

const imported = /(?:\bfrom |\bimport\(|^import |^declare module )"(\.[^"]+)\.js"/gm;

export function assembleTypes(): void {
  const declarations = readdirSync(join(packageDirectory, "dist"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".d.ts"))
    .map((path) => `dist/${path.replaceAll("\\", "/")}`);
  const reached = new Set<string>();
  const reach = (path: string): void => {
    if (reached.has(path)) return;
    reached.add(path);
    for (const [, name = ""] of readFileSync(join(packageDirectory, path), "utf8").matchAll(imported))
      reach(`${posix.join(posix.dirname(path), name)}.d.ts`);
  };
  for (const path of declarations.filter(entryTest())) reach(path);
  for (const path of declarations) if (!reached.has(path)) rmSync(join(packageDirectory, path));
}

/** Whether a declaration is one of those that `exports` of `package.json` names. */
function entryTest(): (path: string) => boolean {
  const { exports } = JSON.parse(readFileSync(join(packageDirectory, "package.json"), "utf8")) as Package;
  const forms = Object.values(exports).flatMap((entry) =>
    entry === null || typeof entry === "string" ? [] : new RegExp(`^${pattern(entry.types)}$`),
  );
  return (path) => forms.some((form) => form.test(path));
}

/** `*` stands for a name. */
const pattern = (path: string): string =>
  path.replace(/^\.\//, "").replaceAll(".", "\\.").replace("*", "[^/]+");
