import { actions, definitionOf, factsOf, functions } from "../../constructs/index.js";
import { placeOf, type Span } from "../../source/index.js";
import {
  type Action,
  allStatements,
  definedNames,
  type Expression,
  type Flow,
  type FunctionCall,
  isDefinition,
  type Template,
  visitTemplate,
  walkExpression,
} from "../../syntax/index.js";
import { elementAt, type LooseDocument, type Range, readLoosely } from "../reading/loose-xml.js";
import { valueIn } from "../reading/place.js";
import { attributeKind } from "../reading/zone.js";

/** A place where a flow names something. */
export interface Occurrence {
  readonly kind: "variable" | "request" | "file";
  /** Of a file: its path. */
  readonly name: string;
  readonly span: Span;
  readonly isWrite: boolean;
  /** The template that a variable is local to. */
  readonly scope?: Template;
}

const known = new WeakMap<Flow, readonly Occurrence[]>();

/** Everything that a flow names, in the order of its statements. */
export function occurrencesIn(flow: Flow): readonly Occurrence[] {
  const found = known.get(flow) ?? new Collector(flow).all();
  known.set(flow, found);
  return found;
}

/** The innermost occurrence at a place. */
export function occurrenceAt(flow: Flow, offset: number): Occurrence | undefined {
  const around = occurrencesIn(flow).filter(
    ({ span }) => span.source === flow.source && span.start <= offset && offset <= span.end,
  );
  return around.sort((a, b) => a.span.end - a.span.start - (b.span.end - b.span.start))[0];
}

class Collector {
  readonly #found: Occurrence[] = [];
  readonly #document: LooseDocument;

  constructor(private readonly flow: Flow) {
    this.#document = readLoosely(flow.source.text);
  }

  all(): readonly Occurrence[] {
    for (const statement of allStatements(this.flow.statements)) {
      if (statement.kind === "if") for (const { test } of statement.branches) this.#expression(test);
      else if (statement.condition !== undefined) this.#expression(statement.condition);
      if (statement.kind === "action") this.#action(statement);
    }
    return this.#found;
  }

