import { nearest } from "../../runtime/base/nearest.js";
import type { Reporter } from "../diagnostics/reporter.js";
import type { Files } from "../source/files.js";
import { lineText, type Span } from "../source/source-text.js";
import type { StylesheetTree, Template } from "../syntax/stylesheet.js";
import type { SheetUses } from "./check-names.js";

type UsedTree = Pick<StylesheetTree, "source" | "templates" | "keys">;

/**
 * Finds modes, templates and keys of a stylesheet's own file that it never uses. Other files may be libraries, and so may
 * this one, if another stylesheet names it.
 */
export function checkUses(tree: UsedTree, uses: SheetUses, files: Files, reporter: Reporter): void {
  const found: (() => void)[] = [];
  for (const { span, name, mode, match } of tree.templates) {
    if (span.source.path !== tree.source.path || (name !== undefined && uses.templates.has(name))) continue;
    if (match === undefined && name !== undefined)
      found.push(() => reporter.report(span, "sheetUnused", { name, isKey: false }));
    if (mode !== undefined && !uses.modes.has(mode))
      found.push(() => reporter.report(span, "modeUnused", { mode, nearest: nearest(mode, uses.modes) }));
  }
  for (const { span, name } of tree.keys)
    if (span.source.path === tree.source.path && uses.keys?.has(name) === false)
      found.push(() => reporter.report(span, "sheetUnused", { name, isKey: true }));
  if (found.length > 0 && !isNamedElsewhere(tree.source.path, files)) for (const report of found) report();
}

/** In an app with more stylesheets, looking through all of them for each of them would take too long. */
const maxStylesheets = 200;

function isNamedElsewhere(path: string, files: Files): boolean {
  const sheets = [...files.names].filter((name) => /\.xslt?$/i.test(name) && name !== path);
  const [file = path] = path.split("/").slice(-1);
  return sheets.length > maxStylesheets || sheets.some((sheet) => files.get(sheet)?.text.includes(file));
}

/** Finds templates that take the place of others in the same file, since all that decides between them is the same. */
export function checkTemplates(templates: readonly Template[], reporter: Reporter): void {
  const known = new Map<string, Span>();
  for (const { span, patterns, name, mode, priority, precedence } of templates) {
    if (patterns.length === 0) continue;
    const key = JSON.stringify(
      [span.source.path, precedence, mode, priority ?? null, patterns],
      (member, value) => (/span$/i.test(member) ? undefined : value),
    );
    const other = known.get(key);
    if (other !== undefined && other.start !== span.start)
      reporter.report(span, "templateReplaced", { line: lineText(other, span.source) });
    if (name === undefined) known.set(key, span);
  }
}
