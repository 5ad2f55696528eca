import {
  commentText,
  concat,
  type Doc,
  empty,
  group,
  hardline,
  hug,
  huggable,
  ifBroken,
  indent,
  line,
  lineSuffix,
  softline,
  startsLine,
  text,
} from "./doc.js";

/**
 * Code with holes, laid out as it is written: indentation common to all lines is taken off, and so are an empty
 * first and last line. A hole takes only a `Doc`, so text from a flow cannot become code.
 *
 *     code`
 *       if (${test}) {
 *         ${body}
 *       }
 *     `
 */
export function code(strings: TemplateStringsArray, ...holes: readonly Doc[]): Doc {
  const parts: Doc[] = [];
  for (const piece of layout(strings)) {
    const doc = typeof piece.content === "number" ? (holes[piece.content] as Doc) : piece.content;
    parts.push(indentBy(piece.depth, doc));
  }
  return parts.length === 1 ? (parts[0] as Doc) : concat(parts);
}

/** A piece of a template: a fixed document, or the number of a hole, `depth` indentations deep. */
interface Piece {
  readonly content: Doc | number;
  readonly depth: number;
}

const layouts = new WeakMap<TemplateStringsArray, readonly Piece[]>();

function layout(strings: TemplateStringsArray): readonly Piece[] {
  const known = layouts.get(strings);
  if (known !== undefined) return known;
  const lines: (string | number)[][] = [[]];
  strings.forEach((part, hole) => {
    part.split("\n").forEach((content, index) => {
      if (index > 0) lines.push([]);
      lines.at(-1)?.push(content);
    });
    if (hole < strings.length - 1) lines.at(-1)?.push(hole);
  });
  const isBlank = (parts: readonly (string | number)[]) =>
    parts.every((part) => typeof part === "string" && part.trim() === "");
  const first = lines.length > 1 && isBlank(lines[0] as string[]) ? 1 : 0;
  const last = lines.length > 1 && isBlank(lines.at(-1) as string[]) ? lines.length - 1 : lines.length;
  const blanks = (parts: readonly (string | number)[]) => /^ */.exec(String(parts[0]))?.[0].length ?? 0;
  // The first line starts right after the backquote, unless that line is empty.
  const measured = lines.slice(Math.max(first, 1), last).filter((parts) => !isBlank(parts));
  const base = Math.min(...measured.map(blanks));
  const pieces: Piece[] = [];
  lines.slice(first, last).forEach((parts, index) => {
    const startsHere = index === 0 && first === 0;
    const depth = startsHere || isBlank(parts) ? 0 : Math.floor((blanks(parts) - base) / 2);
    if (index > 0) pieces.push({ content: hardline, depth });
    parts.forEach((part, position) => {
      const content = position === 0 && !startsHere ? String(part).trimStart() : part;
      if (content !== "")
        pieces.push({ content: typeof content === "string" ? text(content) : content, depth });
    });
  });
  layouts.set(strings, pieces);
  return pieces;
}

function indentBy(depth: number, doc: Doc): Doc {
  let indented = doc;
  for (let level = 0; level < depth; level++) indented = indent(indented);
  return indented;
}

/** A string literal with exactly this value. What is invisible, or turns the direction of text, is escaped. */
export const quote = (value: string): Doc => text(quoted(value));

export function quoted(value: string): string {
  const literal = JSON.stringify(value).replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, escaped);
  // Single quotes, as a formatter would have them, where that needs fewer escapes.
  if (!value.includes('"') || value.includes("'")) return literal;
  return `'${literal.slice(1, -1).replace(/\\./g, (pair) => (pair === '\\"' ? '"' : pair))}'`;
}

