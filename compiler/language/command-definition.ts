import type { Doc } from "../code/doc.js";
import type { Helper } from "../code/helpers.js";
import type { JsonBlock } from "../syntax/json-template.js";
import type { TokenPart } from "../syntax/json-tokens.js";
import type { Block, SignPart, TemplateExpression, ValuePart } from "../syntax/template.js";
import type { BlockCommand, SignCommand, ValueCommand } from "../syntax/template-command.js";

/** The commands of templates, in the order in which messages list them. */
export interface Commands {
  readonly values: readonly ValueDefinition[];
  readonly signs: readonly SignDefinition[];
  readonly blocks: readonly BlockDefinition[];
}

interface Documented {
  /** Its page in `docs/language/templates/`. */
  readonly page: string;
}

export interface ValueDefinition extends ValueCommand, Documented {
  /** How a command of its kind begins, behind the braces. A group is the name of the variable that it sets. */
  readonly begins: RegExp;
  /** What stands out of that; empty if nothing does. */
  readonly sign: string;
  /** The statement that writes it, in a template that is written as text. */
  text(part: ValuePart, generator: TextGenerator): Doc;
}

export interface SignDefinition extends SignCommand, Documented {
  /** All that stands between the braces. */
  readonly sign: string;
  text(part: SignPart, generator: TextGenerator): Doc;
}

/** Its keyword is its name. */
export type BlockDefinition = BlockCommand &
  Documented & {
    /** The commands that begin a further way, with an expression or without. */
    readonly takes: readonly ("elseif" | "else")[];
    /** The expression that it is in JSON. */
    json<T>(block: JsonBlock<T>, generator: JsonGenerator<T>): Doc;
    text(block: Block<TokenPart>, generator: TextGenerator): Doc;
  };

/** A helper of the runtime that takes functions, and what is called in its place where these have to be waited for. */
export interface BlockHelper {
  readonly helper: Helper;
  /** Without one, it returns what its function returns. */
  readonly awaiting?: Helper;
}

/** Makes the code of what stands in a block of JSON. */
export interface JsonGenerator<T> {
  /** What the block has to be: a value, an object or an array. */
  readonly form: "value" | "members" | "items";
  condition(value: TemplateExpression): Doc;
  /** Where the block itself stands. */
  content(content: T): Doc;
  /** The call of a helper with what the expression of a block finds, and functions for the ways through it. */
  call(helper: BlockHelper, block: JsonBlock<T>): Doc;
}

export type TextMethod = keyof import("../../runtime/index.js").TemplateText;

/** Makes the statements that write a template as text. */
export interface TextGenerator {
  /** Calls a method of the text. */
  write(method: TextMethod, ...values: readonly Doc[]): Doc;
  json(value: TemplateExpression): Doc;
  /** An object with the members that it finds. */
  members(value: TemplateExpression): Doc;
  /** The context item as JSON. */
  item(): Doc;
  /** Sets the variable that a command defines. */
  set(part: ValuePart): Doc;
  condition(value: TemplateExpression): Doc;
  parts(parts: readonly TokenPart[]): readonly Doc[];
  call(helper: BlockHelper, block: Block<TokenPart>): Doc;
}
