import type { Node } from "../data-model/node.js";
import { emptySet, NodeSet } from "../data-model/node-set.js";
import { type Found, Selection, type Value } from "../data-model/values.js";
import type { Context } from "../flow/context.js";
import { nodesOf } from "../json/node.js";
import { spend } from "../limits/work.js";
import { isElsewhere, resolvePath } from "../locations/resolve-path.js";
import { decodePercent } from "../text/percent-decode.js";
import { XmlDocument, XmlElement } from "../xml/node.js";
import { string } from "../xpath/convert.js";
import { inDocumentOrder } from "../xpath/document-order.js";
import { documentRoot } from "../xpath/node-path.js";
import { matcher } from "../xpath/step.js";
import { defaultDecimalFormat } from "./decimal-format.js";
import { XsltEnded, XsltError } from "./error.js";
import { formatNumber } from "./format-number.js";
import { KeyTables } from "./keys.js";
import { type NameOptions, resolvedName } from "./names.js";
import { type Matches, Numbering, numberText } from "./numbering.js";
import type { Pattern } from "./pattern.js";
import { RawText } from "./raw-text.js";
import { type Prefixes, ResultTree } from "./result-tree.js";
import { type ActiveRule, Rules } from "./rules.js";
import { type SortKey, sorted } from "./sort.js";
import { stripped } from "./strip-space.js";
import type { Definition, PatternMaker, Template } from "./stylesheet.js";

/** Values for the parameters of a template, by name. */
type Parameters = readonly (readonly [name: string, value: Value])[];

interface CallOptions {
  readonly parameters?: Parameters;
}

interface ApplyOptions extends CallOptions {
  readonly mode?: string;
  readonly sort?: readonly SortKey[];
}

interface NumberOptions {
  /** The number itself; else nodes are counted. */
  readonly value?: number;
  readonly level?: "multiple" | "any";
  readonly count?: readonly PatternMaker[];
  readonly from?: readonly PatternMaker[];
  readonly format: string;
  readonly lang?: string;
  readonly letterValue?: string;
  readonly groupingSeparator?: string;
  readonly groupingSize?: string;
}

/** How deep templates may call each other, as in libxslt. */
const maxDepth = 3000;

/** What a template costs that is applied or called. */
const stepsPerTemplate = 10;

/** One run of a stylesheet: what its templates write to, and what they ask (XSLT 1.0). */
export class Transformation {
  readonly #rules: Rules;
  readonly #keys: KeyTables;
  readonly #globals = new Map<string, Value | typeof pending>();
  readonly #patterns = new Map<PatternMaker, Pattern>();
  readonly #tests = new Map<readonly PatternMaker[], Matches>();
  readonly #numbering = new Numbering();
  readonly #sources = new Map<Node, Node>();
  readonly #paths = new Map<Node, string>();
  readonly #identifiers = new Map<Node, string>();
  readonly #namespaces = new Map<Node, Prefixes>();
  readonly #setsInUse = new Set<string>();
  readonly #source: Node;
  #result = new ResultTree();
  #parameters: ReadonlyMap<string, Value> = new Map();
  #rule: ActiveRule | undefined;
  #mode = "";
  #depth = 0;
  /** The call that takes the place of the template that ends. */
  #next: Call | undefined;

  constructor(
    private readonly $: Context,
    private readonly definition: Definition,
    source: Node,
    private readonly report: (message: string) => void,
  ) {
    this.#rules = new Rules(definition.rules ?? [], (maker) => this.#pattern(maker));
    this.#keys = new KeyTables((name, node) => this.#keyValues(name, node));
    this.#source = this.source(source);
  }

  /** The result tree of the whole transformation. */
  run(): XmlDocument {
    this.apply(this.#source);
    return this.#result.finish();
  }

  /**
   * A document without the white space that the stylesheet strips (§3.4).
   * @param path its path, against which URIs in it are resolved
   */
  source(document: Node, path?: string): Node;
  source(document: Node | undefined, path?: string): Node | undefined;
  source(document: Node | undefined, path?: string): Node | undefined {
    const made = document && this.#stripped(document);
    if (made !== undefined && path !== undefined) this.#paths.set(made, path);
    return made;
  }

  #stripped(document: Node): Node {
    const rules = this.definition.spaceRules ?? [];
    if (rules.length === 0) return document;
    let made = this.#sources.get(document);
    if (made === undefined) {
      const tests = rules.map(([test, what]) => ({ matches: matcher(test, "child"), what }));
      made = stripped(document, (element) => tests.find(({ matches }) => matches(element))?.what !== "strip");
      this.#sources.set(document, made);
    }
    return made;
  }

