import type { Node } from "../data/model/node.js";
import type { Value } from "../data/model/values.js";
import type { Context } from "../request/context.js";
import type { DecimalFormat } from "./decimal-format.js";
import type { OutputProperties } from "./output-properties.js";
import type { Pattern } from "./pattern.js";
import type { Transformation } from "./transformation.js";

/** The result of a transformation. */
export interface Result {
  /** `xml`, `html`, `text` … */
  readonly method: string;
  readonly mediaType: string | undefined;
  /** The encoding that `xsl:output` names. */
  readonly encoding: string | undefined;
  /** As it is sent. */
  text(): string;
  /** `undefined` if the result is no document, but only text, or markup that is not well-formed. */
  document(): Node | undefined;
}

/** A stylesheet that the build compiled. */
export interface Stylesheet {
  /** Its path in the flow directory. */
  readonly path: string;
  /**
   * @param source what the `xslt` action transforms
   * @param report gets each `xsl:message`
   * @throws Error if the transformation fails
   */
  transform($: Context, source: Node, report: (message: string) => void): Result;
}

/** A function that writes a part of the result, with a node, its position and the number of nodes around it. */
export type Template = ($: Context, out: Transformation, node: Node, position: number, last: number) => void;

/** A function of the same arguments that yields a value. */
export type Evaluate = ($: Context, out: Transformation, node: Node, position: number, last: number) => Value;

/** A pattern, or how to make it for a transformation that it asks for variables or keys. */
export type PatternMaker = Pattern | (($: Context, out: Transformation) => Pattern);

/** A template and when it applies (XSLT 1.0 §5). */
export interface Rule {
  readonly match: PatternMaker;
  readonly mode?: string;
  readonly priority: number;
  /** The import precedence, and the lowest one of what its module imports. */
  readonly precedence?: number;
  readonly importedFrom?: number;
  readonly template: Template;
}

/** `xsl:key` (XSLT 1.0 §12.2). */
export interface Key {
  readonly name: string;
  readonly match: readonly PatternMaker[];
  readonly use: Evaluate;
}

/** The definition of a stylesheet in generated code. */
export interface Definition {
  readonly path: string;
  readonly output?: Omit<OutputProperties, "cdataSectionElements"> & {
    readonly cdataSectionElements?: readonly string[];
  };
  readonly rules?: readonly Rule[];
  readonly globals?: readonly (readonly [name: string, value: Evaluate])[];
  readonly keys?: readonly Key[];
  readonly attributeSets?: readonly (readonly [name: string, parts: readonly Template[]])[];
  readonly decimalFormats?: readonly (readonly [name: string, format: Partial<DecimalFormat>])[];
  /** The files that `document()` may read by their paths. */
  readonly documents?: readonly (readonly [path: string, read: () => Node])[];
  readonly spaceRules?: readonly (readonly [test: string, what: "strip" | "preserve"])[];
}
