import { type Program, predefinedVariables } from "../analyse/index.js";
import type { Span } from "../source/index.js";
import { type Flow, type FlowReference, treesOf } from "../syntax/index.js";
import { type Occurrence, occurrenceAt, occurrencesIn } from "./project/occurrences.js";
import type { Project } from "./project/project.js";
import { flowsSharing } from "./project/related.js";

/** The flows of an app with one of them as it is now. */
function flowsWith(program: Program | undefined, flow: Flow): ReadonlyMap<string, Flow> {
  return new Map([...(program ? treesOf(program.flows) : []), [flow.source.path, flow]]);
}

/** All places where the app names what is named at a place; `undefined` if nothing is. */
export function occurrencesOf(
  project: Project,
  path: string,
  offset: number,
): { readonly named: Occurrence; readonly all: readonly Occurrence[] } | undefined {
  const flow = project.flow(path)?.flow;
  const named = flow && occurrenceAt(flow, offset);
  if (flow === undefined || named === undefined) return undefined;
  return { named, all: allOf(project, flow, named) };
}

function allOf(project: Project, flow: Flow, named: Occurrence): readonly Occurrence[] {
  const { kind, name, scope } = named;
  const isSame = (other: Occurrence) => other.kind === kind && other.name === name && other.scope === scope;
  if (scope !== undefined) return occurrencesIn(flow).filter(isSame);
  const program = project.flow(flow.source.path)?.program ?? project.program;
  const flows = flowsWith(program, flow);
  const paths =
    kind === "file" || program === undefined
      ? flows.keys()
      : flowsSharing(flow.source.path, { ...program, flows }, (one) => occurrencesIn(one).some(isSame));
  return [...paths].flatMap((path) => {
    const one = flows.get(path);
    return one === undefined ? [] : occurrencesIn(one).filter(isSame);
  });
}

/** Where that is defined which a flow names at a place: a file, or where a variable or response comes from. */
export function definitionsAt(project: Project, path: string, offset: number): readonly Span[] {
  const found = occurrencesOf(project, path, offset);
  if (found === undefined) return routesAt(project, path, offset);
  const { named, all } = found;
  if (named.kind === "file") return startOf(project, named.name);
  const writes = all.filter(({ isWrite }) => isWrite);
  // Those of the same file come first.
  return writes
    .toSorted((a, b) => Number(b.span.source.path === path) - Number(a.span.source.path === path))
    .map(({ span }) => span);
}

const startOf = (project: Project, path: string): readonly Span[] => {
  const source = project.source(path);
  return source === undefined ? [] : [source.span(0, 0)];
};

/** All places that name what is named at a place; at the root element of a flow, those that start the flow. */
export function referencesAt(
  project: Project,
  path: string,
  offset: number,
  withDefinitions: boolean,
): readonly Span[] {
  const found = occurrencesOf(project, path, offset);
  if (found === undefined) return isAtRoot(project, path, offset) ? startsOf(project, path) : [];
  const spans = found.all.filter(({ isWrite }) => withDefinitions || !isWrite).map(({ span }) => span);
  return found.named.kind === "file"
    ? [...new Set([...spans, ...startsOf(project, found.named.name)])]
    : spans;
}

function isAtRoot(project: Project, path: string, offset: number): boolean {
  const flow = project.flow(path)?.flow;
  return flow !== undefined && offset >= flow.span.start && offset <= flow.span.start + "<flow".length;
}

/** The places in the API description that name a flow, and those in flows that call it. */
export function startsOf(project: Project, path: string): readonly Span[] {
  const { program } = project;
  if (program === undefined) return [];
  const isHere = (reference: FlowReference | undefined) =>
    reference !== undefined && program.flowPath(reference) === path ? [reference.span] : [];
  const described = [
    ...isHere(program.api.initFlow),
    ...isHere(program.api.errorFlow),
    ...program.routes.flatMap(({ operations }) => operations.flatMap(({ flow }) => isHere(flow))),
  ];
  const called = [...project.trees.values()].flatMap((flow) =>
    occurrencesIn(flow).filter(({ kind, name }) => kind === "file" && name === path),
  );
  return distinct([...described, ...called.map(({ span }) => span)]);
}

/** From the root element of a flow: the operations that it answers. */
const routesAt = (project: Project, path: string, offset: number): readonly Span[] =>
  isAtRoot(project, path, offset) ? startsOf(project, path) : [];

function distinct(spans: readonly Span[]): readonly Span[] {
  const seen = new Set<string>();
  return spans.filter(({ source, start, end }) => {
    const key = `${source.path} ${start} ${end}`;
    return !seen.has(key) && seen.add(key);
  });
}

export type RenameProblem = "nothing" | "predefined" | "token" | "broken" | "name" | "taken";

interface Renaming {
  readonly name: string;
  /** The places of the names, without `$`. */
  readonly spans: readonly Span[];
}

/** The places where a variable has to get another name, or why it cannot. */
export function renaming(
  project: Project,
  path: string,
  offset: number,
  newName?: string,
): Renaming | RenameProblem {
  const found = occurrencesOf(project, path, offset);
  if (found === undefined || found.named.kind !== "variable") return "nothing";
  const { named, all } = found;
  const { name, scope } = named;
  if (scope === undefined && predefinedVariables.has(name)) return "predefined";
  if (scope === undefined && project.program?.tokenVariables.has(name)) return "token";
  // A flow that cannot be read may name it, too.
  const paths = new Set(all.map(({ span }) => span.source.path));
  if ([...paths, path].some((one) => project.flow(one)?.hasErrors === true)) return "broken";
  if (newName !== undefined) {
    const written = newName.replace(/^\$/, "");
    if (!/^[A-Za-z_][A-Za-z0-9_-]*$/.test(written)) return "name";
    if (written !== name && isTaken(project, paths, written)) return "taken";
  }
  return {
    name,
    spans: distinct(
      all.map(({ span }) => ({ ...span, start: span.start + 1, end: span.start + 1 + name.length })),
    ),
  };
}

/** True of a name that already means something in the flows. */
function isTaken(project: Project, paths: ReadonlySet<string>, name: string): boolean {
  if (predefinedVariables.has(name) || project.program?.tokenVariables.has(name)) return true;
  return [...paths].some((path) => {
    const flow = project.flow(path)?.flow;
    return (
      flow !== undefined && occurrencesIn(flow).some((one) => one.kind === "variable" && one.name === name)
    );
  });
}
