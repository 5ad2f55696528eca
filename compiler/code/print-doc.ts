import { pushAll } from "../../runtime/base/push-all.js";
import type { Span } from "../source/source-text.js";
import { type Doc, type Layout, layoutOf, type Part } from "./doc.js";

/** From `offset` of the printed text to the next mark, code comes from the start of `span`. */
export interface Mark {
  readonly offset: number;
  readonly span: Span | undefined;
  /** The name that the variable at `offset` has there. */
  readonly name?: string | undefined;
}

/** The place where a part of the printed text begins or ends. They nest. */
export interface PartEdge {
  readonly offset: number;
  readonly part: Part;
  readonly isEnd: boolean;
}

interface Printed {
  readonly text: string;
  readonly marks: readonly Mark[];
  readonly edges: readonly PartEdge[];
}

export const maxColumn = 100;
/**
 * Comments at the end of lines start in one column of a module: this one, or as far to the left as the longest needs.
 * That of a line without room for it comes above.
 */
const commentColumn = 72;
const minCommentColumn = 40;
/** Deeper nesting stays at this column: a thousand levels must not make a megabyte of blanks. */
const maxIndent = 48;
/** How many pending documents are asked what follows a group on its line. */
const maxLookAhead = 200;

interface Command {
  readonly doc: Layout | EndOfPart;
  readonly indent: number;
  readonly flat: boolean;
}

/**
 * @param start the column that it begins in
 * @param comment the length of the longest comment at the end of a line, in all that has one column for these
 */
