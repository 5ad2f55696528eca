import type { Span } from "../source/source-text.js";

/**
 * Code before it has line breaks, after Wadler's "A prettier printer". A group goes on one line where that fits;
 * otherwise its own lines break, and those of the groups inside it only where they must.
 *
 * Nothing but this folder makes one, so that no text of a flow can pass for code. An object of the same form is none:
 * it lacks `made`, which is there for the type checker alone.
 */
declare class Doc {
  private constructor();
  private readonly made: true;
}

export type { Doc };

/** The structure of a document; for this folder only. */
export type Layout = Measured &
  (
    | { readonly kind: "text"; readonly value: string }
    | { readonly kind: "line"; readonly flatText: "" | " "; readonly hard: boolean }
    | { readonly kind: "concat"; readonly parts: readonly Doc[] }
    | { readonly kind: "indent"; readonly content: Doc }
    | { readonly kind: "group"; readonly content: Doc; readonly form: Form | undefined }
    | { readonly kind: "choice"; readonly broken: Doc; readonly unbroken: Doc }
    | {
        readonly kind: "hug";
        readonly head: Doc;
        readonly last: Doc;
        readonly tail: Doc;
        readonly spread: Doc;
      }
    | { readonly kind: "suffix"; readonly value: string }
    | {
        readonly kind: "mark";
        readonly span: Span | undefined;
        readonly content: Doc | undefined;
        /** The name of a variable at `span`. */
        readonly name: string | undefined;
      }
    | { readonly kind: "part"; readonly part: Part; readonly content: Doc }
  );

/** A part of the code that runs as a whole, or not at all: for those who count or tell what ran. */
export interface Part {
  /** A `function` has parts, and is none. An `else-if` is an `if` statement behind `else`: it runs if its test is asked. */
  readonly form: "function" | "expression" | "statement" | "block" | "else-if";
  /** The action that it is. */
  readonly action?: { readonly name: string; readonly span: Span } | undefined;
  /** The branch of which it is a way. */
  readonly branch?: Branch;
  /** The name of the context in a function; `$` if it is missing. */
  readonly context?: string;
}

/** Where a flow goes one of several ways: each is a part with this branch, in the order of the flow. */
export interface Branch {
  readonly span: Span;
  /** The word of the flow that begins it, or `condition`, `template` and `default` where there is none. */
  readonly kind: string;
  /**
   * True if there is a way without code: no branch of an `if`, a value that needs no default, a loop without
   * items.
   */
  readonly hasOther: boolean;
}

/** The kind of a group, where the code around it depends on that. */
export type Form =
  | { readonly kind: "object" | "array"; readonly size: number }
  /** `hugged` is how it is written as the last argument of a call on whose line it opens; without it, it never is. */
  | { readonly kind: "function"; readonly hugged: Doc | undefined }
  | { readonly kind: "call"; readonly hasFunction: boolean }
  /** `flush` has all operands at one column; where code stands before the first, the others are further to the right. */
  | { readonly kind: "binary"; readonly flush: Doc }
  /** `argument` is how it is written as an argument of a call; `startsLine` tells that its test is a binary. */
  | { readonly kind: "conditional"; readonly argument: Doc; readonly startsLine: boolean };

/** Sizes known from the making on, so that printing never has to look into a group to see whether it fits. */
interface Measured {
  /** Columns on one line; infinite where there is a forced line break. */
  readonly width: number;
  /** Columns up to the first possible line break. */
  readonly lead: number;
  readonly breaks: boolean;
  /** The length of the longest comment at the end of a line. */
  readonly comment: number;
}

const made = (layout: Layout): Doc => layout as Layout & Doc;

export const layoutOf = (doc: Doc): Layout => doc as Layout & Doc;

/** Any text as code: for this folder only, whose functions make sure that it is code. */
export function rawText(value: string): Doc {
  if (/[\n\r\u2028\u2029]/.test(value)) throw new Error("A line break in generated code must be a line.");
  return made({ kind: "text", value, width: value.length, lead: value.length, breaks: false, comment: 0 });
}

/** A space, or a new line in a broken group. */
export const line = made({
  kind: "line",
  flatText: " ",
  hard: false,
  width: 1,
  lead: 0,
  breaks: true,
  comment: 0,
});

/** Nothing, or a new line in a broken group. */
export const softline = made({
  kind: "line",
  flatText: "",
  hard: false,
  width: 0,
  lead: 0,
  breaks: true,
  comment: 0,
});

/** Always a new line; breaks every group around it. */
export const hardline = made({
  kind: "line",
  flatText: "",
  hard: true,
  width: Number.POSITIVE_INFINITY,
  lead: 0,
  breaks: true,
  comment: 0,
});

/** Nothing; breaks every group around it. */
export const breakHere = made({
  kind: "text",
  value: "",
  width: Number.POSITIVE_INFINITY,
  lead: 0,
  breaks: false,
  comment: 0,
});

export function concat(parts: readonly Doc[]): Doc {
  let width = 0;
  let lead = 0;
  let breaks = false;
  let comment = 0;
  for (const size of parts as readonly (Layout & Doc)[]) {
    if (size.comment > comment) comment = size.comment;
    width += size.width;
    if (!breaks) {
      lead += size.lead;
      breaks = size.breaks;
    }
  }
  return made({ kind: "concat", parts, width, lead, breaks, comment });
}

export const empty: Doc = concat([]);

/** Lines that start inside are two columns further to the right. */
export function indent(content: Doc): Doc {
  const { width, lead, breaks, comment } = layoutOf(content);
  return made({ kind: "indent", content, width, lead, breaks, comment });
}

export function group(content: Doc, form?: Form): Doc {
  const { width, lead, breaks, comment } = layoutOf(content);
  return made({ kind: "group", content, form, width, lead, breaks, comment });
}