  /** `xsl:apply-templates` (§5.4) */
  apply(nodes: Found, { mode = "", sort, parameters = [] }: ApplyOptions = {}): void {
    const list = sort === undefined ? nodesOf(nodes) : sorted(nodesOf(nodes), sort);
    const outer = this.#mode;
    this.#mode = mode;
    // Loops, since each function on the way costs depth that recursive templates need.
    for (let index = 0; index < list.length; index++) {
      const node = list[index] as Node;
      this.#use(this.#rules.find(node, mode), node, index + 1, list.length, parameters);
    }
    this.#mode = outer;
  }

  /** `xsl:apply-imports` (§5.6) */
  applyImports(node: Node, position: number, last: number, { parameters = [] }: CallOptions = {}): void {
    const rule = this.#rule;
    if (rule === undefined) throw new XsltError("There is no current template for <xsl:apply-imports>.");
    const limits = { from: rule.importedFrom, below: rule.precedence };
    this.#use(this.#rules.find(node, this.#mode, limits), node, position, last, parameters);
  }

  /** `xsl:call-template` (§6) */
  call(
    template: Template,
    node: Node,
    position: number,
    last: number,
    { parameters = [] }: CallOptions = {},
  ): void {
    this.#run(template, node, position, last, parameters);
  }

  /** `xsl:call-template` as the last thing that a template does: the other one takes its place, however often. */
  continueWith(
    template: Template,
    node: Node,
    position: number,
    last: number,
    { parameters = [] }: CallOptions = {},
  ): void {
    this.#next = { template, node, position, last, parameters };
  }

  /** `xsl:for-each` (§8) */
  forEach(nodes: Found, each: (item: Node, position: number, last: number) => void): void;
  forEach(
    nodes: Found,
    sort: readonly SortKey[],
    each: (item: Node, position: number, last: number) => void,
  ): void;
  forEach(nodes: Found, first: EachNode | readonly SortKey[], second?: EachNode): void {
    const each = typeof first === "function" ? first : (second as EachNode);
    const list = typeof first === "function" ? nodesOf(nodes) : sorted(nodesOf(nodes), first);
    const rule = this.#rule;
    this.#rule = undefined;
    spend(list.length);
    for (let index = 0; index < list.length; index++) each(list[index] as Node, index + 1, list.length);
    this.#rule = rule;
  }

  /** `xsl:param`: what was passed, or the default (§11.4) */
  parameter(name: string, otherwise: () => Value): Value {
    return this.#parameters.has(name) ? this.#parameters.get(name) : otherwise();
  }

