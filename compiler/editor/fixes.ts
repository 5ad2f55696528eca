import type { Diagnostic } from "../diagnostics/index.js";
import type { Edit } from "./format.js";
import type { Project } from "./project/project.js";
import { elementAt, type Range, readLoosely } from "./reading/loose-xml.js";

/** A change that makes a finding go away. */
export interface QuickFix {
  readonly title: string;
  readonly diagnostic: Diagnostic;
  readonly edits: readonly Edit[];
  /** It is what the hint says. */
  readonly isPreferred: boolean;
}

/** Edits that mend or silence the findings in a file. */
export function fixesFor(
  project: Project,
  path: string,
  diagnostics: readonly Diagnostic[],
): readonly QuickFix[] {
  const source = project.source(path);
  if (source === undefined) return [];
  return diagnostics.flatMap((diagnostic) => [
    ...corrections(diagnostic, source.text),
    ...silences(diagnostic, source.text),
  ]);
}

function corrections(diagnostic: Diagnostic, text: string): readonly QuickFix[] {
  const { fix } = diagnostic;
  if (fix === undefined) return [];
  const { start, end } = fix.span;
  const edits = [{ start, end, text: fix.text }, ...endTag(fix.span, fix.text, text)];
  return [{ title: `Write ${fix.text}`, diagnostic, edits, isPreferred: true }];
}

/** The name of an element stands in its end tag, too. */
function endTag({ start, end }: Range, name: string, text: string): readonly Edit[] {
  const element = elementAt(readLoosely(text), start);
  if (element?.endName === undefined || start !== element.start + 1 || end !== start + element.name.length)
    return [];
  return [{ ...element.endName, text: name }];
}

/** Comments that silence warnings go on a line of their own, above the tag or command that the warning is in. */
function silences(diagnostic: Diagnostic, text: string): readonly QuickFix[] {
  const { severity, code, span } = diagnostic;
  if (severity !== "warning" || span === undefined || unsilenced.has(code)) return [];
  const { path } = span.source;
  const place = path.endsWith(".xml")
    ? xmlPlace(text, span.start)
    : /\.ya?ml$/.test(path)
      ? { at: span.start, comment: (inner: string) => `# ${inner}` }
      : undefined;
  if (place === undefined) return [];
  const lineStart = text.lastIndexOf("\n", place.at - 1) + 1;
  const indent = /^[ \t]*/.exec(text.slice(lineStart, lineStart + 200))?.[0] ?? "";
  const comment = `${indent}${place.comment(`flowc-ignore ${code}: `)}\n`;
  return [
    {
      title: `Silence ${code} here`,
      diagnostic,
      edits: [{ start: lineStart, end: lineStart, text: comment }],
      isPreferred: false,
    },
  ];
}

/** Warnings of such comments themselves. */
const unsilenced: ReadonlySet<string> = new Set(["FLOW1027", "FLOW1028", "FLOW1029"]);

function xmlPlace(
  text: string,
  offset: number,
): { at: number; comment: (inner: string) => string } | undefined {
  const document = readLoosely(text);
  const element = elementAt(document, offset + 1);
  if (element === undefined) return undefined;
  if (offset < element.tagEnd || !text.slice(element.tagEnd, offset).includes("\n"))
    return { at: element.start, comment: (inner) => `<!-- ${inner}-->` };
  const command = text.lastIndexOf("{{", offset + 1);
  const isInCommand = command > element.tagEnd && text.indexOf("}}", command) >= offset;
  return { at: isInCommand ? command : offset, comment: (inner) => `{{// ${inner}}}` };
}
