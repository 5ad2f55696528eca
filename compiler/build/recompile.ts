import { readVariables } from "../analyse/checks/environment.js";
import { outline } from "../analyse/flows/outline.js";
import { htmlReads } from "../analyse/flows/reads-html.js";
import { analyse, type Program } from "../analyse/program.js";
import { facilitiesOf } from "../analyse/upstream/request-facilities.js";
import { language } from "../constructs/index.js";
import { type Diagnostic, Reporter } from "../diagnostics/reporter.js";
import { generateFlow } from "../generate/app.js";
import type { FlowNames } from "../generate/module/names.js";
import { type PrintedModule, print } from "../output/print.js";
import { parseFlow } from "../parse/flow/flow.js";
import { Files, type Input } from "../source/files.js";
import type { Flow } from "../syntax/flow.js";

/** What a compilation knew, for another one after a small change. */
export interface Compiled {
  readonly program: Program;
  readonly names: FlowNames;
  readonly diagnostics: readonly Diagnostic[];
}

/** A module that replaces the one of the same path. */
export interface Recompiled {
  readonly module: PrintedModule;
  readonly compiled: Compiled;
}

/**
 * Compiles one flow again, where nothing else depends on what has changed in it. Otherwise, and where there are errors,
 * returns `undefined`. To be sure, it compiles the flow also as it was, which must give what there is.
 * @param before the text of the flow as it was
 * @param known the text of its module
 */
export function recompile(
  compiled: Compiled,
  path: string,
  before: string,
  input: Input,
  known: (module: string) => string | undefined,
): Recompiled | undefined {
  const { program, diagnostics } = compiled;
  if (!isLeaf(path, program)) return undefined;
  const others = diagnostics.filter((one) => !isIn(one, path));
  // What is said of others may name lines of this one.
  if (others.length > 0) return undefined;
  const old = attempt(compiled, path, withText(input, path, before));
  if (old === undefined || old.module.text !== known(old.module.path)) return undefined;
  if (JSON.stringify(old.diagnostics.map(plain)) !== JSON.stringify(diagnostics.map(plain))) return undefined;
  const now = attempt(compiled, path, input);
  if (now === undefined || now.shape !== old.shape) return undefined;
  if (now.diagnostics.some((one) => !isIn(one, path))) return undefined;
  return {
    module: now.module,
    compiled: { ...compiled, program: now.program, diagnostics: now.diagnostics },
  };
}

/** Whether nothing but operations start a flow, so that no other one continues where it ends. */
function isLeaf(path: string, program: Program): boolean {
  const { operationFlows, calledFlows, postCheckFlows } = program;
  const { initFlow, errorFlow, outsideFlow, configFlow } = program;
  const isElsewhere = calledFlows.has(path) || postCheckFlows.has(path);
  return (
    operationFlows.has(path) && !isElsewhere && ![initFlow, errorFlow, outsideFlow, configFlow].includes(path)
  );
}

interface Attempt {
  readonly module: PrintedModule;
  readonly program: Program;
  readonly diagnostics: readonly Diagnostic[];
  /** What the rest of the app depends on. */
  readonly shape: string;
}

function attempt({ program, names }: Compiled, path: string, input: Input): Attempt | undefined {
  const reporter = new Reporter();
  const read: string[] = [];
  const files = new Files(watched(input, read));
  const source = files.get(path);
  const flow = source && parseFlow(source, files, language, reporter);
  if (flow === undefined || reporter.hasErrors) return undefined;
  const flows = new Map([[path, flow]]);
  const app = { ...program, files, flows: new Map([...program.flows, ...flows]) };
  const found = analyse(app, reporter, { before: program, flows });
  if (reporter.hasErrors) return undefined;
  const asked = names.asked.length;
  const plan = generateFlow(path, found, names);
  if (plan === undefined) return undefined;
  const module = print(plan);
  const assets = names.asked.slice(asked);
  // Stylesheets are compiled apart from flows.
  if (assets.some((asset) => asset.startsWith("stylesheet "))) return undefined;
  return {
    module,
    program: found,
    diagnostics: reporter.sorted(),
    shape: shapeOf(flow, found, path, [assets, read.toSorted(), imports(module)]),
  };
}

function shapeOf(flow: Flow, program: Program, path: string, others: unknown): string {
  const facts = [
    program.flowFacts.get(path),
    facilitiesOf([flow]),
    htmlReads(flow),
    readVariables([flow]),
    [...(program.examined.get(path) ?? [])].sort(),
  ];
  return JSON.stringify([outline(flow, program.errorFlow !== undefined), facts, others]);
}

function imports({ code }: PrintedModule): unknown {
  return [...(code?.imports ?? [])].map(([specifier, names]) => [specifier, ...[...names].sort()]);
}

function withText(input: Input, path: string, text: string): Input {
  return {
    list: input.list,
    read: (one) => (one === path ? text : input.read(one)),
    readBytes: (one) => input.readBytes(one),
    inspect: (one) => input.inspect(one),
  };
}

function watched(input: Input, read: string[]): Input {
  return {
    list: input.list,
    read: (path) => {
      read.push(`text ${path}`);
      return input.read(path);
    },
    readBytes: (path) => {
      read.push(`bytes ${path}`);
      return input.readBytes(path);
    },
    inspect: (path) => {
      read.push(`status ${path}`);
      return input.inspect(path);
    },
  };
}

function isIn({ span }: Diagnostic, path: string): boolean {
  return span?.source.path === path;
}

function plain({ span, fix, ...rest }: Diagnostic): unknown {
  return [rest, span?.source.path, span?.start, span?.end, fix?.text];
}