const escaped = (character: string) =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`,
  ).join("");

/** A binding name. Throws where JavaScript does not allow it: names are made by the compiler, not taken from a flow. */
export function identifier(name: string): Doc {
  if (!isIdentifier(name)) throw new Error(`${quoted(name)} is no name for a binding.`);
  return text(name);
}

export const isIdentifier = (name: string): boolean => isIdentifierName(name) && !reserved.has(name);

/** The name of an own property in an object literal; `__proto__` would set the prototype. */
export function property(name: string): Doc {
  if (name === "__proto__") return text('["__proto__"]');
  return text(isIdentifierName(name) ? name : quoted(name));
}

/** Access to a property: `.name`, or `["odd-name"]`. */
export const member = (name: string): Doc => text(isIdentifierName(name) ? `.${name}` : `[${quoted(name)}]`);

/** A line comment that stands at the end of the line, or on a line of its own; nothing after it is lost in it. */
export const comment = (value: string): Doc => lineSuffix(value);

/** The text of a block comment, which cannot end it. Line ends stay. */
export const blockCommentText = (value: string): string =>
  value
    .replaceAll("*/", "* /")
    .split("\n")
    .map((row) => commentText(row).trimEnd())
    .join("\n");

export function join(separator: Doc, docs: readonly Doc[]): Doc {
  return concat(docs.flatMap((doc, index) => (index === 0 ? [doc] : [separator, doc])));
}

/** Statements, each on its line. */
export const lines = (docs: readonly Doc[]): Doc => join(hardline, docs);

/** `{ … }` around statements. */
export const block = (statements: readonly Doc[]): Doc =>
  statements.length === 0
    ? text("{}")
    : concat([text("{"), indent(concat([hardline, lines(statements)])), hardline, text("}")]);

/** `callee(args)`; a last argument made by `object`, `array` or `arrow` stays on the line of the call. */
export function call(callee: Doc, args: readonly Doc[]): Doc {
  const last = args.at(-1);
  if (last === undefined) return concat([callee, text("()")]);
  const spread = concat([callee, enclosed("(", args, ")", softline)]);
  if (!isHuggable(last)) return spread;
  const head = concat([callee, text("("), ...args.slice(0, -1).flatMap((arg) => [arg, text(", ")])]);
  return hug(head, last, text(")"), spread);
}

/** `if (test) `, with the test on lines of its own where it is long. */
export const ifHead = (test: Doc): Doc =>
  concat([text("if ("), group(concat([indent(concat([softline, test])), softline])), text(") ")]);

/** An object literal; `entries` are whole: `property: value`, `...spread`. */
export const object = (entries: readonly Doc[]): Doc =>
  entries.length === 0 ? text("{}") : enclosed("{", entries, "}", line);

export const array = (items: readonly Doc[]): Doc =>
  items.length === 0 ? text("[]") : enclosed("[", items, "]", softline);

/** An entry of an object literal. */
export const entry = (name: string, value: Doc): Doc => concat([property(name), text(": "), value]);

/** `(parameters) => body`, where body is an expression or a `block`. An object literal gets its parentheses here. */
export function arrow(parameters: Doc, body: Doc, bodyIsObject = false): Doc {
  const result = bodyIsObject ? concat([text("("), body, text(")")]) : body;
  const returned = startsLine(body) ? indent(concat([line, result])) : concat([text(" "), result]);
  return huggable(concat([text("("), parameters, text(") =>"), returned]));
}

/** The function, made asynchronous. */
export const asynchronous = (fn: Doc): Doc => huggable(concat([text("async "), fn]));

/** The value of a promise. */
export const awaited = (promise: Doc): Doc => concat([text("await "), promise]);

function enclosed(open: string, items: readonly Doc[], close: string, edge: Doc): Doc {
  const content = join(concat([text(","), line]), items);
  return huggable(
    concat([text(open), indent(concat([edge, content])), ifBroken(text(","), empty), edge, text(close)]),
  );
}

const isHuggable = (doc: Doc): boolean =>
  doc.kind === "mark"
    ? doc.content !== undefined && isHuggable(doc.content)
    : doc.kind === "group" && doc.huggable === true;

const isIdentifierName = (name: string) => /^[A-Za-z_$][\w$]*$/.test(name);

const reserved: ReadonlySet<string> = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends false " +
    "finally for function if implements import in instanceof interface let new null package private protected public " +
    "return static super switch this throw true try typeof undefined var void while with yield"
  ).split(" "),
);
