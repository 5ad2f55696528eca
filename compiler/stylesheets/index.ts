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
import type { Files } from "../source/files.js";
import type { Store } from "../source/store.js";
import { actionsOf } from "../syntax/statements.js";
import { anyType } from "../syntax/static-type.js";
import type { StylesheetTree } from "../syntax/stylesheet.js";
import { walkExpression } from "../syntax/visit-expression.js";
import type { Expression } from "../syntax/xpath.js";
import { checkNames } from "./check-names.js";
import { computedDocuments } from "./documents.js";
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
      const tree = root && readStylesheet({ source, root }, files, reporter);
      if (tree !== undefined) compiled.set(source.path, { kind: "tree", tree });
    }
  }
  for (const [path, stylesheet] of await compileForSaxon(later, files, reporter, store))
    compiled.set(path, { kind: "saxon", ...stylesheet });
  return compiled;
}

function usedStylesheets({ flows }: Pick<App, "flows">): ReadonlyMap<string, StylesheetUse> {
  const uses = new Map<string, StylesheetUse>();
  for (const flow of flows.values()) {
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
  checkWaits(expressions, reporter);
  checkNames(tree, reporter);
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