  #add(kind: Occurrence["kind"], name: string, span: Span, isWrite: boolean, scope?: Template): void {
    this.#found.push({ kind, name, span, isWrite, ...(scope && { scope }) });
  }

  #action(action: Action): void {
    const { expressions, templates, reads, writes } = factsOf(action);
    for (const expression of expressions) this.#expression(expression);
    for (const template of templates) this.#template(template);
    if (writes?.to.kind === "variable") {
      const { name, span } = writes.to.variable;
      this.#add("variable", name, within(span, `$${name}`), true);
    }
    if (reads.kind === "content" && reads.id && reads.span !== undefined)
      this.#add("request", reads.id, within(reads.span, reads.id), false);
    if (reads.kind === "file") this.#add("file", reads.path, reads.span, false);
    this.#attributes(action);
    this.#sent(action);
  }

  /** Files that attributes name. */
  #attributes({ span }: Action): void {
    const element = elementAt(this.#document, span.start + 1);
    for (const { name, value } of element?.attributes ?? []) {
      const kind = element && attributeKind(element, name);
      if (value === undefined || (kind !== "file" && kind !== "flow-file")) continue;
      const place = placeOf(this.#document.text.slice(value.start, value.end).trim(), this.flow.source.path);
      if (place.kind === "file") this.#add("file", place.path, this.#span(value), false);
    }
  }

  /** The IDs of the requests that an action sends: in an attribute, or in its JSON. */
  #sent(action: Action): void {
    if (definitionOf(action).requests === undefined) return;
    const element = elementAt(this.#document, action.span.start + 1);
    for (const attribute of element?.attributes ?? [])
      if (element && attribute.value && attributeKind(element, attribute.name) === "new-request")
        this.#add("request", valueIn(this.#document, attribute).trim(), this.#span(attribute.value), true);
    for (const template of factsOf(action).templates)
      for (const { id, at } of writtenIds(template, action.element))
        this.#add("request", id, template.span.source.span(at.start, at.end), true);
  }

  #expression(
    expression: Expression,
    isLocal: (name: string) => Template | undefined = () => undefined,
  ): void {
    walkExpression(expression, (inner) => {
      if (inner.kind === "variable")
        this.#add("variable", inner.name, inner.span, false, isLocal(inner.name));
      else if (inner.kind === "call") this.#call(inner);
      else if (inner.kind === "path" && typeof inner.start !== "string" && inner.start.kind === "variable") {
        const [step] = inner.steps;
        if (inner.start.name === upstream && step?.axis === "child" && step.test.kind === "name")
          this.#add("request", step.test.name, within(step.span, step.test.name), false);
      }
    });
  }

  #call(call: FunctionCall): void {
    const definition = functions.get(call.name);
    const [first] = call.arguments;
    if (first?.kind !== "literal") return;
    const inner = { ...first.span, start: first.span.start + 1, end: first.span.end - 1 };
    const id = definition?.contentRead?.(call)?.id;
    if (id) this.#add("request", id, inner, false);
    if (definition?.reads !== "location") return;
    const place = placeOf(first.value, this.flow.source.path);
    if (place.kind === "file") this.#add("file", place.path, inner, false);
    else if (place.kind === "content" && place.id)
      this.#add("request", place.id, within(inner, place.id), false);
  }

  #template(template: Template): void {
    const local = new Set<string>();
    visitTemplate(template.parts, {
      value: (value, _, part) => {
        const values = part.kind === "block" ? part.ways.map((way) => way.value) : [value];
        // No condition sees what a branch before it has set.
        if (values[0] !== value) return;
        for (const operand of values.flatMap(({ operands }) => operands))
          this.#expression(operand, (name) => (local.has(name) ? template : undefined));
        // A round may see what the round before it has set.
        if (part.kind === "block" && part.command.repeats)
          for (const name of definedNames([part])) local.add(name);
        if (!isDefinition(part)) return;
        local.add(part.defines);
        this.#add("variable", part.defines, within(part.span, `$${part.defines}`), true, template);
      },
    });
  }

  #span({ start, end }: Range): Span {
    return this.flow.source.span(start, end);
  }
}

/** The variable with upstream responses. */
const upstream = "upstream";

/** The part of a place where a text stands; all of it if it is written in another way. */
function within(span: Span, text: string): Span {
  const at = span.source.text.slice(span.start, span.end).indexOf(text);
  return at < 0 ? span : span.source.span(span.start + at, span.start + at + text.length);
}

/** IDs of requests that the JSON of a template writes: the value of `id`, or the names of its members. */
function writtenIds(template: Template, element: string): readonly { id: string; at: Range }[] {
  const form = actions.get(element)?.editing?.json;
  if (form === undefined) return [];
  const { source, start, end } = template.span;
  const members = outerMembers(source.text.slice(start, end), start);
  if (form.each !== undefined) return members.map(({ name, at }) => ({ id: name, at }));
  return members.flatMap(({ name, value }) =>
    name === "id" && value !== undefined ? [{ id: value.text, at: value.at }] : [],
  );
}

interface WrittenMember {
  readonly name: string;
  readonly at: Range;
  /** A constant text. */
  value?: { readonly text: string; readonly at: Range };
}

/** The members of the outermost object in the text of a template that begins at `start`. */
function outerMembers(text: string, start: number): readonly WrittenMember[] {
  const found: WrittenMember[] = [];
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (text.startsWith("{{", at)) {
      const close = text.indexOf("}}", at);
      if (close < 0) return found;
      at = close + 1;
    } else if (character === '"') {
      const close = text.indexOf('"', at + 1);
      if (close < 0) return found;
      const written = { text: text.slice(at + 1, close), at: { start: start + at + 1, end: start + close } };
      const last = found.at(-1);
      if (depth === 1 && /^\s{0,99}:/.test(text.slice(close + 1, close + 101)))
        found.push({ name: written.text, at: written.at });
      else if (depth === 1 && last !== undefined) last.value ??= written;
      at = close;
    } else if (character === "{" || character === "[") depth++;
    else if (character === "}" || character === "]") depth--;
  }
  return found;
}
