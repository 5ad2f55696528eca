import { decodePercent } from "../../runtime/base/percent-decode.js";
import { parseXml } from "../../runtime/data/xml/parse-xml.js";
import { takesHtmlDocument } from "../analyse/flows/reads-html.js";
import { checkExpressions } from "../analyse/rules/expressions.js";
import { staticType } from "../analyse/types/static-type.js";
import { definitionOf } from "../constructs/actions/index.js";
import { functions } from "../constructs/functions/index.js";
import { Reporter } from "../diagnostics/reporter.js";
import type { StylesheetUse } from "../language/action-definition.js";
import type { App } from "../load/index.js";
import { parseSheetDocument, type SheetDocument } from "../parse/stylesheet/document.js";
import { isLater } from "../parse/stylesheet/modules.js";
import { parseStylesheet } from "../parse/stylesheet/stylesheet.js";
import { type FileSet, type Files, isElsewhere, resolvePath } from "../source/files.js";
import type { Store } from "../source/store.js";
import { treesOf } from "../syntax/flow-summary.js";
import { actionsOf } from "../syntax/statements.js";
import { anyType } from "../syntax/static-type.js";
import type { StylesheetTree } from "../syntax/stylesheet.js";
import { walkExpression } from "../syntax/visit-expression.js";
import type { Expression } from "../syntax/xpath.js";
import { checkComparisons } from "./check-content.js";
import { checkNames } from "./check-names.js";
import { checkTemplates, checkUses } from "./check-uses.js";
import { compileForSaxon, type SaxonStylesheet } from "./saxon/compile.js";

/** A stylesheet in the form that its module is generated from. */
export type CompiledStylesheet =
  | { readonly kind: "tree"; readonly tree: StylesheetTree }
  | ({ readonly kind: "saxon" } & SaxonStylesheet);

/**
 * Compiles the stylesheets of all `xslt` actions, each once. Returns them by path. Those of XSLT 1.0 become functions;
 * those of later versions are compiled for SaxonJS.
 */
export async function compileStylesheets(
  app: Pick<App, "flows">,
  files: Files,
  reporter: Reporter,
  store?: Store,
): Promise<ReadonlyMap<string, CompiledStylesheet>> {
  const compiled = new Map<string, CompiledStylesheet>();
  const later: StylesheetUse[] = [];
  for (const use of usedStylesheets(app).values()) {
    const { source } = use;
    const found = new Reporter();
    const root = parseSheetDocument(source, found);
    // Errors in those of later versions are reported when they are compiled.
    if (root !== undefined && isLater(root)) later.push(use);
    else {
      reporter.add(found);
      const tree =
        root && files.during(use.span.source.path, () => readStylesheet({ source, root }, files, reporter));
      if (tree !== undefined) compiled.set(source.path, { kind: "tree", tree });
    }
  }
  for (const [path, stylesheet] of await compileForSaxon(later, files, reporter, store))
    compiled.set(path, { kind: "saxon", ...stylesheet });
  return compiled;
}

function usedStylesheets({ flows }: Pick<App, "flows">): ReadonlyMap<string, StylesheetUse> {
  const uses = new Map<string, StylesheetUse>();
  for (const [, flow] of treesOf(flows)) {
    for (const action of actionsOf(flow.statements)) {
      const use = definitionOf(action).stylesheet?.(action);
      if (use !== undefined && !uses.has(use.source.path)) uses.set(use.source.path, use);
    }
  }
  return uses;
}

function readStylesheet(main: SheetDocument, files: Files, reporter: Reporter): StylesheetTree | undefined {
  const parsed = parseStylesheet(main, files, functions, reporter);
  if (parsed === undefined) return undefined;
  const { tree, expressions } = parsed;
  const typeOf = (expression: (typeof expressions)[number]) => staticType(expression, anyType);
  checkExpressions(expressions, { reporter, files, typeOf, within: "stylesheet" });
  checkComparisons(expressions, reporter);
  checkWaits(expressions, reporter);
  checkUses(tree, checkNames(tree, reporter), files, reporter);
  checkTemplates(tree.templates, reporter);
  return {
    ...tree,
    documents: computedDocuments(expressions, files),
    readsHtml: expressions.some(takesHtmlDocument),
  };
}

/** Proves that no expression of a stylesheet has to wait: a transformation is made at once. */
function checkWaits(expressions: Iterable<Expression>, reporter: Reporter): void {
  for (const expression of expressions)
    walkExpression(expression, (inner) => {
      if (inner.kind !== "call" || functions.get(inner.name)?.awaits !== true) return;
      const reason = `${inner.name}() has to wait, which a stylesheet cannot. Set a variable of the flow before.`;
      reporter.report(inner.nameSpan, "stylesheet", { reason });
    });
}

/**
 * The files that `document()` may read by URIs that only the transformation knows: XML beside the stylesheet and below
 * it, or what the constant beginning and end of the URI lead to. Flows are none of them.
 */
function computedDocuments(expressions: readonly Expression[], files: Files): readonly string[] {
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
