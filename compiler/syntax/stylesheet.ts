import type { DecimalFormat } from "../../runtime/xslt/decimal-format.js";
import type { OutputProperties } from "../../runtime/xslt/output-properties.js";
import type { SourceText, Span } from "../source/source-text.js";
import type { Expression, NodeTest } from "./xpath.js";

/**
 * An XSLT 1.0 stylesheet (W3C recommendation of 16 November 1999) with all that it includes and imports. Names are
 * expanded: `{uri}local`, or `local` without a namespace.
 */
export interface StylesheetTree {
  readonly source: SourceText;
  readonly output: OutputProperties;
  /** In the order of the stylesheet, those of lower import precedence first. */
  readonly templates: readonly Template[];
  /** The global variables and parameters that count, by name. */
  readonly globals: ReadonlyMap<string, Binding>;
  readonly keys: readonly Key[];
  readonly attributeSets: ReadonlyMap<string, readonly AttributeSet[]>;
  readonly decimalFormats: ReadonlyMap<string, DecimalFormat>;
  /** The rules of `xsl:strip-space` and `xsl:preserve-space`, the one that counts first. */
  readonly spaceRules: readonly SpaceRule[];
  /** The files that `document()` may read by URIs that only the transformation knows. */
  readonly documents: readonly string[];
  /** Some expression takes a document by itself that may be HTML. */
  readonly readsHtml: boolean;
}

export interface Template {
  readonly span: Span;
  /** The pattern as it is written. */
  readonly match: string | undefined;
  /** The alternatives of the pattern. */
  readonly patterns: readonly Pattern[];
  readonly name: string | undefined;
  readonly mode: string | undefined;
  readonly priority: number | undefined;
  /** Its import precedence (§2.6.2), and the lowest one of what its module imports. */
  readonly precedence: number;
  readonly importedFrom: number;
  readonly parameters: readonly Binding[];
  readonly content: readonly Instruction[];
}

/** One alternative of a pattern (§5.2): where it starts, and its steps. */
export interface Pattern {
  readonly span: Span;
  /** A relative one may start anywhere; `id()` and `key()` name the nodes that it starts from. */
  readonly start: "anywhere" | "root" | Expression;
  readonly steps: readonly PatternStep[];
  /** §5.5 */
  readonly priority: number;
}

export interface PatternStep {
  /** The operator before it: `/` or `//`. */
  readonly after: "/" | "//";
  readonly axis: "child" | "attribute";
  readonly test: NodeTest;
  readonly predicates: readonly Expression[];
}

/** `xsl:variable`, `xsl:param` and `xsl:with-param` (§11): the value is that of `select` or of the content. */
export interface Binding {
  readonly span: Span;
  readonly name: string;
  readonly isParameter: boolean;
  readonly select: Expression | undefined;
  readonly content: readonly Instruction[];
}

export interface Key {
  readonly span: Span;
  readonly name: string;
  readonly patterns: readonly Pattern[];
  readonly use: Expression;
}

export interface AttributeSet {
  readonly span: Span;
  readonly uses: readonly string[];
  readonly content: readonly Instruction[];
}

export interface SpaceRule {
  /** A node test: `*`, `{uri}*` or a name. */
  readonly test: string;
  readonly strips: boolean;
}

/** An attribute value template (§7.6.2): texts and expressions. */
export type ValueTemplate = readonly (string | Expression)[];

/** Prefixes and URIs that are in scope. */
export type Namespaces = ReadonlyMap<string, string>;

/** `xsl:sort` (§10). */
export interface Sort {
  readonly select: Expression;
  readonly lang?: ValueTemplate;
  readonly dataType?: ValueTemplate;
  readonly order?: ValueTemplate;
  readonly caseOrder?: ValueTemplate;
}

interface Part<K extends string> {
  readonly kind: K;
  readonly span: Span;
}

interface Container {
  readonly content: readonly Instruction[];
}

export type Instruction =
  | TextInstruction
  | ValueInstruction
  | LiteralElement
  | ElementInstruction
  | AttributeInstruction
  | (Part<"comment"> & Container)
  | (Part<"processing-instruction"> & Container & { readonly name: ValueTemplate })
  | CopyInstruction
  | (Part<"copy-of"> & { readonly select: Expression })
  | ApplyInstruction
  | (Part<"apply-imports"> & { readonly parameters: readonly Binding[] })
  | (Part<"call-template"> & { readonly name: string; readonly parameters: readonly Binding[] })
  | (Part<"for-each"> & Container & { readonly select: Expression; readonly sorts: readonly Sort[] })
  | ChooseInstruction
  | (Part<"variable"> & { readonly binding: Binding })
  | NumberInstruction
  | (Part<"message"> & Container & { readonly terminates: boolean })
  | (Part<"fail"> & { readonly message: string });

interface TextInstruction extends Part<"text"> {
  readonly text: string;
  /** `disable-output-escaping` */
  readonly isRaw: boolean;
}

interface ValueInstruction extends Part<"value-of"> {
  readonly select: Expression;
  readonly isRaw: boolean;
}

/** An element of the result as it stands in the stylesheet (§7.1.1). */
export interface LiteralElement extends Part<"literal">, Container {
  readonly name: string;
  readonly namespaceUri: string;
  /** The namespace nodes that it brings along, but for those of its literal parent. */
  readonly namespaces: Namespaces;
  readonly attributes: readonly LiteralAttribute[];
  readonly sets: readonly string[];
}

export interface LiteralAttribute {
  readonly name: string;
  readonly namespaceUri: string;
  readonly value: ValueTemplate;
}

interface ElementInstruction extends Part<"element">, Container {
  readonly name: ValueTemplate;
  readonly namespace: ValueTemplate | undefined;
  readonly scope: Namespaces;
  readonly sets: readonly string[];
}

interface AttributeInstruction extends Part<"attribute">, Container {
  readonly name: ValueTemplate;
  readonly namespace: ValueTemplate | undefined;
  readonly scope: Namespaces;
}

interface CopyInstruction extends Part<"copy">, Container {
  readonly sets: readonly string[];
}

export interface ApplyInstruction extends Part<"apply-templates"> {
  /** The children, if there is none. */
  readonly select: Expression | undefined;
  readonly mode: string | undefined;
  readonly sorts: readonly Sort[];
  readonly parameters: readonly Binding[];
}

/** `xsl:if`, or `xsl:choose`. */
export interface ChooseInstruction extends Part<"choose"> {
  readonly branches: readonly (Container & { readonly span: Span; readonly test: Expression })[];
  readonly otherwise: (Container & { readonly span: Span }) | undefined;
}

/** `xsl:number` (§7.7). */
export interface NumberInstruction extends Part<"number"> {
  readonly value: Expression | undefined;
  readonly level: "single" | "multiple" | "any";
  /** Nodes like the current one, if there is none. */
  readonly count: readonly Pattern[] | undefined;
  readonly from: readonly Pattern[] | undefined;
  readonly format: ValueTemplate;
  readonly lang: ValueTemplate | undefined;
  readonly letterValue: ValueTemplate | undefined;
  readonly groupingSeparator: ValueTemplate | undefined;
  readonly groupingSize: ValueTemplate | undefined;
}
