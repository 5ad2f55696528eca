import type { Program } from "../analyse/index.js";
import { FlowNames, generateFlow } from "../generate/index.js";
import { type PrintedModule, print } from "../output/index.js";
import type { Project } from "./project/project.js";
import type { Range } from "./reading/loose-xml.js";

const printed = new WeakMap<Program, PrintedModule | undefined>();

/** The TypeScript that a statement of a flow becomes; `undefined` while there are errors. */
export function generatedAt(project: Project, path: string, { start, end }: Range): string | undefined {
  const current = project.flow(path);
  if (current?.program === undefined || current.diagnostics.some(({ severity }) => severity === "error"))
    return undefined;
  const module = moduleOf(current.program, path);
  if (module === undefined) return undefined;
  const { mappings, text } = module;
  let first: number | undefined;
  let last: number | undefined;
  for (const [index, { offset, span }] of mappings.entries()) {
    if (span === undefined || span.source.path !== path || span.start < start || span.start >= end) continue;
    first ??= offset;
    last = mappings[index + 1]?.offset ?? text.length;
  }
  return first === undefined || last === undefined ? undefined : lines(text, first, last);
}

function moduleOf(program: Program, path: string): PrintedModule | undefined {
  if (printed.has(program)) return printed.get(program);
  const plan = planOf(program, path);
  const module = plan && print(plan);
  printed.set(program, module);
  return module;
}

/** Code can only be made of an app that has no errors: what is shown beside it can do without. */
function planOf(program: Program, path: string) {
  try {
    return generateFlow(path, program, new FlowNames(program));
  } catch {
    return undefined;
  }
}

const maxLines = 40;

/** The whole lines of a part of a module, without what they are indented by, and without the places beside them. */
function lines(text: string, first: number, last: number): string {
  const start = text.lastIndexOf("\n", first) + 1;
  const rows = text.slice(start, last).trimEnd().split("\n");
  const shown = rows.slice(0, maxLines).map((row) => row.replace(/ {2,99}\/\/ [^"'`]*$/, ""));
  const indent = Math.min(...shown.filter((row) => row.trim() !== "").map((row) => row.search(/\S/)));
  const all = shown.map((row) => row.slice(indent)).join("\n");
  return rows.length > maxLines ? `${all}\n…` : all;
}
