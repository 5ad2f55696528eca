import { nearest } from "../../../runtime/base/nearest.js";
import { pushAll } from "../../../runtime/base/push-all.js";
import { MappedText, type Span } from "../../source/source-text.js";
import type {
  Binding,
  ChooseInstruction,
  Instruction,
  LiteralAttribute,
  Namespaces,
  Sort,
  ValueTemplate,
} from "../../syntax/stylesheet.js";
import type { XmlAttribute, XmlElement } from "../../syntax/xml.js";
import type { Expression } from "../../syntax/xpath.js";
import { checkAttributes, checkEmpty, checkPrefixes } from "./checks.js";
import { SheetElement } from "./element.js";
import type { ExpressionReader } from "./expressions.js";
import { declarationNames, elementNames, wordsIn } from "./grammar.js";
import { split, xsltNamespace } from "./names.js";

/** The namespaces of the result that others stand for. */
type Aliases = ReadonlyMap<string, string>;

type Child = SheetElement | MappedText;

/** Reads an element. @param literal the namespaces that a literal element around brings along */
type InstructionRow = (element: SheetElement, literal: Namespaces | undefined) => readonly Instruction[];

/** Reads what stands in templates. */
export class InstructionReader {
  constructor(
    private readonly expressions: ExpressionReader,
    private readonly aliases: Aliases,
  ) {}

  /** The parameters of a template, which come first, and the rest of its content. */
  template(element: SheetElement): { parameters: readonly Binding[]; content: readonly Instruction[] } {
    const parameters: Binding[] = [];
    const rest: Child[] = [];
    for (const child of element.children()) {
      if (rest.length === 0 && child instanceof SheetElement && isInstruction(child, "param")) {
        checkAttributes(child, this.#refuse);
        parameters.push(this.binding(child));
      } else rest.push(child);
    }
    return { parameters, content: this.content(rest) };
  }

  /** @param literal the namespaces that a literal element around brings along */
  content(children: Iterable<Child>, literal?: Namespaces): readonly Instruction[] {
    const found: Instruction[] = [];
    for (const child of children) {
      if (child instanceof MappedText) {
        found.push({ kind: "text", span: child.span(0, child.text.length), text: child.text, isRaw: false });
      } else pushAll(found, this.#element(child, literal));
    }
    return found;
  }

  binding(element: SheetElement): Binding {
    const name = element.attribute("name");
    const attribute = element.attribute("select");
    const content = this.content(element.children());
    const select = attribute && this.expressions.expression(attribute.value, element);
    if (attribute !== undefined && content.length > 0)
      this.#refuse(
        attribute.nameSpan,
        `<${element.element.name}> has either the attribute select or content.`,
      );
    return {
      span: element.span,
      name: name === undefined ? "" : this.expressions.name(name.value, element),
      isParameter: element.local === "param",
      select,
      content: attribute === undefined ? content : [],
    };
  }

  /** The names of attribute sets. */
  sets(element: SheetElement, attribute: XmlAttribute | undefined): readonly string[] {
    if (attribute === undefined) return [];
    const { value } = attribute;
    return [...value.text.matchAll(/[^ \t\r\n]+/g)].map((match) =>
      this.expressions.name(value.slice(match.index, match.index + match[0].length), element),
    );
  }

  #element(element: SheetElement, literal: Namespaces | undefined): readonly Instruction[] {
    if (element.isInstruction) return this.#instruction(element, literal);
    return element.isExtension ? this.#extension(element) : [this.#literal(element, literal)];
  }

  #instruction(element: SheetElement, literal: Namespaces | undefined): readonly Instruction[] {
    const read = this.#rows.get(element.local);
    if (read === undefined) return this.#unknown(element);
    checkAttributes(element, this.#refuse);
    checkEmpty(element, this.expressions.reporter);
    return read(element, literal);
  }

