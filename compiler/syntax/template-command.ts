/** The facts about commands of templates, which their definitions declare. The parts of a template lead to those of theirs. */

/** A command with an expression, which contains no parts of the template. */
export interface ValueCommand {
  readonly name: string;
  /** What becomes of its value: it is written, as a value or as members of an object, or a variable is set to it. */
  readonly use: "value" | "members" | "definition";
}

/** A command without an expression. */
export interface SignCommand {
  readonly name: string;
  /** The context item as a value, or a comma where JSON needs one. */
  readonly writes: "item" | "separator";
}

/** A command that contains parts of the template. */
export type BlockCommand = {
  readonly name: string;
  /** What its expression is: a condition, the items or the node that its content is about. */
  readonly use: "condition" | "items" | "context";
  /** Its content has a context, and variables, of its own. */
  readonly hasContext: boolean;
} & (
  | { readonly repeats: false; readonly outcomes: Outcomes }
  /** Its content is there any number of times, with commas between. */
  | { readonly repeats: true; readonly outcomes: Outcomes & { readonly again: string } }
);

/** What may become of a block, in the words of messages: its content is there, it is not, and it is there once more. */
interface Outcomes {
  readonly taken: string;
  readonly passed: string;
}

/** How the value of an expression in a template is used. */
export type TemplateUse = ValueCommand["use"] | BlockCommand["use"];
