/** What an attribute holds, where it is more than a text. A list has all values that there are. */
export type AttributeKind =
  | "expression"
  /** Text with expressions in braces. */
  | "text"
  | "variable"
  /** A variable, content, a file: what `in` and `out` name. */
  | "location"
  | "file"
  | "flow-file"
  /** The ID of an upstream request that is sent here, or of one that was sent. */
  | "new-request"
  | "sent-request"
  | "field"
  | "media-type"
  | readonly string[];

/** JSON that someone writes. */
export interface JsonForm {
  readonly members?: ReadonlyMap<string, JsonMemberForm>;
  /** The names are those of header fields. */
  readonly hasFields?: true;
  /** What each member is, whatever its name, and each item of an array. */
  readonly each?: JsonForm;
}

export interface JsonMemberForm {
  /** In words: `true or false`. */
  readonly expected: string;
  /** The constants that it may be. */
  readonly values?: readonly (string | boolean)[];
  readonly form?: JsonForm;
}

/** What an editor has to know of an element beside the names of its attributes. */
export interface Editing {
  /** What its own text is; without it, there may be none. */
  readonly text?: "expression" | "template" | "plain";
  /** Those that are not listed hold plain text. */
  readonly attributes?: Readonly<Record<string, AttributeKind>>;
  /** What its template makes. */
  readonly json?: JsonForm;
  /** The attributes without which it does nothing. */
  readonly required?: readonly string[];
}
