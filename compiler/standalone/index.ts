/** A flow directory as a project of TypeScript that needs the runtime, and no compiler. */
import { version } from "../../runtime/base/version.js";
import type { Program } from "../analyse/program.js";
import { language } from "../constructs/index.js";
import { type Diagnostic, Reporter } from "../diagnostics/reporter.js";
import { describe } from "../generate/descriptions.js";
import { compile, compileApp } from "../index.js";
import { isTest } from "../load/is-test.js";
import { loadTests } from "../load/tests.js";
import type { OutputFile } from "../output/manifest.js";
import { entryFor, targets } from "../output/targets/index.js";
import { testedApp } from "../session/tested-app.js";
import type { Input } from "../source/files.js";
import { isHandlerPath } from "../syntax/handler.js";
import { moved } from "./module.js";
import { projectFiles } from "./project.js";
import { readme } from "./readme.js";
import { typedSchemas } from "./schemas.js";
import { type Modules, testFiles } from "./tests.js";

export interface Standalone {
  /** All files of the project; none if there are errors. */
  readonly files: readonly OutputFile[];
  /** The paths of the tests in the flow directory. */
  readonly tests: readonly string[];
  /** The findings in flows, handlers and tests. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Makes the project. Operations that are flows come along as the modules that `flowc build` makes of them.
 * @param name of the package
 */
export async function standalone(input: Input, name: string): Promise<Standalone> {
  const app = await compile(input);
  const { program, names } = app;
  if (program === undefined || names === undefined)
    return { files: [], tests: [], diagnostics: app.diagnostics };
  const paths = input.list.filter((path) => path.endsWith(".xml") && isTest(input.read(path) ?? ""));
  const reporter = new Reporter();
  const loaded = loadTests(paths, program.files, language, testedApp(program), reporter);
  const tests = await compileApp(loaded, reporter, {});
  const diagnostics = [...app.diagnostics, ...tests.diagnostics];
  if (tests.names === undefined) return { files: [], tests: [], diagnostics };
  const made = { modules: app.modules, names };
  const madeTests = { modules: tests.modules, names: tests.names };
  return { files: filesOf(program, made, madeTests, paths, name), tests: paths, diagnostics };
}

function filesOf(
  program: Program,
  app: Modules,
  tests: Modules,
  paths: readonly string[],
  name: string,
): readonly OutputFile[] {
  // Tests may call handlers that no operation has.
  const scripts = [...tests.modules, ...app.modules].filter(({ path }) => path.startsWith(scriptFolder));
  const placeOfScript = scriptPlaces(scripts);
  const place = (path: string): string => placeOfScript(path) ?? `src/${path}`;
  const own = new Map([...scripts, ...app.modules].map(({ path, text }) => [path, text]));
  const { description, traits, needs } = describe(program);
  const modules = typedSchemas([
    ...[...own].map(([path, text]) => ({ path: place(path), text: moved(path, text, { place }) })),
    { path: "src/server.ts", text: entryFor(targets.node, traits).text },
    ...(paths.length === 0 ? [] : testFiles(paths, tests, app, program.files, placeOfScript)),
  ]);
  const all = [
    ...modules,
    { path: "api.json", text: description },
    ...projectFiles(name, modules, program.files),
  ];
  const operations = app.names.endpoints.flatMap(({ flow, operations }) => operations.map(() => flow));
  const handlers = operations.filter(isHandlerPath).length;
  const counts = { handlers, flows: operations.length - handlers, tests: paths.length };
  return [...all, { path: "README.md", text: readme(name, { version, needs, ...counts }, all) }];
}

/** The folder of what people have written, in a build. */
const scriptFolder = "source/";

/**
 * Tells where the modules lie that people have written: in `src/handlers/`, as they lay beside each other. `undefined` for all
 * that is generated.
 */
function scriptPlaces(scripts: readonly OutputFile[]): (path: string) => string | undefined {
  const names = scripts.map(({ path }) => path.slice(scriptFolder.length));
  const inside = new Set(names.filter((name) => name.startsWith("handlers/")));
  const isFree = names.every((name) => inside.has(name) || !inside.has(`handlers/${name}`));
  return (path) => {
    if (!path.startsWith(scriptFolder)) return undefined;
    const name = path.slice(scriptFolder.length);
    return name.startsWith("handlers/") ? `src/${name}` : `src/${isFree ? "handlers" : "source"}/${name}`;
  };
}
