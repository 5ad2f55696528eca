import { pushAll } from "../../../runtime/base/push-all.js";
import { commentLine, type Doc } from "../../code/doc.js";
import { isDirective } from "../../diagnostics/directives.js";
import type { Span } from "../../source/source-text.js";
import type { Flow } from "../../syntax/flow.js";

/** Columns of a row; what is around it comes on top. */
const maxWidth = 88;
/** A comment longer than this is no explanation of a statement. */
const maxLength = 2_000;

/** The comments of the file before the flow begins. */
export const headComments = (flow: Flow): string => new FlowComments(flow).before(flow.span.start).join("\n");

/** The comments of a flow, to be handed out in their order. */
export class FlowComments {
  #next = 0;
  readonly #comments: readonly Span[];

  constructor({ comments }: Flow) {
    this.#comments = comments.filter((comment) => !isDirective(textOf(comment)));
  }

  /** Those before a place of the file, as rows. */
  before(offset: number): readonly string[] {
    const rows: string[] = [];
    for (let comment = this.#at(); comment !== undefined && comment.start < offset; comment = this.#at()) {
      pushAll(rows, rowsOf(comment));
      this.#next++;
    }
    return rows;
  }

  /** Those before a statement, in it, or behind it on its last line. */
  of({ source, end }: Span): readonly Doc[] {
    const lineEnd = source.text.indexOf("\n", end);
    const rest = source.text.slice(end, lineEnd < 0 ? undefined : lineEnd);
    const isLast = /^\s*<!--/.test(rest);
    return this.before(isLast ? end + rest.indexOf("<!--") + 1 : end).map(commentLine);
  }

  #at(): Span | undefined {
    return this.#comments[this.#next];
  }
}

const textOf = ({ source, start, end }: Span): string => source.text.slice(start, end);

/** The rows of a comment, without what only places them in the file; wrapped where they are too long. */
function rowsOf(comment: Span): readonly string[] {
  const text = textOf(comment).slice("<!--".length, -"-->".length).trim();
  const cut = text.length > maxLength ? `${text.slice(0, maxLength)} …` : text;
  const rows = cut.split("\n").map((row) => row.trim().replace(/\s+/g, " "));
  if (cut === "") return [];
  return rows.every((row) => row.length <= maxWidth)
    ? rows
    : paragraphs(rows).flatMap((each) => wrapped(each, maxWidth));
}

/** Rows up to a blank one are one paragraph. */
function paragraphs(rows: readonly string[]): readonly string[] {
  const found: string[] = [""];
  for (const row of rows) {
    if (row === "") found.push("", "");
    else found.push(`${found.pop()} ${row}`.trim());
  }
  return found;
}

/** A paragraph in rows of at most so many columns, broken between words. A longer word has a row to itself. */
function wrapped(paragraph: string, columns: number): readonly string[] {
  const rows: string[] = [];
  let row = "";
  for (const word of paragraph.split(" ")) {
    const longer = row === "" ? word : `${row} ${word}`;
    if (longer.length <= columns || row === "") row = longer;
    else {
      rows.push(row);
      row = word;
    }
  }
  return [...rows, row];
}
