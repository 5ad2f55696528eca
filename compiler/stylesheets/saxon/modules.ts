import { nearest } from "../../../runtime/base/nearest.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import { split, xsltNamespace } from "../../parse/stylesheet/names.js";
import { parseXml } from "../../parse/xml/xml.js";
import { type Files, isElsewhere, resolvePath } from "../../source/files.js";
import type { SourceText } from "../../source/source-text.js";
import type { XmlAttribute, XmlElement } from "../../syntax/xml.js";

/** A file of a stylesheet: the one that the flow names, or one that it includes or imports. */
export interface StylesheetModule {
  readonly source: SourceText;
  readonly root: XmlElement;
  /**
   * The `href` attributes of `xsl:include` and `xsl:import`, each with the number of the module that it
   * names.
   */
  readonly references: readonly { readonly href: XmlAttribute; readonly module: number }[];
}

/**
 * All files of a stylesheet, the named one first. Returns `undefined` after reporting an error. It is an
 * error if the XSLT compiler would read anything else: a build must only depend on the flow directory.
 */
export function stylesheetModules(
  main: SourceText,
  files: Files,
  reporter: Reporter,
): readonly StylesheetModule[] | undefined {
  const sources = [main];
  const numbers = new Map([[main.path, 0]]);
  const modules: StylesheetModule[] = [];
  let isComplete = true;
  for (let source = sources[0]; source !== undefined; source = sources[modules.length]) {
    const root = parseXml(source, reporter);
    if (root === undefined) return undefined;
    const scan = new Scan(source, files, reporter);
    scan.element(root, new Set());
    isComplete &&= scan.isComplete;
    const references = scan.references.map(({ href, target }) => {
      const module = numbers.get(target.path) ?? sources.push(target) - 1;
      numbers.set(target.path, module);
      return { href, module };
    });
    modules.push({ source, root, references });
  }
  return isComplete ? modules : undefined;
}

/**
 * The file name for the copy of a module. The compiler writes this name, without directories, into its
 * output.
 */
export function copyName({ source }: StylesheetModule): string {
  return (source.path.split("/").at(-1) ?? "").replace(/[^\w.-]/g, "_");
}

class Scan {
  readonly references: { readonly href: XmlAttribute; readonly target: SourceText }[] = [];
  isComplete = true;

  constructor(
    private readonly source: SourceText,
    private readonly files: Files,
    private readonly reporter: Reporter,
  ) {}

  /**
   * Checks an element and its children. Recursion is safe, since the parser limits the depth.
   * @param outer the prefixes of the XSLT namespace around the element
   */
  element(element: XmlElement, outer: ReadonlySet<string>): void {
    const prefixes = this.#prefixes(element, outer);
    const [prefix, name] = split(element.name);
    const isInstruction = prefixes.has(prefix);
    if (isInstruction && (name === "use-package" || name === "import-schema"))
      this.#refuse(element, `<${element.name}> is not supported.`);
    for (const attribute of element.attributes.values()) this.#attribute(attribute, isInstruction, prefixes);
    for (const uri of scripting)
      if (element.text.text.includes(uri)) this.#refuse(element, "a stylesheet cannot call JavaScript.");
    const href = element.attributes.get("href");
    if (isInstruction && (name === "include" || name === "import") && href !== undefined)
      this.#reference(href);
    for (const child of element.children) this.element(child, prefixes);
  }

  #prefixes(element: XmlElement, outer: ReadonlySet<string>): ReadonlySet<string> {
    let prefixes: Set<string> | undefined;
    for (const { name, value } of element.attributes.values()) {
      if (name !== "xmlns" && !name.startsWith("xmlns:")) continue;
      prefixes ??= new Set(outer);
      const prefix = name.slice("xmlns:".length);
      if (value.text === xsltNamespace) prefixes.add(prefix);
      else prefixes.delete(prefix);
    }
    return prefixes ?? outer;
  }

  /**
   * Checks an attribute for expressions that the compiler evaluates, since these may read files (XSLT 3.0
   * §3.13, §9.7).
   */
  #attribute({ name, nameSpan, value }: XmlAttribute, isInstruction: boolean, prefixes: ReadonlySet<string>) {
    const [prefix, local] = split(name);
    const isOwn = prefix === "" ? isInstruction : prefixes.has(prefix);
    const isStatic = isOwn && (compileTime.has(local) || local.startsWith("_"));
    if (isStatic || (isInstruction && name === "xml:base"))
      this.#refuse({ nameSpan }, `the attribute ${name} is not supported.`);
    if (scripting.some((uri) => value.text.includes(uri)))
      this.#refuse({ nameSpan }, "a stylesheet cannot call JavaScript.");
  }

  #reference(href: XmlAttribute): void {
    const text = href.value.text.trim();
    const span = href.value.span(0, href.value.text.length);
    const path = isElsewhere(text) ? undefined : resolvePath(this.source.path, text);
    const target = path === undefined ? undefined : this.files.get(path);
    if (target !== undefined) this.references.push({ href, target });
    else {
      this.isComplete = false;
      if (path === undefined) this.reporter.report(span, "fileOutside", { path: text });
      else this.reporter.report(span, "missingFile", { path, nearest: nearest(path, this.files.names) });
    }
  }

  #refuse({ nameSpan }: Pick<XmlElement, "nameSpan">, reason: string): void {
    this.isComplete = false;
    this.reporter.report(nameSpan, "stylesheet", { reason });
  }
}

const compileTime: ReadonlySet<string> = new Set(["use-when", "static", "parameter-document"]);

/** Namespaces of SaxonJS whose functions give access to JavaScript objects of the host. */
const scripting = ["http://saxonica.com/ns/globalJS", "http://saxonica.com/ns/interactiveXSLT"];