  /** A variable of the whole stylesheet: its value is worked out when it is first asked for (§11.4). */
  global(name: string): Value {
    const known = this.#globals.get(name);
    if (known === pending) throw new XsltError(`The variable ${name} needs its own value.`);
    if (known !== undefined || this.#globals.has(name)) return known;
    const evaluate = this.definition.globals?.find(([own]) => own === name)?.[1];
    if (evaluate === undefined) throw new XsltError(`There is no variable ${name}.`);
    this.#globals.set(name, pending);
    const rule = this.#rule;
    this.#rule = undefined;
    const value = evaluate(this.$, this, this.#source, 1, 1);
    this.#rule = rule;
    this.#globals.set(name, value);
    return value;
  }

  /** The tree that `write` writes (§11.1). */
  tree(write: () => void): XmlDocument {
    const outer = this.#result;
    this.#result = new ResultTree();
    write();
    const tree = this.#result.finish();
    this.#result = outer;
    return tree;
  }

  /** The text of what `write` writes. */
  textOf(write: () => void): string {
    return this.tree(write).toText();
  }

  /** A literal element (§7.1.1); `close()` ends it. */
  open(name: string, namespaceUri = "", namespaces: Prefixes = []): void {
    this.#result.open(name, namespaceUri, namespaces);
  }

  /** `xsl:element` (§7.1.2); `close()` ends it. */
  openNamed(name: string, options: NameOptions = {}): void {
    this.#result.open(...resolvedName(name, options, "element"), []);
  }

  close(): void {
    this.#result.close();
  }

  /** An attribute of a literal element. */
  attribute(name: string, value: string, namespaceUri = ""): void {
    this.#result.attribute(name, value, namespaceUri);
  }

  /** `xsl:attribute` (§7.1.3) */
  attributeNamed(name: string, value: string, options: NameOptions = {}): void {
    const [resolved, uri] = resolvedName(name, options, "attribute");
    this.#result.attribute(resolved, value, uri);
  }

  /** `use-attribute-sets` (§7.1.4) */
  attributeSet(name: string, node: Node, position: number, last: number): void {
    if (this.#setsInUse.has(name)) throw new XsltError(`The attribute set ${name} uses itself.`);
    const sets = this.definition.attributeSets?.find(([own]) => own === name)?.[1] ?? [];
    this.#setsInUse.add(name);
    for (const set of sets) set(this.$, this, node, position, last);
    this.#setsInUse.delete(name);
  }

  text(text: string): void {
    this.#result.text(text);
  }

  /** Text that is not escaped (§16.4). */
  raw(text: string): void {
    this.#result.raw(text);
  }

  /** `xsl:comment` (§7.4): two hyphens get a blank between them. */
  comment(text: string): void {
    this.#result.comment(text.replace(/-(?=-)/g, "- ").replace(/-$/, "- "));
  }

  /** `xsl:processing-instruction` (§7.3) */
  processingInstruction(name: string, text: string): void {
    const [target] = resolvedName(name, { namespace: "" }, "element");
    this.#result.processingInstruction(target, text.trimStart().replaceAll("?>", "? >"));
  }

  /** `xsl:copy` (§7.5) */
  copy(node: Node, write: () => void = () => {}): void {
    switch (node.type) {
      case "document":
        write();
        break;
      case "element":
        this.#result.open(node.name, node.namespaceUri, this.#namespacesOf(node));
        write();
        this.#result.close();
        break;
      default:
        this.#copyLeaf(node);
    }
  }

  /** `xsl:copy-of` (§11.3) */
  copyOf(value: Found): void {
    if (!(value instanceof Selection)) {
      this.text(string(value));
      return;
    }
    for (const node of value.nodes()) this.#copyTree(node);
  }

  /** `xsl:number` (§7.7) */
  number(node: Node, options: NumberOptions): void {
    const { value, format, level = "single", ...rest } = options;
    const numbers = value === undefined ? this.#count(node, level, options) : [value];
    const size = Number(rest.groupingSize);
    this.text(
      numberText(numbers, format, {
        ...(rest.lang === undefined ? {} : { lang: rest.lang }),
        ...(rest.letterValue === undefined ? {} : { letterValue: rest.letterValue }),
        ...(rest.groupingSeparator === undefined ? {} : { groupingSeparator: rest.groupingSeparator }),
        ...(Number.isInteger(size) && size > 0 ? { groupingSize: size } : {}),
      }),
    );
  }

  /** `xsl:message` (§13) */
  message(text: string, terminate?: "terminate"): void {
    this.report(text);
    if (terminate !== undefined) throw new XsltEnded(text);
  }

  /** What this processor does not have, where there is no `xsl:fallback` (§15). */
  fail(message: string): never {
    throw new XsltError(message);
  }

  /** A call of a function that there is not (§14.2). */
  missingFunction(name: string): never {
    throw new XsltError(`There is no function ${name}().`);
  }

  /** `key()` (§12.2), in the document of a node */
  key(name: string, value: Value, of: Found): NodeSet {
    const root = documentRoot(of);
    return root === undefined ? emptySet : this.#keys.find(name, value, root);
  }

  /**
   * `document()` (§12.1) of URIs that the build does not know
   * @param from the path of the stylesheet
   * @param base the node whose document URIs are relative to; without it, each node of a set is that for its own text
   */
  document(value: Value, from: string, base?: NodeSet): NodeSet {
    if (value === undefined) return emptySet;
    const pathOf = (node: Found) => this.#paths.get(documentRoot(node) as Node) ?? from;
    const first = base?.nodes()[0];
    const uris =
      value instanceof Selection
        ? value.nodes().map((node) => [node.toText(), pathOf(first ?? node)] as const)
        : [[string(value as Found), pathOf(first)] as const];
    const found = uris.flatMap(([uri, path]) => this.#document(uri, path) ?? []);
    return new NodeSet(inDocumentOrder([...new Set(found)]), true);
  }

  #document(uri: string, from: string): Node | undefined {
    const [file = ""] = uri.split("#", 1);
    const path = file === "" ? from : isElsewhere(file) ? undefined : resolvePath(from, decodePercent(file));
    const read = this.definition.documents?.find(([own]) => own === path)?.[1];
    if (read !== undefined) return this.source(read(), path);
    this.report(`document() finds no file for ${JSON.stringify(uri)} among those that the app has for it.`);
    return undefined;
  }

  /** `format-number()` (§12.3) */
  formatNumber(value: number, picture: string, name = ""): string {
    const format = this.definition.decimalFormats?.find(([own]) => own === name)?.[1];
    if (format === undefined && name !== "") throw new XsltError(`There is no decimal format ${name}.`);
    return formatNumber(value, picture, { ...defaultDecimalFormat, ...format });
  }

  /** `generate-id()` (§12.4) of the first node */
  generateId(nodes: NodeSet): string {
    const node = nodes.nodes()[0];
    if (node === undefined) return "";
    let id = this.#identifiers.get(node);
    if (id === undefined) {
      id = `id${this.#identifiers.size + 1}`;
      this.#identifiers.set(node, id);
    }
    return id;
  }

  /** `system-property()` (§12.4); the version is written as in libxslt. */
  systemProperty(name: string): Value {
    switch (name.replace("{http://www.w3.org/1999/XSL/Transform}", "")) {
      case "version":
        return "1.0";
      case "vendor":
        return "flowc";
      default:
        return "";
    }
  }

  /** `unparsed-entity-uri()` (§12.4), as the document of the node declares it */
  unparsedEntityUri(name: string, of: Found): string {
    const root = documentRoot(of);
    return (root instanceof XmlDocument && root.documentType?.unparsed.get(name)) || "";
  }

  /** `exsl:node-set()`: other values are a text node. */
  nodeSet(value: Value): Selection {
    if (value instanceof Selection) return value;
    const tree = this.tree(() => this.text(string(value as Found)));
    return new NodeSet(tree.children, true);
  }

  #use(
    rule: ActiveRule | undefined,
    node: Node,
    position: number,
    last: number,
    parameters: Parameters,
  ): void {
    if (rule === undefined) {
      this.#builtIn(node, parameters);
      return;
    }
    const outer = this.#rule;
    this.#rule = rule;
    this.#run(rule.template, node, position, last, parameters);
    this.#rule = outer;
  }

  #run(template: Template, node: Node, position: number, last: number, parameters: Parameters): void {
    if (++this.#depth > maxDepth)
      throw new XsltError(`Templates call each other more than ${maxDepth} times without an end.`);
    const outer = this.#parameters;
    spend(stepsPerTemplate);
    this.#parameters = parameters.length === 0 ? none : new Map(parameters);
    template(this.$, this, node, position, last);
    while (this.#next !== undefined) {
      const next = this.#next;
      this.#next = undefined;
      spend(stepsPerTemplate);
      this.#parameters = next.parameters.length === 0 ? none : new Map(next.parameters);
      next.template(this.$, this, next.node, next.position, next.last);
    }
    this.#parameters = outer;
    this.#depth--;
  }

  /** §5.8. As in libxslt, parameters reach past these rules. */
  #builtIn(node: Node, parameters: Parameters): void {
    switch (node.type) {
      case "document":
      case "element":
        if (++this.#depth > maxDepth) throw new XsltError(`The document is deeper than ${maxDepth} levels.`);
        this.apply(new NodeSet(node.children, true), { mode: this.#mode, parameters });
        this.#depth--;
        break;
      case "text":
      case "attribute":
        this.text(node.toText());
        break;
      default:
        break;
    }
  }

  #count(
    node: Node,
    level: "single" | "multiple" | "any",
    { count, from }: NumberOptions,
  ): readonly number[] {
    return this.#numbering.levels(
      node,
      level,
      count === undefined ? this.#numbering.like(node) : this.#test(count),
      from && this.#test(from),
    );
  }

  /** Whether a node matches one of the patterns: always the same function for the same list. */
  #test(makers: readonly PatternMaker[]): Matches {
    let test = this.#tests.get(makers);
    if (test === undefined) {
      const patterns = makers.map((maker) => this.#pattern(maker));
      test = (node) => patterns.some((pattern) => this.#rules.matches(pattern, node));
      this.#tests.set(makers, test);
    }
    return test;
  }

  #keyValues(name: string, node: Node): readonly Value[] {
    return (this.definition.keys ?? []).flatMap((key) => {
      if (key.name !== name) return [];
      const isFor = key.match.some((maker) => this.#rules.matches(this.#pattern(maker), node));
      return isFor ? [key.use(this.$, this, node, 1, 1)] : [];
    });
  }

  #pattern(maker: PatternMaker): Pattern {
    if (typeof maker !== "function") return maker;
    let pattern = this.#patterns.get(maker);
    if (pattern === undefined) {
      pattern = maker(this.$, this);
      this.#patterns.set(maker, pattern);
    }
    return pattern;
  }

  #copyTree(top: Node): void {
    const stack: (Node | undefined)[] = [top];
    while (stack.length > 0) {
      const node = stack.pop();
      if (node === undefined) this.#result.close();
      else if (node.type === "element" || node.type === "document") {
        if (node.type === "element") {
          const declared = node === top ? this.#namespacesOf(node) : declaredOf(node);
          this.#result.open(node.name, node.namespaceUri, declared);
          for (const one of node.attributes) this.#result.attribute(one.name, one.toText(), one.namespaceUri);
          stack.push(undefined);
        }
        for (let index = node.children.length - 1; index >= 0; index--)
          stack.push(node.children[index] as Node);
      } else this.#copyLeaf(node);
    }
  }

  #copyLeaf(node: Node): void {
    const text = node.toText();
    switch (node.type) {
      case "text":
        if (node instanceof RawText) this.#result.raw(text);
        else this.#result.text(text);
        break;
      case "attribute":
        this.#result.attribute(node.name, text, node.namespaceUri);
        break;
      case "comment":
        this.#result.comment(text);
        break;
      case "processing-instruction":
        this.#result.processingInstruction(node.name, text);
        break;
      case "namespace":
        this.#result.namespace(node.name, text);
        break;
      default:
        break;
    }
  }

