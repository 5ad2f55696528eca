import { isArray, type JsonValue } from "../../runtime/data/model/values.js";
import type { Span } from "../source/source-text.js";
import {
  at,
  type Branch,
  breakHere,
  commentText,
  concat,
  type Doc,
  empty,
  type Form,
  flat,
  formOf,
  group,
  hardline,
  hug,
  ifBroken,
  indent,
  isString,
  line,
  lineSuffix,
  type Part,
  part,
  rawText,
  rewritten,
  softline,
  startsWithBrace,
  way,
  widthOf,
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
  for (const { content, depth, isAssigned } of layout(strings)) {
    if (typeof content === "number") {
      const doc = holes[content] as Doc;
      parts.push(indentBy(depth, isAssigned ? assigned(doc) : doc));
    } else parts.push(content);
  }
  return parts.length === 1 ? (parts[0] as Doc) : concat(parts);
}

/** A piece of a template: a fixed document, or the number of a hole, `depth` indentations deep. */
interface Piece {
  readonly content: Doc | number;
  readonly depth: number;
  /** Tells whether ` =` stands before the hole, which writes the blank after it. */
  readonly isAssigned: boolean;
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
  const add = (doc: Doc, depth: number) =>
    pieces.push({ content: indentBy(depth, doc), depth, isAssigned: false });
  lines.slice(first, last).forEach((parts, index) => {
    const startsHere = index === 0 && first === 0;
    const depth = startsHere || isBlank(parts) ? 0 : Math.floor((blanks(parts) - base) / 2);
    if (index > 0) add(hardline, depth);
    parts.forEach((part, position) => {
      const before = parts[position - 1];
      const isAssigned = typeof before === "string" && before.endsWith(" = ");
      const content = position === 0 && !startsHere ? String(part).trimStart() : part;
      if (typeof content === "number") pieces.push({ content, depth, isAssigned });
      else if (content !== "") {
        const isLast = position === parts.length - 1;
        add(rawText(isLast ? content : content.replace(/ = $/, " =")), depth);
      }
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
  const literal = `"${literalText(value)}"`;
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

/** The same where there may be nothing: `?.name`, or `?.["odd-name"]`. */
export const optionalMember = (name: string): Doc =>
  rawText(isIdentifierName(name) ? `?.${name}` : `?.[${quoted(name)}]`);

/** A template literal of texts and expressions: `/orders/${id}`. */
export const templateLiteral = (parts: readonly (string | Doc)[]): Doc =>
  concat([
    rawText("`"),
    ...parts.map((part) =>
      typeof part === "string"
        ? rawText(templateText(part))
        : concat([rawText("${"), flat(part), rawText("}")]),
    ),
    rawText("`"),
  ]);

/** Escapes what ends a template literal, or begins an expression in it (ECMA-262 §12.9.6). */
const templateText = (value: string): string =>
  literalText(value)
    .replaceAll('\\"', '"')
    .replace(/`|\$(?=\{)/g, "\\$&");

/** The text of a string literal without its quotes. */
const literalText = (value: string): string =>
  JSON.stringify(value)
    .slice(1, -1)
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, escaped);

/** `of.first?.second?.["odd-name"]`, with lines of their own for names that are too long. */
export const chain = (of: Doc, [first, ...others]: readonly string[]): Doc =>
  first === undefined ? of : concat([of, link(first, ""), ...others.map((name) => link(name, "?"))]);

const link = (name: string, optional: "" | "?"): Doc =>
  isIdentifierName(name)
    ? group(indent(code`${softline}${rawText(`${optional}.${name}`)}`))
    : rawText(`${optional && "?."}[${quoted(name)}]`);

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
  const parts: Doc[] = [];
  for (const doc of docs) {
    if (parts.length > 0) parts.push(separator);
    parts.push(doc);
  }
  return concat(parts);
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

/** `of.first(args).second(args)`, with a line for each call where they are long. */
export const methods = (of: Doc, calls: readonly Doc[]): Doc =>
  calls.length < 2
    ? concat([of, ...calls])
    : group(concat([of, indent(concat(calls.map((each) => concat([softline, each]))))]));

/**
 * `callee(args)`; a last argument made by `object`, `array` or `arrow` stays on the line of the call, unless there are
 * more of its kind: then each argument has a line of its own, as a formatter would have it.
 */
export function call(callee: Doc, args: readonly Doc[]): Doc {
  const forms = args.map(formOf);
  const form: Form = { kind: "call", hasFunction: forms.some((one) => one?.kind === "function") };
  const last = args.at(-1);
  if (last === undefined) return group(code`${callee}()`, form);
  const own = args.map((arg) => rewritten(arg, asArgument));
  const spread = concat([callee, enclosed(opening, own, closing, softline)]);
  if (standApart(forms)) return group(code`${breakHere}${spread}`, form);
  if (!isHuggable(forms.at(-1)) || forms.at(-1)?.kind === forms.at(-2)?.kind) return group(spread, form);
  const before = own.slice(0, -1).flatMap((arg) => [arg, comma]);
  return group(hug(concat([callee, opening, ...before]), rewritten(last, asHugged), closing, spread), form);
}

/** Functions are easier to read one below the other, and apart from what is not in them. */
const standApart = (forms: readonly (Form | undefined)[]): boolean =>
  forms.length > 1 &&
  (forms.filter((form) => form?.kind === "function").length > 1 ||
    forms.some((form) => form?.kind === "call" && form.hasFunction));

const isHuggable = (form: Form | undefined): boolean =>
  form?.kind === "object" ||
  form?.kind === "array" ||
  (form?.kind === "function" && form.hugged !== undefined);

const asArgument = (form: Form) => (form.kind === "conditional" ? form.argument : undefined);
const asHugged = (form: Form) => (form.kind === "function" ? form.hugged : undefined);
const asFlush = (form: Form) => (form.kind === "binary" ? group(form.flush) : undefined);
/** In parentheses, which break where the operands do. */
const asBare = (form: Form) => (form.kind === "binary" ? form.flush : undefined);

export type Operator =
  | "||"
  | "&&"
  | "??"
  | "==="
  | "!=="
  | "<"
  | "<="
  | ">"
  | ">="
  | "+"
  | "-"
  | "*"
  | "/"
  | "%";

/** Operands, with an operator before each but the first. */
export interface Chain {
  readonly first: Doc;
  readonly rest: readonly { readonly operator: Operator; readonly operand: Doc }[];
}

/** `a && b && c`, which breaks after all of its operators or after none. */
export function binary({ first, rest }: Chain): Doc {
  const others = concat(rest.map(({ operator, operand }) => code` ${rawText(operator)}${line}${operand}`));
  return group(code`${first}${indent(others)}`, { kind: "binary", flush: code`${first}${others}` });
}

/** `test ? content : otherwise`, any number of branches, which break all or none. */
export function conditional(branches: readonly ConditionalBranch[], otherwise: Doc): Doc {
  const [first, ...others] = branches;
  if (first === undefined) return otherwise;
  const rest = others.reduceRight(
    (after, branch) => choice(branch, rewritten(branch.test, asFlush), after),
    indent(otherwise),
  );
  return group(choice(first, rewritten(first.test, asFlush), rest), {
    kind: "conditional",
    argument: group(choice(first, first.test, rest)),
    startsLine: formOf(first.test)?.kind === "binary",
  });
}

interface ConditionalBranch {
  readonly span: Span;
  readonly test: Doc;
  readonly content: Doc;
}

function choice({ span, content }: ConditionalBranch, test: Doc, rest: Doc): Doc {
  const branch: Branch = { span, kind: "template", hasOther: false };
  return code`${test}${indent(code`${line}? ${indent(way(branch, content))}${line}: ${way(branch, rest)}`)}`;
}

/** `(doc)`, with the code on lines of its own where it is long. */
export const parenthesized = (doc: Doc): Doc =>
  formOf(doc)?.kind === "binary"
    ? group(code`(${indent(code`${softline}${rewritten(doc, asBare)}`)}${softline})`)
    : code`(${doc})`;

/** `if (test) `, with the test on lines of its own where it is long. */
export const ifHead = (test: Doc): Doc =>
  code`if (${group(code`${indent(code`${softline}${rewritten(test, asBare)}`)}${softline}`)}) `;

/** `if (test) { … } else if (test) { … } else { … }`. */
export function ifElse(
  kind: Branch["kind"],
  branches: readonly {
    readonly span: Span;
    readonly test: Doc;
    readonly body: readonly Doc[];
    readonly comment?: Doc;
  }[],
  otherwise: readonly Doc[] | undefined,
): Doc {
  let rest = otherwise && block(otherwise);
  let form: Part["form"] = "block";
  for (const { span, test, body, comment = empty } of [...branches].reverse()) {
    const branch: Branch = { span, kind, hasOther: rest === undefined };
    const others = rest === undefined ? empty : code` else ${part({ form, branch }, rest)}`;
    rest = at(span, code`${comment}${ifHead(test)}${part({ form: "block", branch }, block(body))}${others}`);
    form = "else-if";
  }
  return rest ?? empty;
}

/**
 * The code after `=` or `:`, on a line of its own where it would not look like one thing otherwise.
 * @param afterShort true if what stands before is so short that a string gains nothing from the next line
 */
export function assigned(value: Doc, afterShort = false): Doc {
  const form = formOf(value);
  const isLine =
    form?.kind === "binary" ||
    (form?.kind === "conditional" && form.startsLine) ||
    (!afterShort && isString(value));
  const written = rewritten(value, asFlush);
  return isLine ? group(indent(code`${line}${written}`)) : code` ${written}`;
}

/** An object literal; `entries` are whole: `property: value`, `...spread`. */
export const object = (entries: readonly Doc[]): Doc =>
  entries.length === 0
    ? code`{}`
    : group(enclosed(code`{`, entries, code`}`, line), { kind: "object", size: entries.length });

/** An array; several that are objects or arrays themselves stand below each other. */
export function array(items: readonly Doc[]): Doc {
  if (items.length === 0) return code`[]`;
  const forms = items.map(formOf);
  const [first] = forms;
  const isTable =
    items.length > 1 &&
    (first?.kind === "object" || first?.kind === "array") &&
    forms.every((form) => form?.kind === first.kind && form.size > 1);
  const written = enclosed(code`[`, items, code`]`, softline);
  const form: Form = { kind: "array", size: items.length };
  return group(isTable ? code`${breakHere}${written}` : written, form);
}

/** An entry of an object literal. */
export function entry(name: string, value: Doc): Doc {
  const key = property(name);
  return code`${key}:${assigned(value, widthOf(key) < 5)}`;
}

/** `(parameters) => value`. An object literal gets its parentheses here. */
export function arrow(parameters: Doc, value: Doc): Doc {
  const head = code`(${parameters}) =>`;
  if (startsWithBrace(value)) return functionOf(code`${head} (${value})`);
  const kind = formOf(value)?.kind;
  if (kind === "array") return functionOf(code`${head} ${value}`);
  // Unbroken, `a => b ? c : d` would be taken for a comparison.
  const [open, close] = kind === "conditional" ? [code`(`, code`)`] : [empty, empty];
  const inner = code`${line}${ifBroken(empty, open)}${rewritten(value, asFlush)}${ifBroken(empty, close)}`;
  const hugged = code`${head}${group(code`${indent(inner)}${lastComma}${softline}`)}`;
  return group(code`${head}${group(indent(inner))}`, {
    kind: "function",
    hugged: kind === "call" || kind === "conditional" ? hugged : undefined,
  });
}

/** `(parameters) => { statements }`, with the type of what it returns where that has to be said. */
export const arrowBlock = (parameters: Doc, statements: readonly Doc[]): Doc =>
  functionOf(code`(${parameters}) => ${block(statements)}`);

/** The same for a function that is a way of a branch. */
export const wayBlock = (branch: Branch, parameters: Doc, statements: readonly Doc[]): Doc =>
  functionOf(code`(${parameters}) => ${part({ form: "block", branch }, block(statements))}`);

/** A function whose last line closes what its first line opens. */
const functionOf = (whole: Doc): Doc => group(whole, { kind: "function", hugged: whole });

/** The function, made asynchronous. */
export const asynchronous = (fn: Doc): Doc =>
  rewritten(fn, (form) =>
    form.kind === "function"
      ? group(code`async ${fn}`, { kind: "function", hugged: form.hugged && code`async ${form.hugged}` })
      : undefined,
  );

/** The value of a promise. */
export const awaited = (promise: Doc): Doc => code`await ${promise}`;

const opening = rawText("(");
const closing = rawText(")");
const comma = rawText(", ");
const separator = concat([rawText(","), line]);
const lastComma = ifBroken(rawText(","), empty);

function enclosed(open: Doc, items: readonly Doc[], close: Doc, edge: Doc): Doc {
  return concat([open, indent(concat([edge, join(separator, items)])), lastComma, edge, close]);
}

const isIdentifierName = (name: string) => /^[A-Za-z_$][\w$]*$/.test(name);

const reserved: ReadonlySet<string> = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends false " +
    "finally for function if implements import in instanceof interface let new null package private protected public " +
    "return static super switch this throw true try typeof undefined var void while with yield"
  ).split(" "),
);

/** JSON as a literal with exactly this value. */
export function literal(value: JsonValue): Doc {
  if (typeof value === "string") return quote(value);
  // As JSON writes them: zero has no sign, and what is not finite is null.
  if (typeof value === "number") return Number.isFinite(value) ? number(value + 0) : code`null`;
  if (typeof value === "boolean") return value ? code`true` : code`false`;
  if (value === null) return code`null`;
  if (isArray(value)) return array(value.map(literal));
  return object(Object.entries(value).map(([name, member]) => entry(name, literal(member))));
}
