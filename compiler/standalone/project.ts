import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { OutputFile } from "../output/manifest.js";
import { packageDirectory } from "../output/package-directory.js";
import type { Files } from "../source/files.js";
import { packagesIn } from "./module.js";
import { flowTest, vitestConfig } from "./texts.js";

interface OwnPackage {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** The files around the modules of a project. @param name of the package */
export function projectFiles(
  name: string,
  modules: readonly OutputFile[],
  files: Files,
): readonly OutputFile[] {
  const own = JSON.parse(readFileSync(join(packageDirectory, "package.json"), "utf8")) as OwnPackage;
  const hasScripts = modules.some(({ path }) => path.endsWith(".js"));
  const hasTests = modules.some(({ path }) => path.endsWith(".test.ts"));
  return [
    { path: "package.json", text: json(packageFile(name, own, modules, files)) },
    { path: "tsconfig.json", text: json(checked(hasScripts)) },
    { path: "tsconfig.build.json", text: json(built) },
    { path: ".gitignore", text: "node_modules/\ndist/\n.env\n" },
    { path: "vitest.config.ts", text: vitestConfig },
    ...(hasTests ? [{ path: "test/support/flow-test.ts", text: flowTest }] : []),
  ];
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

function packageFile(name: string, own: OwnPackage, modules: readonly OutputFile[], files: Files) {
  const ranges: Readonly<Record<string, string>> = {
    ...rangesIn(files),
    ...own.dependencies,
    flowc: own.version,
  };
  const installed = (each: string): string | undefined =>
    (JSON.parse(files.package(each) ?? "{}") as { readonly version?: string }).version;
  const imported = new Set(
    modules.flatMap(({ path, text }) =>
      path.startsWith("src/") && /\.[jt]s$/.test(path) ? packagesIn(text).map(packageOf) : [],
    ),
  );
  // Types may be of packages that nobody has installed.
  const known = [...imported].sort().flatMap((each) => {
    const range = ranges[each] ?? installed(each);
    return range === undefined ? [] : [[each, range] as const];
  });
  const tools = ["@types/node", "typescript", "vitest"] as const;
  return {
    name,
    version: "1.0.0",
    private: true,
    type: "module",
    engines: { node: ">=20.19" },
    scripts: {
      build: "tsc -p tsconfig.build.json",
      start: "node --enable-source-maps dist/server.js",
      check: "tsc",
      test: "vitest run",
    },
    dependencies: Object.fromEntries(known),
    devDependencies: Object.fromEntries(tools.map((tool) => [tool, own.devDependencies[tool]])),
  };
}

/** `@scope/name/part` is of `@scope/name`. */
const packageOf = (name: string): string => name.split("/", name.startsWith("@") ? 2 : 1).join("/");

/** What the flow directory says of packages itself. */
function rangesIn(files: Files): Readonly<Record<string, string>> {
  try {
    const { dependencies } = JSON.parse(files.get("package.json")?.text ?? "{}") as Partial<OwnPackage>;
    return dependencies ?? {};
  } catch {
    return {};
  }
}

const checked = (hasScripts: boolean) => ({
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: "ES2023",
    lib: ["ES2023", "DOM", "DOM.Iterable"],
    module: "NodeNext",
    resolveJsonModule: true,
    skipLibCheck: true,
    types: ["node"],
    ...(hasScripts ? { allowJs: true } : {}),
  },
  include: ["src", "test", "vitest.config.ts"],
});

const built = {
  extends: "./tsconfig.json",
  compilerOptions: { noEmit: false, rootDir: "src", outDir: "dist", sourceMap: true },
  include: ["src"],
};
