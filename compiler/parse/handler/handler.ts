import { builtinModules } from "node:module";
import { posix } from "node:path";
import { misspelt, nearest } from "../../../runtime/base/nearest.js";
import { pushAll } from "../../../runtime/base/push-all.js";
import { handlerExports } from "../../code/runtime-exports.js";
import { Reporter } from "../../diagnostics/reporter.js";
import { isTooLong } from "../../diagnostics/text-length.js";
import { type Files, resolvePath } from "../../source/files.js";
import type { SourceText, Span } from "../../source/source-text.js";
import type { Flow } from "../../syntax/flow.js";
import type { HandlerNode, Script } from "../../syntax/handler.js";
import { handlerModule, readScript } from "./script.js";

/**
 * Reads a handler and the modules of the flow directory that it imports, as a flow that calls it. `undefined` after mistakes
 * without which nothing can be said of it.
 */
export function parseHandler(source: SourceText, files: Files, reporter: Reporter): Flow | undefined {
  const scripts = new ScriptCollector(files, reporter).from(source);
  const script = scripts?.get(source.path);
  if (scripts === undefined || script === undefined) return undefined;
  const { path } = source;
  if (script.handler === undefined) {
    reporter.report(source.span(0, 0), "handlerExport", { path });
    return undefined;
  }
  const node = (span: Span, role: HandlerNode["role"]): HandlerNode => ({
    kind: "action",
    element: "handler",
    span,
    condition: undefined,
    topics: [],
    scripts,
    role,
  });
  const calls = new Map(
    [...scripts.values()].flatMap(({ flows }) =>
      flows.flatMap(({ path, span }) => (path === undefined ? [] : [[path, span] as const])),
    ),
  );
  const statements = [
    ...(calls.size === 0 ? [] : [node(script.handler, { kind: "begins" })]),
    ...[...calls].map(([path, place]) => node(place, { kind: "calls", path })),
    node(script.handler, { kind: "sets" }),
    node(script.handler, { kind: "runs" }),
  ];
  return { kind: "flow", source, span: source.span(0, source.text.length), statements, comments: [] };
}

/** The paths of a handler and of the modules of the flow directory that it imports, also where they have mistakes. */
export function handlerFiles(source: SourceText, files: Files): readonly string[] {
  const collector = new ScriptCollector(files, new Reporter());
  collector.from(source);
  return collector.paths();
}

class ScriptCollector {
  readonly #scripts = new Map<string, Script>();
  #isBroken = false;

  constructor(
    private readonly files: Files,
    private readonly reporter: Reporter,
  ) {}

  from(source: SourceText): ReadonlyMap<string, Script> | undefined {
    const pending = [source];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (this.#scripts.has(next.path)) continue;
      if (isTooLong(next, this.reporter)) return undefined;
      pushAll(pending, this.#add(next));
    }
    return this.#isBroken ? undefined : this.#scripts;
  }

  paths(): readonly string[] {
    return [...this.#scripts.keys()];
  }

  /** Returns the modules that it imports. */
  #add(source: SourceText): readonly SourceText[] {
    if (source.path.endsWith(".json")) {
      this.#scripts.set(source.path, dataScript(source));
      return [];
    }
    const { script, problems } = readScript(source);
    for (const { name, span } of script.handlerNames)
      if (!handlerExports.has(name))
        this.reporter.report(span, "handlerName", { name, nearest: nearest(name, handlerExports) });
    this.#scripts.set(source.path, script);
    for (const { span, ...problem } of problems) this.reporter.report(span, "handlerSyntax", problem);
    if (problems.length > 0) this.#isBroken = true;
    for (const { path, span } of script.flows)
      if (path === undefined) this.reporter.report(span, "handlerFlowComputed");
      else if (!this.files.has(path))
        this.reporter.report(span, "missingFile", { path, nearest: nearest(path, this.files.names) });
    return script.specifiers.flatMap((specifier) => this.#imported(source, specifier) ?? []);
  }

  /** Reports an import that leads nowhere. */
  #imported(
    source: SourceText,
    { name, span, isType }: Script["specifiers"][number],
  ): SourceText | undefined {
    const { reporter, files } = this;
    if (!name.startsWith(".")) {
      const problem = this.#packageProblem(name);
      if (problem !== undefined && !isType)
        reporter.report(span, problem, { name, package: packageOf(name) });
      return undefined;
    }
    const path = resolvePath(source.path, name);
    if (path === undefined) {
      reporter.report(span, "fileOutside", { path: name });
      return undefined;
    }
    const found = candidates(path, isType).find((each) => files.has(each));
    if (found !== undefined) return files.get(found);
    if (isType) {
      reporter.report(span, "handlerTypesMissing", { name });
      return undefined;
    }
    const meant = misspelt(
      path,
      [...files.names].map((each) => each.replace(/\.ts$/, ".js")),
    );
    const nearestName = meant && relativeTo(source.path, meant);
    reporter.report(span, "handlerImport", { name, nearest: nearestName });
    return undefined;
  }

  #packageProblem(name: string): "handlerPackage" | "handlerRuntime" | undefined {
    if (name === handlerModule || isBuiltin(name)) return undefined;
    if (name === "flowc" || name.startsWith("flowc/")) return "handlerRuntime";
    return this.files.package(packageOf(name)) === undefined ? "handlerPackage" : undefined;
  }
}

/** Data in JSON has neither imports nor code. */
const dataScript = (source: SourceText): Script => ({
  source,
  imports: new Map(),
  specifiers: [],
  handler: undefined,
  reads: [],
  sets: [],
  flows: [],
  requests: [],
  failures: [],
  members: [],
  readsBody: false,
  answers: false,
  handlerNames: [],
  marks: [],
  edges: [],
});

/** The files that a specifier may lead to: TypeScript names them as they are called once compiled. */
function candidates(path: string, isType: boolean): readonly string[] {
  const stem = path.replace(/\.js$/, "");
  if (stem === path) return [path];
  return isType ? [`${stem}.ts`, `${stem}.d.ts`, path] : [`${stem}.ts`, path];
}

function relativeTo(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith(".") ? path : `./${path}`;
}

const builtins: ReadonlySet<string> = new Set(builtinModules);

const isBuiltin = (name: string): boolean => name.startsWith("node:") || builtins.has(name);

/** `@scope/name/part` is of `@scope/name`. */
const packageOf = (name: string): string => name.split("/", name.startsWith("@") ? 2 : 1).join("/");
