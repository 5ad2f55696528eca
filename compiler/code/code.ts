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
  isHuggable,
  line,
  lineSuffix,
  rawText,
  softline,
  startsLine,
  startsWithBrace,
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
        pieces.push({ content: typeof content === "string" ? rawText(content) : content, depth });
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

/** The request's context, which flows, and most helpers, take first. */
export const $ = rawText("$");

/** A string literal with exactly this value. What is invisible, or turns the direction of text, is escaped. */
export const quote = (value: string): Doc => rawText(quoted(value));

/** A number with exactly this value. */
export const number = (value: number): Doc => rawText(Object.is(value, -0) ? "-0" : String(value));

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
  return rawText(name);
}

export const isIdentifier = (name: string): boolean => isIdentifierName(name) && !reserved.has(name);

/** The name of an own property in an object literal; `__proto__` would set the prototype. */
export function property(name: string): Doc {
  if (name === "__proto__") return rawText('["__proto__"]');
  return rawText(isIdentifierName(name) ? name : quoted(name));
}

/** Access to a property: `.name`, or `["odd-name"]`. */
export const member = (name: string): Doc =>
  rawText(isIdentifierName(name) ? `.${name}` : `[${quoted(name)}]`);

/** `$.name`: a variable of the flow. */
export const flowVariable = (name: string): Doc => code`${$}${member(name)}`;

/** A regular expression literal: JavaScript itself escapes what would end it (ECMAScript, EscapeRegExpPattern). */
export const regexp = (value: RegExp): Doc => rawText(String(value));

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
    ? code`{}`
    : code`
        {
          ${lines(statements)}
        }
      `;

/** `callee(args)`; a last argument made by `object`, `array` or `arrow` stays on the line of the call. */
export function call(callee: Doc, args: readonly Doc[]): Doc {
  const last = args.at(-1);
  if (last === undefined) return code`${callee}()`;
  const spread = code`${callee}${enclosed(code`(`, args, code`)`, softline)}`;
  if (!isHuggable(last)) return spread;
  const head = code`${callee}(${concat(args.slice(0, -1).map((arg) => code`${arg}, `))}`;
  return hug(head, last, code`)`, spread);
}

/** `if (test) `, with the test on lines of its own where it is long. */
export const ifHead = (test: Doc): Doc =>
  code`if (${group(code`${indent(code`${softline}${test}`)}${softline}`)}) `;

/** An object literal; `entries` are whole: `property: value`, `...spread`. */
export const object = (entries: readonly Doc[]): Doc =>
  entries.length === 0 ? code`{}` : enclosed(code`{`, entries, code`}`, line);

export const array = (items: readonly Doc[]): Doc =>
  items.length === 0 ? code`[]` : enclosed(code`[`, items, code`]`, softline);

/** An entry of an object literal. */
export const entry = (name: string, value: Doc): Doc => code`${property(name)}: ${value}`;

/** `(parameters) => value`. An object literal gets its parentheses here. */
export function arrow(parameters: Doc, value: Doc): Doc {
  const result = startsWithBrace(value) ? code`(${value})` : value;
  const returned = startsLine(value) ? indent(code`${line}${result}`) : code` ${result}`;
  return huggable(code`(${parameters}) =>${returned}`);
}

/** `(parameters) => { statements }` */
export const arrowBlock = (parameters: Doc, statements: readonly Doc[]): Doc =>
  huggable(code`(${parameters}) => ${block(statements)}`);

/** The function, made asynchronous. */
export const asynchronous = (fn: Doc): Doc => huggable(code`async ${fn}`);

/** The value of a promise. */
export const awaited = (promise: Doc): Doc => code`await ${promise}`;

function enclosed(open: Doc, items: readonly Doc[], close: Doc, edge: Doc): Doc {
  const content = join(code`,${line}`, items);
  return huggable(code`${open}${indent(code`${edge}${content}`)}${ifBroken(code`,`, empty)}${edge}${close}`);
}

const isIdentifierName = (name: string) => /^[A-Za-z_$][\w$]*$/.test(name);

const reserved: ReadonlySet<string> = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends false " +
    "finally for function if implements import in instanceof interface let new null package private protected public " +
    "return static super switch this throw true try typeof undefined var void while with yield"
  ).split(" "),
);
