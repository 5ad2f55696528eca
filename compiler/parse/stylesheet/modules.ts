import { nearest } from "../../../runtime/base/nearest.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import { type Files, isElsewhere, resolvePath } from "../../source/files.js";
import type { SourceText, Span } from "../../source/source-text.js";
import type { XmlElement } from "../../syntax/xml.js";
import { checkAttributes, checkEmpty, checkPrefixes } from "./checks.js";
import { parseSheetDocument, type SheetDocument } from "./document.js";
import { type Around, SheetElement } from "./element.js";
import { initialScope } from "./names.js";

/** A declaration: a child of `xsl:stylesheet`. The root of a simplified stylesheet (§2.3) counts as one, too. */
export interface Declaration {
  readonly element: SheetElement;
  /** The import precedence, and the lowest one of what its module imports (§2.6.2). */
  readonly precedence: number;
  readonly importedFrom: number;
  /** Tells whether it is the root of a simplified stylesheet. */
  readonly isRoot: boolean;
}

/** A few modules can include each other so often that reading them would never end. */
const maxModules = 1000;

/**
 * The declarations of a stylesheet and of all that it includes and imports, those of lower precedence first. Returns
 * `undefined` after reporting errors.
 */
export function declarationsOf(
  main: SheetDocument,
  files: Files,
  reporter: Reporter,
): readonly Declaration[] | undefined {
  const modules = new Modules(main, files, reporter);
  modules.read(main.source, []);
  return modules.isComplete ? modules.declarations : undefined;
}

interface Inclusion {
  readonly source: SourceText;
  readonly stack: readonly SourceText[];
}

class Modules {
  readonly declarations: Declaration[] = [];
  isComplete = true;
  readonly #roots = new Map<SourceText, SheetElement | undefined>();
  /** The roots of simplified stylesheets. */
  readonly #simplified = new Set<SheetElement>();
  #precedence = 0;
  #count = 0;

  constructor(
    private readonly main: SheetDocument,
    private readonly files: Files,
    private readonly reporter: Reporter,
  ) {}

  /** Reads a module and all that it imports; what it includes is a part of it (§2.6.1). */
  read(source: SourceText, stack: readonly SourceText[]): void {
    const own: SheetElement[] = [];
    const imports: Inclusion[] = [];
    this.#gather({ source, stack }, own, imports);
    const importedFrom = this.#precedence;
    for (const one of imports) this.read(one.source, one.stack);
    const precedence = this.#precedence++;
    for (const element of own) {
      const isRoot = this.#simplified.has(element);
      this.declarations.push({ element, precedence, importedFrom, isRoot });
    }
  }

  #gather({ source, stack }: Inclusion, own: SheetElement[], imports: Inclusion[]): void {
    const root = this.#root(source);
    if (root === undefined) return;
    if (++this.#count > maxModules) {
      if (this.#count === maxModules + 1)
        this.#refuse(
          root.span,
          `it has more than ${maxModules} modules, each counted as often as it is used.`,
        );
      return;
    }
    if (!root.isInstruction) {
      own.push(root);
      this.#simplified.add(root);
      return;
    }
    let isBehind = false;
    for (const child of root.elements()) {
      const isReference = child.isInstruction && (child.local === "include" || child.local === "import");
      const isImport = isReference && child.local === "import";
      if (isImport && isBehind)
        this.reporter.report(child.span, "lateImport", { element: child.element.name });
      isBehind ||= !isImport;
      if (!isReference) {
        own.push(child);
        continue;
      }
      checkEmpty(child, this.reporter);
      const target = this.#target(child, source);
      if (target === undefined) continue;
      if (target === source || stack.includes(target)) {
        this.#refuse(child.span, `${target.path} would ${child.local} itself.`);
        continue;
      }
      const inclusion = { source: target, stack: [...stack, source] };
      if (isImport) imports.push(inclusion);
      else this.#gather(inclusion, own, imports);
    }
  }

  #root(source: SourceText): SheetElement | undefined {
    if (this.#roots.has(source)) return this.#roots.get(source);
    const { main } = this;
    const element = source === main.source ? main.root : parseSheetDocument(source, this.reporter);
    const root = element && new SheetElement(element, outside);
    this.#roots.set(source, root);
    if (root === undefined) this.isComplete = false;
    else if (!isStylesheet(root)) {
      this.#refuse(root.span, "its root is neither <xsl:stylesheet> nor an element with xsl:version.");
      this.#roots.set(source, undefined);
    } else if (root.isInstruction) {
      checkAttributes(root, (span, reason) => this.#refuse(span, reason));
      checkPrefixes(root, this.reporter);
    }
    return this.#roots.get(source);
  }

  #target(reference: SheetElement, from: SourceText): SourceText | undefined {
    const href = reference.attribute("href");
    if (href === undefined) {
      this.#refuse(reference.span, `<${reference.element.name}> needs the attribute href.`);
      return undefined;
    }
    const text = href.value.text.trim();
    const span = href.value.span(0, href.value.text.length);
    const path = isElsewhere(text) ? undefined : resolvePath(from.path, text);
    if (path === undefined) this.reporter.report(span, "fileOutside", { path: text });
    const target = path === undefined ? undefined : this.files.get(path);
    if (path !== undefined && target === undefined)
      this.reporter.report(span, "missingFile", { path, nearest: nearest(path, this.files.names) });
    if (target === undefined) this.isComplete = false;
    return target;
  }

  #refuse(span: Span, reason: string): void {
    this.isComplete = false;
    this.reporter.report(span, "stylesheet", { reason });
  }
}

const outside: Around = {
  scope: initialScope,
  isForwards: false,
  keepsSpace: false,
  excluded: new Set(),
  extensions: new Set(),
};

function isStylesheet(root: SheetElement): boolean {
  if (root.isInstruction) return root.local === "stylesheet" || root.local === "transform";
  return root.directive("version") !== undefined;
}

/** Tells whether a stylesheet is written for XSLT 2.0 or 3.0, which SaxonJS runs. */
export function isLater(root: XmlElement): boolean {
  const version = Number(new SheetElement(root, outside).directive("version")?.value.text);
  return version >= 2 && version < 4;
}
