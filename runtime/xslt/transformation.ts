import { spend } from "../base/work.js";
import { nodesOf } from "../data/json/json-node.js";
import type { Node } from "../data/model/node.js";
import { emptySet, NodeSet } from "../data/model/node-set.js";
import { type Found, Selection, type Value } from "../data/model/values.js";
import { XmlDocument } from "../data/xml/xml-node.js";
import { string } from "../data/xpath/convert.js";
import { documentRoot } from "../data/xpath/node-path.js";
import type { Context } from "../request/context.js";
import { formatNumber } from "./format-number.js";
import { type Matches, type NumberFormat, Numbering } from "./numbering.js";
import type { Pattern } from "./pattern.js";
import type { Prepared } from "./prepared.js";
import { ResultWriter } from "./result-writer.js";
import { type ActiveRule, Rules } from "./rules.js";
import { Sources } from "./sources.js";
import type { PatternMaker, Template } from "./stylesheet.js";
import { XsltEnded, XsltError } from "./xslt-error.js";
import { KeyTables } from "./xslt-keys.js";
import { type SortKey, sorted } from "./xslt-sort.js";

/** Values for the parameters of a template, by name. */
type Parameters = readonly (readonly [name: string, value: Value])[];

interface CallOptions {
  readonly parameters?: Parameters;
}

interface ApplyOptions extends CallOptions {
  readonly mode?: string;
  readonly sort?: readonly SortKey[];
}

interface NumberOptions extends NumberFormat {
  readonly count?: readonly PatternMaker[];
  readonly from?: readonly PatternMaker[];
}

/** How deep templates may call each other, as in libxslt. */
const maxDepth = 3000;

/** The cost of a template that is applied or called. */
const stepsPerTemplate = 10;

/** One run of a stylesheet: what its templates write to, and what they ask (XSLT 1.0). */
export class Transformation extends ResultWriter {
  readonly #rules: Rules;
  readonly #keys: KeyTables;
  readonly #globals = new Map<string, Value | typeof pending>();
  readonly #patterns = new WeakMap<PatternMaker, Pattern>();
  readonly #tests = new WeakMap<readonly PatternMaker[], Matches>();
  readonly #numbering = new Numbering();
  readonly #sources: Sources;
  readonly #identifiers = new Map<Node, string>();
  readonly #setsInUse = new Set<string>();
  readonly #source: Node;
  #parameters: ReadonlyMap<string, Value> = new Map();
  #rule: ActiveRule | undefined;
  #mode = "";
  #depth = 0;
  /** The call that takes the place of the template that ends. */
  #next: Call | undefined;

  constructor(
    private readonly $: Context,
    private readonly prepared: Prepared,
    source: Node,
    private readonly report: (message: string) => void,
  ) {
    super();
    this.#rules = new Rules(prepared.rules, (maker) => this.#pattern(maker));
    this.#keys = new KeyTables((name, node) => this.#keyValues(name, node));
    this.#sources = new Sources(prepared, report);
    this.#source = this.#sources.read(source);
  }

  /** The result tree of the whole transformation. */
  run(): XmlDocument {
    this.apply(this.#source);
    return this.finish();
  }

  /**
   * A document without the white space that the stylesheet strips (§3.4).
   * @param path its path, against which URIs in it are resolved
   */
  source(document: Node, path?: string): Node;
  source(document: Node | undefined, path?: string): Node | undefined;
  source(document: Node | undefined, path?: string): Node | undefined {
    return document && this.#sources.read(document, path);
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
    const evaluate = this.prepared.globals.get(name);
    if (evaluate === undefined) throw new XsltError(`There is no variable ${name}.`);
    this.#globals.set(name, pending);
    const rule = this.#rule;
    this.#rule = undefined;
    const value = evaluate(this.$, this, this.#source, 1, 1);
    this.#rule = rule;
    this.#globals.set(name, value);
    return value;
  }

  /** `use-attribute-sets` (§7.1.4) */
  attributeSet(name: string, node: Node, position: number, last: number): void {
    if (this.#setsInUse.has(name)) throw new XsltError(`The attribute set ${name} uses itself.`);
    const sets = this.prepared.attributeSets.get(name) ?? [];
    this.#setsInUse.add(name);
    for (const set of sets) set(this.$, this, node, position, last);
    this.#setsInUse.delete(name);
  }

  /** `xsl:number` (§7.7) */
  number(node: Node, { count, from, ...options }: NumberOptions): void {
    const counted = count === undefined ? this.#numbering.like(node) : this.#test(count);
    this.text(this.#numbering.text(node, options, counted, from && this.#test(from)));
  }

  /** `xsl:message` (§13) */
  message(text: string, terminate?: "terminate"): void {
    this.report(text);
    if (terminate !== undefined) throw new XsltEnded(text);
  }

  /** Fails for what this processor does not have, where there is no `xsl:fallback` (§15). */
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
    return this.#sources.find(value, from, base);
  }

  /** `format-number()` (§12.3) */
  formatNumber(value: number, picture: string, name = ""): string {
    const format = this.prepared.decimalFormats.get(name);
    if (format === undefined) throw new XsltError(`There is no decimal format ${name}.`);
    return formatNumber(value, picture, format);
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

  /** The test whether a node matches one of the patterns: always the same function for the same list. */
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
    return (this.prepared.keys.get(name) ?? []).flatMap((key) => {
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