  /** The namespaces in scope, those that were declared last first. Elements without declarations share them. */
  #namespacesOf(element: Node): Prefixes {
    const path: Node[] = [];
    let node: Node | undefined = element;
    while (node !== undefined && !this.#namespaces.has(node)) {
      path.push(node);
      node = node.parent;
    }
    let found: Prefixes = (node && this.#namespaces.get(node)) ?? [];
    spend(path.length);
    for (const one of path.reverse()) {
      const own = declaredOf(one);
      if (own.length > 0) {
        const inner = new Set(own.map(([prefix]) => prefix));
        const merged = [...own, ...found.filter(([prefix]) => !inner.has(prefix))];
        spend(merged.length);
        found = merged.filter(([, uri]) => uri !== "");
      }
      this.#namespaces.set(one, found);
    }
    return found;
  }
}

/** A template that is called, and with what. */
interface Call {
  readonly template: Template;
  readonly node: Node;
  readonly position: number;
  readonly last: number;
  readonly parameters: Parameters;
}

type EachNode = (item: Node, position: number, last: number) => void;

/** The value of a variable while it is worked out. */
const pending = Symbol("pending");

const none: ReadonlyMap<string, Value> = new Map();

function declaredOf(node: Node): Prefixes {
  return node instanceof XmlElement && node.declared !== undefined ? [...node.declared] : [];
}
