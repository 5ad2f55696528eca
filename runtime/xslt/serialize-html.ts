import { percentEncodeBytes } from "../base/percent-decode.js";
import { spend } from "../base/work.js";
import type { Node } from "../data/model/node.js";
import {
  blockElements,
  booleanAttributes,
  contentTypeMeta,
  type Meta,
  RawText,
  voidElements,
} from "./html-elements.js";
import { type OutputProperties, quoted } from "./output-properties.js";
import { declarations, quotedUri } from "./serialize-xml.js";

/** The cost of a node, beside its attributes. */
const stepsPerNode = 4;

/** XSLT 1.0 §16.2 */
export function htmlOutput(document: Node, output: OutputProperties): string {
  const writer = new HtmlWriter(
    output.indent !== false,
    contentTypeMeta(document, output.encoding ?? "UTF-8"),
  );
  const type = documentType(document, output);
  return `${type === undefined ? "" : `${type}\n`}${writer.written(document)}\n`;
}

type Identifiers = readonly [publicIdentifier: string | undefined, system?: string];

/** The document types of the versions of HTML, as libxslt knows them. */
const versions: ReadonlyMap<string, readonly [publicIdentifier: string | undefined, system?: string]> =
  new Map([
    ["5", [undefined, "about:legacy-compat"]],
    ["4.01frame", html401("Frameset", "http://www.w3.org/TR/1999/REC-html401-19991224/frameset.dtd")],
    ["4.01strict", html401("", "http://www.w3.org/TR/1999/REC-html401-19991224/strict.dtd")],
    ["4.01trans", html401("Transitional", "http://www.w3.org/TR/1999/REC-html401-19991224/loose.dtd")],
    ["4.01", html401("Transitional", "http://www.w3.org/TR/1999/REC-html401-19991224/loose.dtd")],
    ["4.0strict", html401("", "http://www.w3.org/TR/html4/strict.dtd")],
    ["4.0trans", html401("Transitional", "http://www.w3.org/TR/html4/loose.dtd")],
    ["4.0frame", html401("Frameset", "http://www.w3.org/TR/html4/frameset.dtd")],
    ["4.0", html401("Transitional", "http://www.w3.org/TR/html4/loose.dtd")],
    ["3.2", ["-//W3C//DTD HTML 3.2//EN"]],
  ]);

function html401(kind: string, system: string): Identifiers {
  return [`-//W3C//DTD HTML 4.01${kind === "" ? "" : ` ${kind}`}//EN`, system];
}

/** The document type of a version that is not in the table. */
const otherVersion = [
  "-//W3C//DTD HTML 4.0 Transitional//EN",
  "http://www.w3.org/TR/REC-html40/loose.dtd",
] as const;

function documentType(document: Node, output: OutputProperties): string | undefined {
  const { method, version, doctypePublic, doctypeSystem } = output;
  const root = document.children.find(({ type }) => type === "element");
  const name = method === undefined ? root?.name : "html";
  if (doctypePublic !== undefined || doctypeSystem !== undefined)
    return `<!DOCTYPE ${name}${identifiers(doctypePublic, doctypeSystem)}>`;
  if (version === undefined) return undefined;
  const known = versions.get(version.toLowerCase()) ?? (method === undefined ? undefined : otherVersion);
  return known && `<!DOCTYPE ${name}${identifiers(...known)}>`;
}

/** HTML 5 has neither of them; `about:legacy-compat` says that an XSLT processor was not able to leave them out. */
function identifiers(publicIdentifier: string | undefined, system?: string): string {
  if (publicIdentifier !== undefined)
    return ` PUBLIC ${quoted(publicIdentifier)}${system === undefined ? "" : ` ${quoted(system)}`}`;
  return system === undefined || system === "about:legacy-compat" ? "" : ` SYSTEM ${quoted(system)}`;
}

class HtmlWriter {
  readonly #parts: string[] = [];

  constructor(
    private readonly isIndented: boolean,
    private readonly meta: Meta | undefined,
  ) {}

