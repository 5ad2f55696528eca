import type { Program } from "../analyse/program.js";
import { quoted } from "../code/code.js";
import { scriptModule } from "../generate/module/names.js";
import { handlerModule } from "../parse/handler/script.js";
import type { SourceText, Span } from "../source/source-text.js";
import { treesOf } from "../syntax/flow-summary.js";
import { type Script, scriptsOf } from "../syntax/handler.js";
import type { PrintedModule } from "./print.js";

/** The modules that people have written, as they are: handlers, and what these import of the flow directory. */
export function scriptModules({ flows, files }: Program): readonly PrintedModule[] {
  const scripts = new Map([...treesOf(flows).values()].flatMap((flow) => [...scriptsOf(flow)]));
  return [...scripts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, script]) => printed(path, script, files.input.root));
}

/** Each word comes from its own place, so stacks and breakpoints stand in the file of the author. */
const printed = (
  path: string,
  { source, imports, failures, marks, edges }: Script,
  directory: string | undefined,
): PrintedModule => ({
  path: scriptModule(path),
  text: source.text,
  linked: withPlaces(source, failures),
  mappings: marks.map((offset) => ({ offset, span: source.span(offset, source.text.length) })),
  edges,
  imports: new Map(
    [...imports].filter(([specifier]) => specifier.startsWith(".") || specifier === handlerModule),
  ),
  directory,
});

/** Has each `fail` told where it stands, as those of flows are; otherwise, the stack of the process has to tell. */
function withPlaces(source: SourceText, failures: readonly Span[]): string | undefined {
  if (failures.length === 0) return undefined;
  const sorted = [...failures].sort((a, b) => a.end - b.end);
  const parts = sorted.map(({ start, end }, index) => {
    const place = `${source.path}:${source.place(start).line}`;
    return `${source.text.slice(sorted[index - 1]?.end ?? 0, end)}, ${quoted(place)}`;
  });
  return parts.join("") + source.text.slice(sorted.at(-1)?.end);
}
