/** The language of an attribute's value, if it is more than a text. A list has all possible values. */
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
  /** The form of every other member, and of each item of an array. */
  readonly each?: JsonForm;
}

export interface JsonMemberForm {
  /** In words: `true or false`. */
  readonly expected: string;
  /** The constants that it may be. */
  readonly values?: readonly (string | boolean)[];
  readonly form?: JsonForm;
  readonly isMediaType?: true;
}

/** Facts that editors need about an element beside the names of its attributes. */
export interface Editing {
  /** The language of its text; without it, the element has no text. */
  readonly text?: "expression" | "template" | "plain";
  /** Those that are not listed hold plain text. */
  readonly attributes?: Readonly<Record<string, AttributeKind>>;
  /** The document that its template makes. */
  readonly json?: JsonForm;
  /** The attributes without which it does nothing. */
  readonly required?: readonly string[];
}