  /** How each element that stands in templates is read, by its local name. */
  readonly #rows: ReadonlyMap<string, InstructionRow> = new Map(
    Object.entries({
      "apply-imports": (element) => [
        {
          kind: "apply-imports",
          span: element.span,
          parameters: this.#parameters(element, ["with-param"]),
        },
      ],
      "apply-templates": (element) => [
        {
          kind: "apply-templates",
          span: element.span,
          select: this.#expression(element, "select"),
          mode: this.#name(element, "mode"),
          sorts: this.#sorts(element),
          parameters: this.#parameters(element, ["sort", "with-param"]),
        },
      ],
      attribute: (element) => [{ kind: "attribute", ...this.#named(element) }],
      "call-template": (element) => [
        {
          kind: "call-template",
          span: element.span,
          name: this.#name(element, "name") ?? "",
          parameters: this.#parameters(element, ["with-param"]),
        },
      ],
      choose: (element, literal) => [this.#choose(element, literal)],
      comment: (element) => [
        { kind: "comment", span: element.span, content: this.content(element.children()) },
      ],
      copy: (element) => [
        {
          kind: "copy",
          span: element.span,
          sets: this.sets(element, element.attribute("use-attribute-sets")),
          content: this.content(element.children()),
        },
      ],
      "copy-of": (element) =>
        this.#with(element, "select", (select) => ({ kind: "copy-of", span: element.span, select })),
      element: (element) => [
        {
          kind: "element",
          sets: this.sets(element, element.attribute("use-attribute-sets")),
          ...this.#named(element),
        },
      ],
      fallback: () => [],
      "for-each": (element, literal) =>
        this.#with(element, "select", (select) => ({
          kind: "for-each",
          span: element.span,
          select,
          sorts: this.#sorts(element),
          content: this.content(withoutSorts(element), literal),
        })),
      if: (element, literal) =>
        this.#with(element, "test", (test) => ({
          kind: "choose",
          span: element.span,
          branches: [{ span: element.span, test, content: this.content(element.children(), literal) }],
          otherwise: undefined,
        })),
      message: (element) => [
        {
          kind: "message",
          span: element.span,
          terminates: this.#isYes(element, "terminate"),
          content: this.content(element.children()),
        },
      ],
      number: (element) => [this.#number(element)],
      "processing-instruction": (element) => [
        {
          kind: "processing-instruction",
          span: element.span,
          name: this.#template(element, "name") ?? [""],
          content: this.content(element.children()),
        },
      ],
      text: (element) => [this.#text(element)],
      "value-of": (element) =>
        this.#with(element, "select", (select) => ({
          kind: "value-of",
          span: element.span,
          select,
          isRaw: this.#isYes(element, "disable-output-escaping"),
        })),
      variable: (element) => [{ kind: "variable", span: element.span, binding: this.binding(element) }],
    } satisfies Readonly<Record<string, InstructionRow>>),
  );

  /** What makes an element or an attribute of which the name is computed (§7.1.2, §7.1.3). */
  #named(element: SheetElement) {
    return {
      span: element.span,
      name: this.#template(element, "name") ?? [""],
      namespace: this.#template(element, "namespace"),
      scope: element.scope,
      content: this.content(element.children()),
    };
  }

  #text(element: SheetElement): Instruction {
    let text = "";
    for (const child of element.children()) {
      if (child instanceof MappedText) text += child.text;
      else this.#refuse(child.span, `<${element.element.name}> holds text alone.`);
    }
    return { kind: "text", span: element.span, text, isRaw: this.#isYes(element, "disable-output-escaping") };
  }

  #choose(element: SheetElement, literal: Namespaces | undefined): ChooseInstruction {
    const branches: ChooseInstruction["branches"][number][] = [];
    let otherwise: ChooseInstruction["otherwise"];
    for (const child of element.children()) {
      const isWhen = child instanceof SheetElement && isInstruction(child, "when");
      if (child instanceof MappedText || (!isWhen && !isInstruction(child, "otherwise"))) {
        this.#refuse(spanOf(child), `<${element.element.name}> holds <xsl:when> and <xsl:otherwise>.`);
        continue;
      }
      checkAttributes(child, this.#refuse);
      if (otherwise !== undefined) this.#refuse(child.span, "nothing can stand behind <xsl:otherwise>.");
      const test = isWhen ? this.#expression(child, "test") : undefined;
      const content = this.content(child.children(), literal);
      if (!isWhen) otherwise = { span: child.span, content };
      else if (test !== undefined) branches.push({ span: child.span, test, content });
    }
    if (![...element.elements()].some((child) => isInstruction(child, "when")))
      this.#refuse(element.span, `<${element.element.name}> needs an <xsl:when>.`);
    return { kind: "choose", span: element.span, branches, otherwise };
  }

  #number(element: SheetElement): Instruction {
    const patterns = (name: string) => {
      const attribute = element.attribute(name);
      return attribute && this.expressions.patterns(attribute.value, element);
    };
    const level = element.attribute("level");
    const written = level?.value.text.trim() ?? "single";
    const isKnown = written === "single" || written === "multiple" || written === "any";
    if (level !== undefined && !isKnown && !element.isForwards)
      this.#refuse(level.value.span(0, level.value.text.length), "the level is single, multiple or any.");
    return {
      kind: "number",
      span: element.span,
      value: this.#expression(element, "value"),
      level: isKnown ? written : "single",
      count: patterns("count"),
      from: patterns("from"),
      format: this.#template(element, "format") ?? ["1"],
      lang: this.#template(element, "lang"),
      letterValue: this.#template(element, "letter-value"),
      groupingSeparator: this.#template(element, "grouping-separator"),
      groupingSize: this.#template(element, "grouping-size"),
    };
  }

  /** An element that goes to the result as it stands (§7.1.1). */
  #literal(element: SheetElement, outer: Namespaces | undefined): Instruction {
    checkPrefixes(element, this.expressions.reporter);
    const own = this.#resultNamespaces(element);
    const [prefix, local] = split(element.element.name);
    if (prefix !== "" && element.namespaceUri === "")
      this.#refuse(element.span, `the prefix ${prefix} is not declared.`);
    const alias = this.aliases.get(element.namespaceUri);
    return {
      kind: "literal",
      span: element.span,
      name: alias === "" ? local : element.element.name,
      namespaceUri: alias ?? element.namespaceUri,
      namespaces:
        outer === undefined ? own : new Map([...own].filter(([key, uri]) => outer.get(key) !== uri)),
      attributes: this.#literalAttributes(element),
      sets: this.sets(element, element.directive("use-attribute-sets")),
      content: this.content(element.children(), own),
    };
  }

  #literalAttributes(element: SheetElement): readonly LiteralAttribute[] {
    const attributes: LiteralAttribute[] = [];
    for (const { name, value } of element.element.attributes.values()) {
      const [prefix, local] = split(name);
      if (name === "xmlns" || prefix === "xmlns") continue;
      const uri = prefix === "" ? "" : element.scope.get(prefix);
      if (uri === xsltNamespace) continue;
      if (uri === undefined) {
        this.#refuse(value.span(0, value.text.length), `the prefix ${prefix} is not declared.`);
        continue;
      }
      const alias = uri === "" ? undefined : this.aliases.get(uri);
      attributes.push({
        name: alias === "" ? local : name,
        namespaceUri: alias ?? uri,
        value: this.expressions.valueTemplate(value, element),
      });
    }
    return attributes;
  }

  /**
   * The namespaces in scope, but for those that the stylesheet keeps to itself. As in libxslt, the
   * declarations of the element come first, then what its name needs; and a prefix stays what it is, even if
   * its namespace stands for another one.
   */
  #resultNamespaces({ scope, excluded, element }: SheetElement): Namespaces {
    const kept = new Map<string, string>();
    const [own] = split(element.name);
    for (const prefix of new Set([...declaredPrefixes(element), own, ...scope.keys()])) {
      const uri = scope.get(prefix);
      const alias = uri === undefined ? undefined : this.aliases.get(uri);
      if (uri === undefined || prefix === "xml" || alias === "") continue;
      if (alias !== undefined) kept.set(prefix, alias);
      else if (uri !== xsltNamespace && !excluded.has(uri)) kept.set(prefix, uri);
    }
    return kept;
  }

  /** An element of an extension: there are none, so its fallback counts (§15). */
  #extension(element: SheetElement): readonly Instruction[] {
    return this.#fallback(element, `<${element.element.name}> is an extension that there is not.`);
  }

  #unknown(element: SheetElement): readonly Instruction[] {
    const { name } = element.element;
    if (element.isForwards && !declarationNames.has(element.local))
      return this.#fallback(element, `<${name}> is unknown in XSLT 1.0.`);
    const near = elementNames.includes(element.local) ? undefined : nearest(element.local, elementNames);
    const hint = near === undefined ? "" : ` Did you mean ${name.replace(element.local, near)}?`;
    const what = elementNames.includes(element.local) ? "cannot stand here." : "is no element of XSLT 1.0.";
    this.#refuse(element.span, `<${name}> ${what}${hint}`);
    return [];
  }

  #fallback(element: SheetElement, message: string): readonly Instruction[] {
    const fallbacks = [...element.elements()].filter((child) => isInstruction(child, "fallback"));
    if (fallbacks.length === 0) return [{ kind: "fail", span: element.span, message }];
    return fallbacks.flatMap((fallback) => this.content(fallback.children()));
  }

  #sorts(element: SheetElement): readonly Sort[] {
    this.#checkSortPlaces(element);
    return [...element.elements()].flatMap((child): readonly Sort[] => {
      if (!isInstruction(child, "sort")) return [];
      checkAttributes(child, this.#refuse);
      checkEmpty(child, this.expressions.reporter);
      const select = child.attribute("select");
      const key: Expression | undefined =
        select === undefined ? self(child.span) : this.expressions.expression(select.value, child);
      if (key === undefined) return [];
      const optional = (name: string, attribute: string) => {
        const template = this.#template(child, attribute);
        return template === undefined ? {} : { [name]: template };
      };
      return [
        {
          select: key,
          ...optional("lang", "lang"),
          ...optional("dataType", "data-type"),
          ...optional("order", "order"),
          ...optional("caseOrder", "case-order"),
        },
      ];
    });
  }

  /** The content of `xsl:for-each` begins with the keys of its order (XSLT 1.0, section 10). */
  #checkSortPlaces(element: SheetElement): void {
    if (element.local !== "for-each" || element.isForwards) return;
    let isContent = false;
    for (const child of element.children()) {
      if (!isInstruction(child, "sort")) isContent = true;
      else if (isContent)
        this.#refuse(spanOf(child), `<${element.element.name}> has sort keys before anything else.`);
    }
  }

  #parameters(element: SheetElement, allowed: readonly string[]): readonly Binding[] {
    const found: Binding[] = [];
    for (const child of element.children()) {
      if (child instanceof MappedText || !allowed.some((name) => isInstruction(child, name))) {
        const names = allowed.map((name) => `<xsl:${name}>`).join(" and ");
        if (!element.isForwards)
          this.#refuse(spanOf(child), `<${element.element.name}> holds ${names} alone.`);
      } else if (child.local === "with-param") {
        checkAttributes(child, this.#refuse);
        found.push(this.binding(child));
      }
    }
    return found;
  }

  #with(
    element: SheetElement,
    attribute: string,
    make: (expression: Expression) => Instruction,
  ): readonly Instruction[] {
    const expression = this.#expression(element, attribute);
    if (expression !== undefined) return [make(expression)];
    // Its content may have errors, too.
    this.content(element.children());
    return [];
  }

  #expression(element: SheetElement, name: string): Expression | undefined {
    const attribute = element.attribute(name);
    return attribute && this.expressions.expression(attribute.value, element);
  }

  #template(element: SheetElement, name: string): ValueTemplate | undefined {
    const attribute = element.attribute(name);
    if (attribute === undefined) return undefined;
    const { value } = attribute;
    const known = wordsIn.get(`${element.local} ${name}`);
    // A word with a prefix may be one of another processor.
    if (
      known !== undefined &&
      !element.isForwards &&
      !/[{}:]/.test(value.text) &&
      !known.includes(value.text.trim())
    )
      this.expressions.warnWord(name, value, known);
    return this.expressions.valueTemplate(value, element);
  }

  #name(element: SheetElement, name: string): string | undefined {
    const attribute = element.attribute(name);
    return attribute && this.expressions.name(attribute.value, element);
  }

  #isYes(element: SheetElement, name: string): boolean {
    const attribute = element.attribute(name);
    const value = attribute?.value.text.trim() ?? "no";
    if (attribute !== undefined && value !== "yes" && value !== "no" && !element.isForwards)
      this.#refuse(attribute.value.span(0, attribute.value.text.length), `${name} is yes or no.`);
    return value === "yes";
  }

  readonly #refuse = (span: Span, reason: string): void => this.expressions.refuse(span, reason);
}

const spanOf = (child: Child): Span =>
  child instanceof MappedText ? child.span(0, child.text.length) : child.span;

const isInstruction = (child: Child, name: string): boolean =>
  child instanceof SheetElement && child.isInstruction && child.local === name;

function* withoutSorts(element: SheetElement): Iterable<Child> {
  for (const child of element.children()) if (!isInstruction(child, "sort")) yield child;
}

/** The prefixes that a start tag declares, in their order. */
const declaredPrefixes = ({ attributes }: XmlElement): readonly string[] =>
  [...attributes.keys()].flatMap((name) => {
    const [prefix, local] = split(name);
    return name === "xmlns" ? [""] : prefix === "xmlns" ? [local] : [];
  });

/** The expression `.`. */
const self = (span: Span): Expression => ({
  kind: "path",
  span,
  start: "context",
  steps: [{ kind: "step", span, axis: "self", test: { kind: "type", type: "node" }, predicates: [] }],
});