export function printDoc(root: Doc, start = 0, comment = layoutOf(root).comment): Printed {
  const room = maxColumn - "// ".length - comment;
  // In steps, so that a line number of one more digit does not move all comments.
  const suffixColumn = Math.max(minCommentColumn, Math.min(commentColumn, room - (room % 4)));
  const commands: Command[] = [{ doc: layoutOf(root), indent: 0, flat: false }];
  const chunks: string[] = [];
  const marks: Mark[] = [];
  const edges: PartEdge[] = [];
  /** Parts that begin with the next text. */
  const beginning: Part[] = [];
  const suffixes: string[] = [];
  let length = 0;
  let column = start;
  /** The state of the output when the line began. */
  let begun = { chunks: 0, length: 0, marks: 0, edges: 0, indent: 0 };
  /** A comment that found no room at the end of the line before. */
  let carried: string | undefined;
  /** Blanks owed to the line, written when it gets text, so that no line ends in blanks. */
  let owed = 0;
  let span: Span | undefined;
  let marked: Span | undefined;
  /** For the next text. */
  let name: string | undefined;

  const emit = (value: string) => {
    chunks.push(value);
    length += value.length;
  };
  const write = (value: string) => {
    if (value === "") return;
    if (owed > 0) emit(" ".repeat(owed));
    owed = 0;
    if (beginning.length > 0)
      for (const part of beginning.splice(0)) edges.push({ offset: length, part, isEnd: false });
    if (name !== undefined || (span !== marked && value !== " ")) {
      marks.push({ offset: length, span, name });
      marked = span;
      name = undefined;
    }
    emit(value);
    column += value.length;
  };
  const endLine = () => {
    if (suffixes.length === 0) return;
    const comment = `// ${suffixes.join(", ")}`.trimEnd();
    suffixes.length = 0;
    const isAlone = owed === column;
    const blanks = isAlone ? owed : suffixColumn - column;
    const isLong = blanks < 2 || suffixColumn + comment.length > maxColumn;
    owed = 0;
    if (isAlone || !isLong) emit(`${" ".repeat(blanks)}${comment}`);
    else if (begun.length > 0 && isEndOfBlock()) carried = comment;
    else insertLine(comment);
  };
  const isEndOfBlock = () =>
    chunks
      .slice(begun.chunks, begun.chunks + 2)
      .join("")
      .trimStart()
      .startsWith("}");
  /** Puts a comment above the line. */
  const insertLine = (comment: string) => {
    const row = `${" ".repeat(begun.indent)}${comment}\n`;
    chunks.splice(begun.chunks, 0, row);
    length += row.length;
    const lower = <T extends { readonly offset: number }>(list: T[], from: number) =>
      pushAll(
        list,
        list.splice(from).map((one) => ({ ...one, offset: one.offset + row.length })),
      );
    lower(marks, begun.marks);
    lower(edges, begun.edges);
  };
  const startLine = (indent: number) => {
    emit("\n");
    if (carried !== undefined) emit(`${" ".repeat(indent)}${carried}\n`);
    carried = undefined;
    column = owed = indent;
    begun = { chunks: chunks.length, length, marks: marks.length, edges: edges.length, indent };
  };
  const follows = (budget: number) => {
    let left = budget;
    for (let index = commands.length - 1, seen = 0; index >= 0 && left >= 0; index--, seen++) {
      const { doc, flat } = commands[index] as Command;
      if (seen > maxLookAhead) return true;
      if (doc.kind === "end") continue;
      if (flat) left -= doc.width;
      else {
        left -= doc.lead;
        if (doc.breaks) break;
      }
    }
    return left >= 0;
  };

  const breakLine = (indent: number) => {
    endLine();
    startLine(indent);
  };
  const endPart = (part: Part) => {
    // A part without text is none.
    if (beginning.at(-1) === part) beginning.pop();
    else edges.push({ offset: length, part, isEnd: true });
  };
  /** Writes on one line, which needs no commands: nothing asks what follows. */
  const writeFlat = (doc: Layout, indent: number): void => {
    switch (doc.kind) {
      case "text":
        write(doc.value);
        break;
      case "line":
        if (doc.hard) breakLine(indent);
        else write(doc.flatText);
        break;
      case "concat":
        for (const part of doc.parts) writeFlat(layoutOf(part), indent);
        break;
      case "indent":
        writeFlat(layoutOf(doc.content), Math.min(indent + 2, maxIndent));
        break;
      case "group":
        writeFlat(layoutOf(doc.content), indent);
        break;
      case "choice":
        writeFlat(layoutOf(doc.unbroken), indent);
        break;
      case "hug":
        for (const part of [doc.head, doc.last, doc.tail]) writeFlat(layoutOf(part), indent);
        break;
      case "suffix":
        suffixes.push(doc.value);
        break;
      case "mark": {
        const around = span;
        span = doc.span;
        name = doc.name;
        if (doc.content === undefined) break;
        writeFlat(layoutOf(doc.content), indent);
        span = around;
        name = undefined;
        break;
      }
      case "part":
        beginning.push(doc.part);
        writeFlat(layoutOf(doc.content), indent);
        endPart(doc.part);
        break;
      default:
        doc satisfies never;
    }
  };

  for (let command = commands.pop(); command !== undefined; command = commands.pop()) {
    const { doc, indent } = command;
    if (doc.kind === "end") endPart(doc.part);
    else if (command.flat) writeFlat(doc, indent);
    else
      switch (doc.kind) {
        case "text":
          write(doc.value);
          break;
        case "line":
          breakLine(indent);
          break;
        case "concat":
          for (let index = doc.parts.length - 1; index >= 0; index--)
            commands.push({ doc: layoutOf(doc.parts[index] as Doc), indent, flat: false });
          break;
        case "indent":
          commands.push({
            doc: layoutOf(doc.content),
            indent: Math.min(indent + 2, maxIndent),
            flat: false,
          });
          break;
        case "group": {
          const left = maxColumn - column - doc.width;
          const content = layoutOf(doc.content);
          if (left >= 0 && follows(left)) writeFlat(content, indent);
          else commands.push({ doc: content, indent, flat: false });
          break;
        }
        case "choice":
          commands.push({ doc: layoutOf(doc.broken), indent, flat: false });
          break;
        case "hug": {
          const [head, last] = [layoutOf(doc.head), layoutOf(doc.last)];
          const left = maxColumn - column;
          if (left >= doc.width && follows(left - doc.width)) writeFlat(doc, indent);
          else if (left >= head.width + last.lead) {
            commands.push(
              { doc: layoutOf(doc.tail), indent, flat: true },
              { doc: last, indent, flat: false },
            );
            writeFlat(head, indent);
          } else commands.push({ doc: layoutOf(doc.spread), indent, flat: false });
          break;
        }
        case "suffix":
          suffixes.push(doc.value);
          break;
        case "mark":
          if (doc.content !== undefined)
            commands.push(
              { doc: leaving(span), indent, flat: false },
              { doc: layoutOf(doc.content), indent, flat: false },
            );
          span = doc.span;
          name = doc.name;
          break;
        case "part":
          beginning.push(doc.part);
          commands.push(
            { doc: { kind: "end", part: doc.part }, indent, flat: false },
            { doc: layoutOf(doc.content), indent, flat: false },
          );
          break;
        default:
          doc satisfies never;
      }
  }
  endLine();
  return { text: chunks.join(""), marks, edges };
}

interface EndOfPart {
  readonly kind: "end";
  readonly part: Part;
}

const leaving = (span: Span | undefined): Layout => ({
  kind: "mark",
  span,
  content: undefined,
  name: undefined,
  width: 0,
  lead: 0,
  breaks: false,
  comment: 0,
});