/** All of it on one line, but for lines that have to break. */
export function flat(doc: Doc): Doc {
  const layout = layoutOf(doc);
  switch (layout.kind) {
    case "line":
      return layout.hard ? doc : rawText(layout.flatText);
    case "concat":
      return concat(layout.parts.map(flat));
    case "indent":
      return indent(flat(layout.content));
    case "group":
      return flat(layout.content);
    case "choice":
      return flat(layout.unbroken);
    case "hug":
      return concat([layout.head, layout.last, layout.tail].map(flat));
    case "mark":
      return mark(
        layout.span as Span,
        layout.content === undefined ? empty : flat(layout.content),
        layout.name,
      );
    case "part":
      return part(layout.part, flat(layout.content));
    default:
      return doc;
  }
}

/** The form of a document, whatever marks are around it. */
export function formOf(doc: Doc): Form | undefined {
  const layout = layoutOf(doc);
  if (layout.kind === "mark" || layout.kind === "part")
    return layout.content === undefined ? undefined : formOf(layout.content);
  return layout.kind === "group" ? layout.form : undefined;
}

/** The same under the same marks, written another way. */
export function rewritten(doc: Doc, change: (form: Form) => Doc | undefined): Doc {
  const layout = layoutOf(doc);
  if (layout.kind === "mark" && layout.span !== undefined && layout.content !== undefined)
    return at(layout.span, rewritten(layout.content, change));
  if (layout.kind === "part") return part(layout.part, rewritten(layout.content, change));
  return (layout.kind === "group" && layout.form !== undefined && change(layout.form)) || doc;
}

/** Columns on one line. */
export const widthOf = (doc: Doc): number => layoutOf(doc).width;

/** Tells whether it is nothing but a string literal. */
export function isString(doc: Doc): boolean {
  const layout = layoutOf(doc);
  if (layout.kind === "mark" || layout.kind === "part")
    return layout.content !== undefined && isString(layout.content);
  return layout.kind === "text" && /^["']/.test(layout.value);
}

/** Tells whether it begins with a brace, which an arrow function would take for its body. */
export function startsWithBrace(doc: Doc): boolean {
  const layout = layoutOf(doc);
  switch (layout.kind) {
    case "text":
      return layout.value.startsWith("{");
    case "concat":
      return layout.parts[0] !== undefined && startsWithBrace(layout.parts[0]);
    case "group":
    case "indent":
      return startsWithBrace(layout.content);
    case "mark":
    case "part":
      return layout.content !== undefined && startsWithBrace(layout.content);
    default:
      return false;
  }
}

/** `broken` where the surrounding group breaks, else `unbroken`. */
export function ifBroken(broken: Doc, unbroken: Doc): Doc {
  const { lead, breaks, comment } = layoutOf(broken);
  return made({ kind: "choice", broken, unbroken, width: layoutOf(unbroken).width, lead, breaks, comment });
}

/**
 * `head last tail` on one line where it fits; else with only `last` broken, where its first line fits; else `spread`.
 * `spread` shows the same content and is only ever printed instead of the others.
 */
export function hug(head: Doc, last: Doc, tail: Doc, spread: Doc): Doc {
  const { width, lead, breaks, comment } = layoutOf(concat([head, last, tail]));
  return made({ kind: "hug", head, last, tail, spread, width, lead, breaks, comment });
}

/**
 * A comment at the end of the line that is being written, wherever it stands in the document; it does not count for
 * what fits. Alone on a line, it is that line. Whatever follows cannot end up inside it.
 */
export function lineSuffix(comment: string): Doc {
  const value = commentText(comment);
  return made({ kind: "suffix", value, width: 0, lead: 0, breaks: false, comment: value.length });
}

/** A comment that is meant to have a line to itself: it need not leave room for code. */
export const commentLine = (comment: string): Doc =>
  made({ kind: "suffix", value: commentText(comment), width: 0, lead: 0, breaks: false, comment: 0 });

/** Everything printed in `content` comes from the start of `span`. */
export const at = (span: Span, content: Doc): Doc => mark(span, content, undefined);

function mark(span: Span, content: Doc, name: string | undefined): Doc {
  const { width, lead, breaks, comment } = layoutOf(content);
  return made({ kind: "mark", span, content, name, width, lead, breaks, comment });
}

/** The same code, as a part. */
export function part(what: Part, content: Doc): Doc {
  const { width, lead, breaks, comment } = layoutOf(content);
  return made({ kind: "part", part: what, content, width, lead, breaks, comment });
}

/** An expression that is one of several ways. */
export const way = (branch: Branch, content: Doc): Doc => part({ form: "expression", branch }, content);

/** `variable` where it is declared: debuggers show it by `name`, as the flow has it at `span`. */
export const declared = (span: Span, name: string, variable: Doc): Doc => mark(span, variable, name);

/**
 * One line of comment: no line ends, control characters, or characters that turn the direction of text. Names of files
 * and titles stand in it, so it gives no orders to a compiler, a linter or a bundler either, which look for them at the
 * start, or for some anywhere.
 */
export const commentText = (value: string): string =>
  value
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu, " ")
    .replace(orderInside, "$& ")
    .replace(orderAtStart, "- ");

const orderInside =
  /[@#](?=__|license\b|preserve\b|cc_on\b)|[@#](?=\s*source(?:Mapping)?URL\b)|\bsource(?:Mapping)?URL(?==)/gi;

const orderAtStart =
  /^(?=[\s*/]*(?:[@#!<]|(?:biome|deno|eslint|oxlint|prettier|stylelint|ts[lh]int)[-: ]|(?:c8|istanbul|v8) ignore|(?:exported|globals?|js[hl]int) |node:coverage))/i;
