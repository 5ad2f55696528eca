import { unclearFlows } from "../analyse/flows/unclear.js";
import { analyse, type Program } from "../analyse/program.js";
import { leadsOf, visibleFacts } from "../analyse/visible/facts.js";
import { language } from "../constructs/index.js";
import { type Diagnostic, Reporter, sortDiagnostics } from "../diagnostics/reporter.js";
import { generateFlow } from "../generate/app.js";
import type { FlowNames } from "../generate/module/names.js";
import { variablesModule } from "../generate/variables.js";
import { type PrintedModule, print } from "../output/print.js";
import { parseFlow } from "../parse/flow/flow.js";
import { Files, type Input } from "../source/files.js";
import type { Flow } from "../syntax/flow.js";
import { actionsOf } from "../syntax/statements.js";

/** The knowledge of a compilation, for the next one after a small change. */
export interface Compiled {
  readonly program: Program;
  readonly names: FlowNames;
  readonly diagnostics: readonly Diagnostic[];
}

/** The result of recompiling an app after one flow changed. */
export interface Recompiled {
  /** Modules that replace those of the same paths; none if there are errors. */
  readonly modules: readonly PrintedModule[];
  /** `undefined` if there are errors. */
  readonly compiled: Compiled | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Compiles one flow again, where nothing else depends on what has changed in it; otherwise returns `undefined`. To be
 * sure, it compiles the flow also as it was, which must give what there is.
 * @param before the text of the flow as it was
 * @param known the text of a module
 * @param isNamed whether any other file names a variable
 */
export function recompile(
  compiled: Compiled,
  path: string,
  before: string,
  input: Input,
  known: (module: string) => string | undefined,
  isNamed: (name: string) => boolean,
): Recompiled | undefined {
  const { program, diagnostics } = compiled;
  if (!program.flows.has(path) || isEntangled(path, program)) return undefined;
  const others = diagnostics.filter((one) => !isIn(one, path));
  // Findings in other flows may name lines of this one.
  if (others.some(({ message, hint }) => `${message} ${hint}`.includes(path))) return undefined;
  const old = attempt(compiled, path, withText(input, path, before), isNamed);
  if (old?.made === undefined || old.made.module.text !== known(old.made.module.path)) return undefined;
  if (!isSame(own(old, path), own(compiled, path))) return undefined;
  const now = attempt(compiled, path, input, isNamed);
  if (now === undefined) return undefined;
  const all = sortDiagnostics([...others, ...own(now, path)]);
  if (now.made === undefined)
    return now.hides(others) ? undefined : { modules: [], compiled: undefined, diagnostics: all };
  if (now.made.shape !== old.made.shape || !isSame(notIn(now, path), notIn(old, path))) return undefined;
  if (!isSameElsewhere(old.made, now.made)) return undefined;
  const { module, program: found } = now.made;
  const variables = variablesModule(found).map(print);
  const changed = variables.filter(({ path: own, text }) => text !== known(own));
  return {
    modules: [module, ...changed],
    compiled: { ...compiled, program: found, diagnostics: all },
    diagnostics: all,
  };
}

/** Tells whether the flow may change the values that reach it. */
function isEntangled(path: string, program: Program): boolean {
  const { errorFlow, calledFlows, operationFlows, registeredFlows, flowFacts } = program;
  const runsElsewhere = [calledFlows, operationFlows].some((flows) => errorFlow && flows.has(errorFlow));
  return runsElsewhere || registeredFlows.size > 0 || flowFacts.get(path)?.isRecursive === true;
}

interface Attempt {
  readonly diagnostics: readonly Diagnostic[];
  /** `undefined` if there are errors. */
  readonly made: Made | undefined;
  /** Tells whether findings in other flows depend on variables of this one, of which errors hide a part. */
  hides(others: readonly Diagnostic[]): boolean;
}

interface Made {
  readonly module: PrintedModule;
  readonly flow: Flow;
  readonly program: Program;
  /** The facts that the rest of the app depends on. */
  readonly shape: string;
}

/** Returns `undefined` where files may have to be read that the app has not read so far. */
function attempt(
  { program, names }: Compiled,
  path: string,
  input: Input,
  isNamed: (name: string) => boolean,
): Attempt | undefined {
  const reporter = new Reporter();
  const read: string[] = [];
  const files = new Files(watched(input, read));
  const source = files.get(path);
  const flow = source && parseFlow(source, files, language, reporter);
  const hides = (others: readonly Diagnostic[]): boolean => {
    const flows = new Map(flow === undefined ? program.flows : [...program.flows, [path, flow]]);
    if (flow === undefined) flows.delete(path);
    const unclear = unclearFlows({ ...program, flows }, reporter);
    return others.some(
      ({ name, span }) =>
        name === "unusedFlow" || span === undefined || unclear?.has(span.source.path) !== false,
    );
  };
  if (flow === undefined) return { diagnostics: reporter.sorted(), made: undefined, hides };
  const known = program.flows.get(path);
  if (known === undefined || leadsOf(flow) !== leadsOf(known)) return undefined;
  const flows = new Map([[path, flow]]);
  const app = { ...program, files, flows: new Map([...program.flows, ...flows]) };
  const found = analyse(app, reporter, { before: program, flows });
  const diagnostics = reporter.sorted();
  if (reporter.hasErrors) return { diagnostics, made: undefined, hides };
  const asked = names.asked.length;
  const plan = generateFlow(path, found, names);
  if (plan === undefined) return undefined;
  const module = print(plan);
  const assets = names.asked.slice(asked);
  // Stylesheets are compiled apart from flows.
  if (assets.some((asset) => asset.startsWith("stylesheet "))) return undefined;
  const shape = JSON.stringify([visibleFacts(path, found, isNamed), assets, read.toSorted()]);
  return { diagnostics, made: { module, flow, program: found, shape }, hides };
}

/** Tells whether the requests of all other flows are streamed as before. */
function isSameElsewhere(old: Made, now: Made): boolean {
  const [before, after] = [old, now].map(({ flow, program }) => {
    const own = new Set(actionsOf(flow.statements));
    return new Set([...program.streamed].filter((action) => !own.has(action)));
  });
  return before?.size === after?.size && [...(before ?? [])].every((action) => after?.has(action));
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

interface Findings {
  readonly diagnostics: readonly Diagnostic[];
}

const own = ({ diagnostics }: Findings, path: string): readonly Diagnostic[] =>
  diagnostics.filter((one) => isIn(one, path));

const notIn = ({ diagnostics }: Findings, path: string): readonly Diagnostic[] =>
  diagnostics.filter((one) => !isIn(one, path));

function isIn({ span }: Diagnostic, path: string): boolean {
  return span?.source.path === path;
}

function isSame(some: readonly Diagnostic[], others: readonly Diagnostic[]): boolean {
  return JSON.stringify(some.map(plain)) === JSON.stringify(others.map(plain));
}

function plain({ span, fix, ...rest }: Diagnostic): unknown {
  return [rest, span?.source.path, span?.start, span?.end, fix?.text];
}
