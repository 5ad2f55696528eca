import { decodePercent } from "../../runtime/base/percent-decode.js";
import { parseXml } from "../../runtime/data/xml/parse-xml.js";
import { functions } from "../constructs/functions/index.js";
import { type FileSet, type Files, isElsewhere, resolvePath } from "../source/files.js";
import { walkExpression } from "../syntax/visit-expression.js";
import type { Expression } from "../syntax/xpath.js";

/**
 * The files that `document()` may read by URIs that only the transformation knows: XML beside the stylesheet and below
 * it, or what the constant beginning and end of the URI lead to. Flows are none of them.
 */
export function computedDocuments(expressions: readonly Expression[], files: Files): readonly string[] {
  const found = new Set<string>();
  for (const expression of expressions)
    walkExpression(expression, (inner) => {
      if (inner.kind !== "call" || functions.get(inner.name)?.opensDocuments !== true) return;
      const [uri] = inner.arguments;
      if (uri === undefined || uri.kind === "literal") return;
      const set = fileSet(uri);
      if (set === undefined) return;
      for (const path of files.matching(set)) if (isData(path, files)) found.add(path);
    });
  return [...found].sort();
}

/** `undefined` if the URI leads out of the flow directory. */
function fileSet(uri: Expression): FileSet | undefined {
  const { path: from } = uri.span.source;
  const isJoined = uri.kind === "call" && functions.get(uri.name)?.keepsText === "joined";
  const [first, last] = isJoined ? ends(uri.arguments) : ["", ""];
  if (isElsewhere(first)) return undefined;
  const start = resolvePath(from, first);
  if (start === undefined) return undefined;
  const isDirectory = start !== "" && (first === "" || first.endsWith("/"));
  return { start: isDirectory ? `${start}/` : start, end: last.split("#", 1)[0] ?? "" };
}

const ends = (parts: readonly Expression[]): readonly [string, string] => [
  decodePercent(textOf(parts[0])),
  decodePercent(textOf(parts.at(-1))),
];

const textOf = (expression: Expression | undefined): string =>
  expression?.kind === "literal" ? expression.value : "";

function isData(path: string, files: Files): boolean {
  if (!/\.(?:xml|xslt?)$/i.test(path)) return false;
  try {
    return parseXml(files.get(path)?.text ?? "").documentElement?.name !== "flow";
  } catch {
    return false; // no XML, or too much of it
  }
}
