import { posix } from "node:path";
import { quoted } from "../code/code.js";
import type { FlowNames } from "../generate/module/names.js";
import type { OutputFile } from "../output/manifest.js";
import { type ts, tsMorph } from "../parse/handler/typescript.js";
import { type Files, resolvePath } from "../source/files.js";
import { merged } from "./merged.js";
import { edited, type Layout, moved, parsed, relativePath } from "./module.js";

/** Compiled modules, and their names. */
export interface Modules {
  readonly modules: readonly OutputFile[];
  readonly names: FlowNames;
}

/** The folder of what tests have in common. */
const support = "test/support";

/**
 * The tests of an app as tests of Vitest, a file each, with the golden files that they name.
 * @param paths of the tests in the flow directory
 * @param placeOfScript where a handler lies, by its path in the flow directory
 */
export function testFiles(
  paths: readonly string[],
  tests: Modules,
  app: Modules,
  files: Files,
  placeOfScript: (path: string) => string | undefined,
): readonly OutputFile[] {
  const shared = sharedFlows(tests, app);
  const endpoints = new Map(tests.names.endpoints.map((endpoint) => [endpoint.flow, endpoint]));
  const owners = new Map(
    tests.names.endpoints.map(({ module, flow }) => [stem(module), testPath(flow.replace(/#.*$/s, ""))]),
  );
  const layout: Layout = {
    place: (path) =>
      placeOfScript(path) ?? owners.get(stem(path)) ?? shared.get(stem(path))?.place ?? `${support}/${path}`,
    nameIn: (path, name) => {
      const there = shared.get(stem(path))?.name;
      return there === name ? undefined : there;
    },
  };
  const serviceLayout = {
    ...layout,
    place: (path: string) => (path === "app.ts" ? `${support}/service.ts` : layout.place(path)),
  };
  const texts = new Map(tests.modules.map(({ path, text }) => [path, moved(path, text, layout)]));
  const common = tests.modules.filter(
    ({ path }) =>
      path !== "app.ts" &&
      placeOfScript(path) === undefined &&
      !owners.has(stem(path)) &&
      !shared.has(stem(path)),
  );
  const compiled = paths.map((path) => {
    const nested = [...endpoints.keys()].filter((flow) => flow.startsWith(`${path}#`));
    const parts = [...nested, path].flatMap((flow) => endpoints.get(flow) ?? []);
    const names = new Map(parts.map(({ name, flow }) => [name, localName(flow)]));
    const exported = (name: string) => names.get(name) ?? name;
    const place = testPath(path);
    const text = merged([
      ...parts.map(({ module }) => ({ text: texts.get(module) ?? "", exported })),
      { text: registration(path, place, nested), exported },
    ]);
    return { path, file: { path: place, text: `// ${path}, compiled by flowc.\n\n${text}` } };
  });
  return [
    ...compiled.map(({ file }) => file),
    ...common.map(({ path }) => ({
      path: layout.place(path),
      text: path === "variables.ts" ? withoutHandlers(texts.get(path) ?? "") : (texts.get(path) ?? ""),
    })),
    {
      path: `${support}/service.ts`,
      text: serviceModule(moved("app.ts", textOf(tests, "app.ts"), serviceLayout)),
    },
    ...goldenFiles(new Map(compiled.map(({ path, file }) => [path, file.text])), files),
  ];
}

const textOf = ({ modules }: Modules, path: string): string =>
  modules.find((module) => module.path === path)?.text ?? "";

const stem = (path: string): string => path.replace(/\.[jt]s$/, "");

/** Where a file of the tests lies in the project: those of `tests/`, and any beside flows. */
export const testPlace = (path: string): string => `test/${path.replace(/^tests?\//, "")}`;

const testPath = (path: string): string => testPlace(path).replace(/(?:\.test)?\.xml$/, ".test.ts");

/** The name of a test, or of the flow in it that answers for a system. */
const localName = (flow: string): string =>
  flow.includes("#") ? `backend${flow.replace(/^.*#/s, "")}` : "flow";

/** Hands a test and its backend flows to Vitest. */
function registration(path: string, place: string, nested: readonly string[]): string {
  const from = relativePath(posix.dirname(place), `${support}/flow-test.js`);
  const backends = nested.map((flow) => `${quoted(flow)}: ${localName(flow)}`).join(", ");
  const more = nested.length === 0 ? "" : `, { ${backends} }`;
  return `import { flowTest } from ${quoted(from)};\n\nflowTest(${quoted(path)}, flow${more});\n`;
}

/** Variables that handlers see are declared with the app. */
function withoutHandlers(text: string): string {
  const { ts } = tsMorph();
  const declared = parsed(text).statements.filter(ts.isModuleDeclaration);
  return edited(
    text,
    declared.map((node) => ({ start: node.getFullStart(), end: node.end, text: "" })),
  );
}

/** The service of the app of all tests, with what it needs: the rest of that app is made for each test. */
function serviceModule(text: string): string {
  const { ts } = tsMorph();
  const { statements } = parsed(text);
  const service = statements.find(
    (statement) =>
      ts.isVariableStatement(statement) &&
      statement.declarationList.declarations[0]?.name.getText() === "flows",
  );
  if (service === undefined) throw new Error("The app of the tests has no service.");
  const code = service.getText();
  const imports = statements.filter(ts.isImportDeclaration).flatMap((statement) => {
    const names = (statement.importClause?.namedBindings as ts.NamedImports | undefined)?.elements ?? [];
    const used = names.filter(({ name }) => new RegExp(`\\b${name.text}\\b`).test(code));
    const list = used.map((name) => name.getText()).join(", ");
    return used.length === 0 ? [] : `import { ${list} } from ${statement.moduleSpecifier.getText()};\n`;
  });
  return `// What the tests need around their flows, compiled by flowc.\n\n${imports.join("")}\nexport ${code}\n`;
}

/** Files that tests name, and others that lie beside tests: names may be computed. */
function goldenFiles(tests: ReadonlyMap<string, string>, files: Files): readonly OutputFile[] {
  const named = new Set<string>();
  for (const [path, text] of tests)
    for (const [, literal = ""] of text.matchAll(/"([^"\\\n]+\.\w+)"/g))
      named.add(resolvePath(path, literal) ?? "");
  return [...files.names]
    .filter((path) => !tests.has(path) && (named.has(path) || /^tests?\/.*(?<!\.xml)$/.test(path)))
    .flatMap((path) => {
      const source = files.get(path);
      return source === undefined ? [] : { path: testPlace(path), text: source.text };
    });
}

/**
 * Flows of the app that tests call. They are compiled for the tests anew; where that comes to the same code, the tests call the
 * module of the app, so that they test what is served. By the module of the tests, without its ending.
 */
function sharedFlows(tests: Modules, app: Modules): ReadonlyMap<string, SharedFlow> {
  const own = new Map(app.names.sharedFlows);
  for (const endpoint of app.names.endpoints) own.set(endpoint.flow, endpoint);
  const found = new Map<string, SharedFlow>();
  for (const [flow, { module }] of tests.names.sharedFlows) {
    const there = own.get(flow);
    if (there === undefined) continue;
    const { code, imports } = codeOf(textOf(tests, module));
    if (codeOf(textOf(app, there.module)).code !== code) continue;
    const calls = imports.map((name) => stem(posix.join(posix.dirname(module), name)));
    found.set(stem(module), {
      place: `src/${there.module.replace(/\.ts$/, ".js")}`,
      name: there.name,
      calls,
    });
  }
  // Only with all that they call.
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const [module, { calls }] of found)
      if (calls.some((call) => !call.startsWith("source/") && !found.has(call))) found.delete(module);
  }
  return found;
}

interface SharedFlow {
  /** The path of the module of the app, as imports have it. */
  readonly place: string;
  readonly name: string;
  /** The modules that it imports, without their endings. */
  readonly calls: readonly string[];
}

/** The code of a flow without comments, layout and its own name, and the modules of values that it imports of its app. */
function codeOf(text: string): { readonly code: string; readonly imports: readonly string[] } {
  const { ts } = tsMorph();
  const file = parsed(text);
  const imports = file.statements.filter(ts.isImportDeclaration);
  const code = file.statements
    .slice(imports.length)
    .map((statement) => statement.getText().replace(/^export const \w+/, ""))
    .join("\n")
    .replace(/(?<=\s)\/\/ .*$/gm, "")
    .replace(/\s+/g, " ");
  return {
    code,
    imports: imports.flatMap(({ importClause, moduleSpecifier }) => {
      const specifier = (moduleSpecifier as ts.StringLiteral).text;
      return specifier.startsWith(".") && importClause?.isTypeOnly !== true ? specifier : [];
    }),
  };
}
