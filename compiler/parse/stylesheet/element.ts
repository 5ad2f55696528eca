import { MappedText, type Span } from "../../source/source-text.js";
import type { Namespaces } from "../../syntax/stylesheet.js";
import type { XmlAttribute, XmlElement } from "../../syntax/xml.js";
import { inScope, split, wordsOf, xsltNamespace } from "./names.js";

/** The context that an element of a stylesheet inherits from those around it. */
export interface Around {
  readonly scope: Namespaces;
  /** Tells whether a version other than 1.0 is asked for, so that what 1.0 does not know is no error (§2.5). */
  readonly isForwards: boolean;
  readonly keepsSpace: boolean;
  /** Namespaces that literal elements leave out (§7.1.1), those of extensions among them. */
  readonly excluded: ReadonlySet<string>;
  /** Namespaces whose elements are extensions (§14.1). */
  readonly extensions: ReadonlySet<string>;
}

/** An element of a stylesheet, with what is in scope there. */
export class SheetElement implements Around {
  readonly scope: Namespaces;
  readonly namespaceUri: string;
  readonly local: string;
  readonly isForwards: boolean;
  readonly keepsSpace: boolean;
  readonly excluded: ReadonlySet<string>;
  readonly extensions: ReadonlySet<string>;

  constructor(
    readonly element: XmlElement,
    around: Around,
  ) {
    this.scope = inScope(element, around.scope);
    const [prefix, local] = split(element.name);
    this.local = local;
    this.namespaceUri = this.scope.get(prefix) ?? "";
    const space = element.attributes.get("xml:space")?.value.text;
    this.keepsSpace = space === undefined ? around.keepsSpace : space === "preserve";
    const version = this.directive("version")?.value.text.trim();
    this.isForwards = version === undefined ? around.isForwards : Number(version) !== 1;
    this.extensions = this.#with(around.extensions, this.directive("extension-element-prefixes"));
    const excluded = this.#with(around.excluded, this.directive("exclude-result-prefixes"));
    this.excluded =
      this.extensions === around.extensions ? excluded : new Set([...excluded, ...this.extensions]);
  }

  get isInstruction(): boolean {
    return this.namespaceUri === xsltNamespace;
  }

  get isExtension(): boolean {
    return this.extensions.has(this.namespaceUri);
  }

  get span(): Span {
    return this.element.nameSpan;
  }

  attribute(name: string): XmlAttribute | undefined {
    return this.element.attributes.get(name);
  }

  /** An attribute that every element of a stylesheet may have: with a prefix on a literal one. */
  directive(name: string): XmlAttribute | undefined {
    if (this.isInstruction) return this.attribute(name);
    for (const attribute of this.element.attributes.values()) {
      const [prefix, local] = split(attribute.name);
      if (local === name && prefix !== "" && this.scope.get(prefix) === xsltNamespace) return attribute;
    }
    return undefined;
  }

  /** The children, without texts of white space alone (§3.4). */
  *children(): Iterable<SheetElement | MappedText> {
    for (const child of this.element.content ?? []) {
      if (!(child instanceof MappedText)) yield new SheetElement(child, this);
      else if (this.keepsSpace || this.#isText || /[^ \t\r\n]/.test(child.text)) yield child;
    }
  }

  *elements(): Iterable<SheetElement> {
    for (const child of this.children()) if (child instanceof SheetElement) yield child;
  }

  get #isText(): boolean {
    return this.isInstruction && this.local === "text";
  }

  #with(outer: ReadonlySet<string>, prefixes: XmlAttribute | undefined): ReadonlySet<string> {
    if (prefixes === undefined) return outer;
    const uris = wordsOf(prefixes.value.text).map((prefix) =>
      this.scope.get(prefix === "#default" ? "" : prefix),
    );
    return new Set([...outer, ...uris.filter((uri) => uri !== undefined)]);
  }
}