  written(document: Node): string {
    const pending: (Node | { readonly end: Node })[] = [];
    pushChildren(pending, document);
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if ("end" in next) this.#end(next.end);
      else if (next.type !== "element") this.#leaf(next);
      else if (!this.#start(next)) {
        pending.push({ end: next });
        pushChildren(pending, next);
      }
    }
    return this.#parts.join("");
  }

  /** Returns whether the element is done. */
  #start(element: Node): boolean {
    const parts = this.#parts;
    const { attributes, name } = element;
    spend(stepsPerNode + attributes.length);
    const html = element.namespaceUri === "" ? name.toLowerCase() : "";
    parts.push(`<${name}`);
    for (const [prefix, uri] of declarations(element))
      parts.push(` xmlns${prefix === "" ? "" : `:${prefix}`}=${quotedUri(uri)}`);
    for (const attribute of attributes) parts.push(this.#attribute(element, attribute));
    parts.push(">");
    const added = this.meta?.head === element ? this.meta : undefined;
    const size = element.children.length + (added === undefined ? 0 : 1);
    if (size > 0 && !voidElements.has(html)) {
      const firstType = added === undefined ? element.children[0]?.type : "element";
      if (size > 1 && firstType !== "text") this.#breakInside(element);
      if (added !== undefined) this.#addMeta(added, element);
      return false;
    }
    if (!voidElements.has(html) && html !== "li") parts.push(`</${name}>`);
    this.#breakAfter(element);
    return true;
  }

  #end(element: Node): void {
    const { children } = element;
    const size = children.length + (this.meta?.head === element ? 1 : 0);
    if (size > 1 && children.at(-1)?.type !== "text") this.#breakInside(element);
    this.#parts.push(`</${element.name}>`);
    this.#breakAfter(element);
  }

  #addMeta({ content }: Meta, head: Node): void {
    this.#parts.push(`<meta http-equiv="Content-Type" content="${content}">`);
    const [next] = head.children;
    if (this.isIndented && next !== undefined && next.type !== "text" && breaksInside(head))
      this.#parts.push("\n");
  }

  /** Between the tags of an element and its children. */
  #breakInside(element: Node): void {
    if (this.isIndented && isBlock(element) && breaksInside(element)) this.#parts.push("\n");
  }

  /** Between an element and its next sibling. */
  #breakAfter(element: Node): void {
    const { parent } = element;
    if (!this.isIndented || parent?.type !== "element" || !breaksInside(parent) || !isBlock(element)) return;
    const next = parent.children[element.order + 1];
    if (next !== undefined && next.type !== "text") this.#parts.push("\n");
  }

  #attribute(element: Node, attribute: Node): string {
    const { name } = attribute;
    const lower = attribute.localName.toLowerCase();
    if (booleanAttributes.has(lower)) return ` ${name}`;
    const text = this.meta?.replaced === attribute ? this.meta.content : attribute.toText();
    const isUri =
      attribute.namespaceUri === "" &&
      element.namespaceUri === "" &&
      (uriAttributes.has(lower) || (lower === "name" && element.name.toLowerCase() === "a"));
    const value = escapedAttribute(text);
    return ` ${name}=${quoted(isUri ? escapedUri(value.replace(/^[ \t\r\n]+/, "")) : value)}`;
  }

  #leaf(node: Node): void {
    spend(stepsPerNode);
    const text = node.toText();
    if (node.type === "comment") this.#parts.push(`<!--${text}-->`);
    else if (node.type === "processing-instruction")
      this.#parts.push(`<?${node.name}${text === "" ? "" : " "}${text}>`);
    else {
      const parent = node.parent?.localName.toLowerCase();
      const isRaw = node instanceof RawText || parent === "script" || parent === "style";
      this.#parts.push(isRaw ? text : text.replace(/[&<>]/g, entity));
    }
  }
}

function pushChildren(pending: (Node | { readonly end: Node })[], { children }: Node): void {
  for (let index = children.length - 1; index >= 0; index--) pending.push(children[index] as Node);
}

function isBlock({ name, namespaceUri }: Node): boolean {
  return namespaceUri === "" && blockElements.has(name.toLowerCase());
}

/** `p`, `pre` and `param`: libxml2 looks at the first letter only. */
function breaksInside({ localName }: Node): boolean {
  return !localName.startsWith("p");
}

const uriAttributes: ReadonlySet<string> = new Set(["href", "action", "src"]);

function entity(character: string): string {
  return character === "&" ? "&amp;" : character === "<" ? "&lt;" : "&gt;";
}

/** HTML 4.01 §B.7.1: `&{…}` is a script; and comments are server-side includes. Both stay as they are. */
function escapedAttribute(value: string): string {
  const parts: string[] = [];
  const opening = /<!--|&\{|[&<>]/g;
  const unclosed = new Set<string>();
  let from = 0;
  for (let found = opening.exec(value); found !== null; found = opening.exec(value)) {
    const [start] = found;
    const close = start === "<!--" ? "-->" : "}";
    const end = start.length === 1 || unclosed.has(close) ? -1 : value.indexOf(close, found.index + 1);
    if (end >= 0) {
      opening.lastIndex = end + close.length;
      continue;
    }
    if (start.length > 1) unclosed.add(close);
    opening.lastIndex = found.index + 1;
    parts.push(value.slice(from, found.index), entity(start.charAt(0)));
    from = opening.lastIndex;
  }
  return from === 0 ? value : parts.join("") + value.slice(from);
}

const utf8 = new TextEncoder();

/** HTML 4.01 §B.2.1; escapes that are there already stay. */
function escapedUri(value: string): string {
  return value.replace(/[^\w.!~*'()\-@/:=?;#%&,+<>]/gu, (character) =>
    percentEncodeBytes(utf8.encode(character)),
  );
}
