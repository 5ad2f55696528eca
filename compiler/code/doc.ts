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

/** What a document is. */
type Layout = Measured &
  (
    | { readonly kind: "text"; readonly value: string }
    | { readonly kind: "line"; readonly flatText: "" | " "; readonly hard: boolean }
    | { readonly kind: "concat"; readonly parts: readonly Doc[] }
    | {
        readonly kind: "indent" | "group";
        readonly content: Doc;
        readonly huggable?: boolean;
        readonly startsLine?: boolean;
      }
    | { readonly kind: "choice"; readonly broken: Doc; readonly unbroken: Doc }
    | {
        readonly kind: "hug";
        readonly head: Doc;
        readonly last: Doc;
        readonly tail: Doc;
        readonly spread: Doc;
      }
    | { readonly kind: "suffix"; readonly value: string }
    | { readonly kind: "mark"; readonly span: Span | undefined; readonly content: Doc | undefined }
  );

/** Sizes known from the making on, so that printing never has to look into a group to see whether it fits. */
interface Measured {
  /** Columns on one line; infinite where there is a forced line break. */
  readonly width: number;
  /** Columns up to the first possible line break. */
  readonly lead: number;
  readonly breaks: boolean;
}

const made = (layout: Layout): Doc => layout as Layout & Doc;

const layoutOf = (doc: Doc): Layout => doc as Layout & Doc;

/** Any text as code: for this folder only, whose functions make sure that it is code. */
export function rawText(value: string): Doc {
  if (/[\n\r\u2028\u2029]/.test(value)) throw new Error("A line break in generated code must be a line.");
  return made({ kind: "text", value, width: value.length, lead: value.length, breaks: false });
}

/** A space, or a new line in a broken group. */
export const line = made({ kind: "line", flatText: " ", hard: false, width: 1, lead: 0, breaks: true });

/** Nothing, or a new line in a broken group. */
export const softline = made({ kind: "line", flatText: "", hard: false, width: 0, lead: 0, breaks: true });

/** Always a new line; breaks every group around it. */
export const hardline = made({
  kind: "line",
  flatText: "",
  hard: true,
  width: Number.POSITIVE_INFINITY,
  lead: 0,
  breaks: true,
});

export function concat(parts: readonly Doc[]): Doc {
  let width = 0;
  let lead = 0;
  let breaks = false;
  for (const part of parts) {
    const size = layoutOf(part);
    width += size.width;
    if (!breaks) {
      lead += size.lead;
      breaks = size.breaks;
    }
  }
  return made({ kind: "concat", parts, width, lead, breaks });
}

export const empty: Doc = concat([]);

/** Lines that start inside are two columns further to the right. */
export const indent = (content: Doc): Doc => made({ kind: "indent", content, ...sizes(content) });

export const group = (content: Doc): Doc => made({ kind: "group", content, ...sizes(content) });

/** A group that may stay on the line of a call when it is the last argument and breaks: `call(a, {`. */
export const huggable = (content: Doc): Doc =>
  made({ kind: "group", huggable: true, content, ...sizes(content) });

/** Whether it is such a group. */
export function isHuggable(doc: Doc): boolean {
  const layout = layoutOf(doc);
  if (layout.kind === "mark") return layout.content !== undefined && isHuggable(layout.content);
  return layout.kind === "group" && layout.huggable === true;
}

/** A group that a function which returns it has on a line of its own, if it does not fit: `a ? b : c`. */
export const startingLine = (content: Doc): Doc =>
  made({ kind: "group", startsLine: true, content, ...sizes(content) });

/** Whether it is such a group. */
export function startsLine(doc: Doc): boolean {
  const layout = layoutOf(doc);
  if (layout.kind === "mark") return layout.content !== undefined && startsLine(layout.content);
  return layout.kind === "group" && layout.startsLine === true;
}

/** Whether it begins with a brace, which an arrow function would take for its body. */
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
      return layout.content !== undefined && startsWithBrace(layout.content);
    default:
      return false;
  }
}

/** `broken` where the surrounding group breaks, else `unbroken`. */
export function ifBroken(broken: Doc, unbroken: Doc): Doc {
  const { lead, breaks } = sizes(broken);
  return made({ kind: "choice", broken, unbroken, width: sizes(unbroken).width, lead, breaks });
}

/**
 * `head last tail` on one line where it fits; else with only `last` broken, where its first line fits; else `spread`.
 * `spread` shows the same content and is only ever printed instead of the others.
 */
export function hug(head: Doc, last: Doc, tail: Doc, spread: Doc): Doc {
  return made({ kind: "hug", head, last, tail, spread, ...sizes(concat([head, last, tail])) });
}

/**
 * A comment at the end of the line that is being written, wherever it stands in the document; it does not count for
 * what fits. Alone on a line, it is that line. Whatever follows cannot end up inside it.
 */
export const lineSuffix = (comment: string): Doc =>
  made({ kind: "suffix", value: commentText(comment), width: 0, lead: 0, breaks: false });

/** Everything printed in `content` comes from the start of `span`. */
export const at = (span: Span, content: Doc): Doc => made({ kind: "mark", span, content, ...sizes(content) });

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

function sizes(doc: Doc): Measured {
  const { width, lead, breaks } = layoutOf(doc);
  return { width, lead, breaks };
}

/** From `offset` of the printed text to the next mark, code comes from the start of `span`. */
export interface Mark {
  readonly offset: number;
  readonly span: Span | undefined;
}

export interface Printed {
  readonly text: string;
  readonly marks: readonly Mark[];
}

const maxColumn = 100;
const suffixColumn = 72;
/** Deeper nesting stays at this column: a thousand levels must not make a megabyte of blanks. */
const maxIndent = 48;
/** How many pending documents are asked what follows a group on its line. */
const maxLookAhead = 200;

interface Command {
  readonly doc: Layout;
  readonly indent: number;
  readonly flat: boolean;
}

export function printDoc(root: Doc): Printed {
  const commands: Command[] = [{ doc: layoutOf(root), indent: 0, flat: false }];
  const chunks: string[] = [];
  const marks: Mark[] = [];
  const suffixes: string[] = [];
  let length = 0;
  let column = 0;
  /** Blanks owed to the line, written when it gets text, so that no line ends in blanks. */
  let owed = 0;
  let span: Span | undefined;
  let marked: Span | undefined;

  const emit = (value: string) => {
    chunks.push(value);
    length += value.length;
  };
  const write = (value: string) => {
    if (value === "") return;
    if (owed > 0) emit(" ".repeat(owed));
    owed = 0;
    if (span !== marked && value !== " ") {
      marks.push({ offset: length, span });
      marked = span;
    }
    emit(value);
    column += value.length;
  };
  const endLine = () => {
    if (suffixes.length === 0) return;
    const isEmpty = owed === column;
    const blanks = isEmpty ? owed : Math.max(2, suffixColumn - column);
    owed = 0;
    emit(`${" ".repeat(blanks)}// ${suffixes.join(", ")}`);
    suffixes.length = 0;
  };
  const follows = (budget: number) => {
    let left = budget;
    for (let index = commands.length - 1, seen = 0; index >= 0 && left >= 0; index--, seen++) {
      const { doc, flat } = commands[index] as Command;
      if (seen > maxLookAhead) return true;
      if (flat) left -= doc.width;
      else {
        left -= doc.lead;
        if (doc.breaks) break;
      }
    }
    return left >= 0;
  };

  for (let command = commands.pop(); command !== undefined; command = commands.pop()) {
    const { doc, indent, flat } = command;
    switch (doc.kind) {
      case "text":
        write(doc.value);
        break;
      case "line":
        if (flat && !doc.hard) write(doc.flatText);
        else {
          endLine();
          emit("\n");
          column = owed = indent;
        }
        break;
      case "concat":
        for (let index = doc.parts.length - 1; index >= 0; index--)
          commands.push({ doc: layoutOf(doc.parts[index] as Doc), indent, flat });
        break;
      case "indent":
        commands.push({ doc: layoutOf(doc.content), indent: Math.min(indent + 2, maxIndent), flat });
        break;
      case "group": {
        const left = maxColumn - column - doc.width;
        commands.push({ doc: layoutOf(doc.content), indent, flat: flat || (left >= 0 && follows(left)) });
        break;
      }
      case "choice":
        commands.push({ doc: layoutOf(flat ? doc.unbroken : doc.broken), indent, flat });
        break;
      case "hug": {
        const [head, last] = [layoutOf(doc.head), layoutOf(doc.last)];
        const left = maxColumn - column;
        const fits = flat || (left >= doc.width && follows(left - doc.width));
        if (fits || left >= head.width + last.lead) {
          commands.push(
            { doc: layoutOf(doc.tail), indent, flat: true },
            { doc: last, indent, flat: fits },
            { doc: head, indent, flat: true },
          );
        } else commands.push({ doc: layoutOf(doc.spread), indent, flat: false });
        break;
      }
      case "suffix":
        suffixes.push(doc.value);
        break;
      case "mark":
        if (doc.content !== undefined) {
          commands.push(
            { doc: { ...leave, span }, indent, flat },
            { doc: layoutOf(doc.content), indent, flat },
          );
        }
        span = doc.span;
        break;
      default:
        doc satisfies never;
    }
  }
  endLine();
  return { text: chunks.join(""), marks };
}

const leave = { kind: "mark", content: undefined, width: 0, lead: 0, breaks: false } as const;
