import { isPlainName } from "../../../runtime/data/xpath/child-path.js";
import { assigned, code, conditional, identifier, object } from "../../code/code.js";
import { type Doc, lineSuffix } from "../../code/doc.js";
import { itemsOf } from "./lists.js";
import {
  argumentsOf,
  bare,
  type Callback,
  callbackOf,
  calleeOf,
  isNamed,
  nameText,
  pathOf,
  textOf,
  type ts,
  typescript,
} from "./syntax.js";
import type { Entry, Writer } from "./writer.js";
import { isPrimitive, levels, memberEntry, type Written, within, written } from "./written.js";

/**
 * Writes the members of objects, which templates join of parts: `{{: name }}` becomes `name: item?.name`, since JSON leaves out what is
 * `undefined`.
 */
export class Entries {
  /** What has a name of its own, since it may be asked for again. */
  readonly #found = new Map<ts.Expression, Written>();

  constructor(private readonly writer: Writer) {}

  /** The members of an expression that makes an object; `undefined` if one would hide another. */
  of(node: ts.Expression): readonly Entry[] | undefined {
    const entries = this.#parts(bare(node));
    const names = entries.flatMap(({ name }) => name ?? []);
    return new Set(names).size === names.length && !entries.some(hides) ? entries : undefined;
  }

  #parts(node: ts.Expression): readonly Entry[] {
    const ts = typescript();
    if (isNamed(node, "none")) return [];
    if (ts.isObjectLiteralExpression(node)) return node.properties.flatMap((each) => this.#property(each));
    if (ts.isConditionalExpression(node)) return [this.#choice(node)];
    switch (calleeOf(node)) {
      case "object":
        return argumentsOf(node).flatMap((part) => this.#parts(bare(part)));
      case "pairs":
        return this.#pairs(node);
      case "omitMissing":
        return this.#omitMissing(node);
      case "within":
        return this.#within(node);
      default:
        return [this.#spread(this.writer.raw(node), calleeOf(node) !== "loopPairs")];
    }
  }

  #property(node: ts.ObjectLiteralElementLike): readonly Entry[] {
    const ts = typescript();
    if (ts.isSpreadAssignment(node)) return this.#parts(bare(node.expression));
    if (ts.isShorthandPropertyAssignment(node))
      return [this.#member(node.name.text, this.writer.value(node.name))];
    if (!ts.isPropertyAssignment(node)) throw new TypeError("Generated code has no methods.");
    const name = ts.isComputedPropertyName(node.name) ? textOf(node.name.expression) : nameText(node.name);
    if (name === undefined) return [this.#computed(node)];
    const { steps } = this.writer.names;
    const member = this.#member(name, this.writer.value(node.initializer));
    const xpath = this.writer.names.steps > steps ? this.writer.xpathAt(node.initializer) : undefined;
    return [xpath === undefined ? member : { ...member, doc: code`${lineSuffix(xpath)}${member.doc}` }];
  }

  #member(name: string, value: Written): Entry {
    const { doc, kind } = value;
    return { name, doc: memberEntry(name, doc), kind, value: doc, isOptional: mayBeNothing(value) };
  }

  /** `[name]: value` */
  #computed({ name, initializer }: ts.PropertyAssignment): Entry {
    const { expression } = name as ts.ComputedPropertyName;
    const value = this.writer.value(initializer);
    const doc = code`[${this.writer.value(expression).doc}]:${assigned(value.doc)}`;
    return { name: undefined, doc, kind: "json", isOptional: mayBeNothing(value) };
  }

  /** @param isOptional its members may be `undefined` */
  #spread(value: Written, isOptional = false): Entry {
    const doc = code`...${within(value, levels.primary)}`;
    return { name: undefined, doc, kind: "json", whole: { ...value, kind: "object" }, isOptional };
  }

  /** `...(test && { … })` */
  #choice(node: ts.ConditionalExpression): Entry {
    const other = this.#parts(bare(node.whenFalse));
    const chosen = this.#parts(bare(node.whenTrue));
    if (other.length === 0) {
      const test = this.writer.condition(node.condition, levels.and);
      return spreadIf(test, this.writer.object(node.whenTrue).doc, chosen);
    }
    return { ...this.#spread(this.writer.value(node)), ...shape([...chosen, ...other]) };
  }

  #pairs(node: ts.Expression): readonly Entry[] {
    const [base, ...rest] = argumentsOf(node) as [ts.Expression, ...ts.Expression[]];
    const names = rest.flatMap((each) => textOf(each) ?? []);
    const { base: start, names: path } = pathOf(base);
    const members = names.map((name) => this.writer.places.at(start, [...path, name]));
    const isPlain =
      names.length > 0 &&
      names.every(isName) &&
      members.every((each) => each !== undefined && each.kind !== "decoded");
    if (!isPlain) return [this.#spread(this.writer.raw(node))];
    return members.map((each, index) => this.#member(names[index] as string, each as Written));
  }

  #omitMissing(node: ts.Expression): readonly Entry[] {
    const [base, , make] = argumentsOf(node) as [ts.Expression, ts.Expression, ts.Expression];
    const from = this.writer.places.find(base);
    const callback = callbackOf(make);
    if (from === undefined || callback === undefined || !(from.kind === "json" || from.kind === "object"))
      return [this.#spread(this.writer.raw(node))];
    return (
      this.#in(callback, { ...from, source: base }, () => this.#parts(callback.body)) ?? [
        this.#spread(this.writer.raw(node)),
      ]
    );
  }

  /** `{{with}}`: members of what may be missing. */
  #within(node: ts.Expression): readonly Entry[] {
    const [context, then, otherwise] = argumentsOf(node) as [ts.Expression, ts.Expression, ts.Expression];
    const body = callbackOf(then);
    const other = callbackOf(otherwise);
    const isPlain = body !== undefined && other !== undefined && body.parameters.length < 2;
    const item = isPlain ? this.#item(context) : undefined;
    if (item === undefined || body === undefined || other === undefined)
      return [this.#spread(this.writer.raw(node), true)];
    const others = this.#parts(other.body);
    const isThere = item.kind === "object";
    const isSpread = !isThere && (others.length > 0 || !isOptional(body.body));
    // Behind the test, it is there.
    const inside: Written = isSpread ? { ...item, isThere: true } : item;
    const made = this.#in(body, { ...inside, source: context }, () => this.#parts(body.body));
    if (made === undefined) return [this.#spread(this.writer.raw(node), true)];
    if (!isSpread) return made;
    const test = code`${item.doc} != null`;
    const chosen = object(made.map(({ doc }) => doc));
    if (others.length === 0) return [spreadIf(test, chosen, made)];
    const alternative = object(others.map(({ doc }) => doc));
    const choice = conditional([{ span: this.writer.span, test, content: chosen }], alternative);
    const either = this.#spread(written(choice, "object", levels.conditional));
    return [{ ...either, ...shape([...made, ...others]) }];
  }

  /** What `{{with}}` is about, by a name of its own where it is found among several. */
  #item(context: ts.Expression): Written | undefined {
    const place = this.writer.places.find(context);
    if (place !== undefined) return place.kind === "json" || place.kind === "object" ? place : undefined;
    const known = this.#found.get(context);
    if (known !== undefined) return known;
    const { before, names } = this.writer;
    const items = before === undefined ? undefined : itemsOf(this.writer, context);
    if (items === undefined || before === undefined) return undefined;
    const name = identifier(names.fresh("found"));
    before.push(code`const ${name} = ${items.first};`);
    const found = written(name, "json");
    this.#found.set(context, found);
    return found;
  }

  /** Writes what a function returns, where its parameters are all this; `undefined` if its constants are no places. */
  #in<T>({ parameters, constants }: Callback, what: Written, work: () => T): T | undefined {
    const { places } = this.writer;
    return this.writer.scoped(() => {
      for (const name of parameters) places.bindings.set(name, what);
      for (const { name, value } of constants) {
        const place = places.find(value);
        if (place === undefined) return undefined;
        places.bindings.set(name, place);
      }
      return work();
    });
  }
}

/** `...(test && { … })` */
const spreadIf = (test: Doc, object: Doc, members: readonly Entry[]): Entry => ({
  name: undefined,
  doc: code`...(${test} && ${object})`,
  kind: "json",
  ...shape(members),
});

/** What is known of members that are spread. */
const shape = (members: readonly Entry[]): Pick<Entry, "names" | "isOptional"> => ({
  names: namesOf(members),
  isOptional: members.some(({ isOptional }) => isOptional),
});

/** `undefined` if these may be any. */
function namesOf(entries: readonly Entry[]): readonly string[] | undefined {
  const names = entries.map(({ name, names }) => (name === undefined ? names : [name]));
  return names.every((each) => each !== undefined) ? names.flat() : undefined;
}

const mayBeNothing = (value: Written): boolean => !isPrimitive(value) && value.isSet !== true;

/** Tells whether a member that is nothing may hide one before it, which flows keep. */
function hides(entry: Entry, index: number, all: readonly Entry[]): boolean {
  if (!entry.isOptional) return false;
  const before = namesOf(all.slice(0, index));
  const own = namesOf([entry]);
  if (index === 0) return false;
  return before === undefined || own === undefined || own.some((name) => before.includes(name));
}

const isName = (name: string): boolean => name !== "*" && isPlainName(name, true);

/** The functions that join objects of parts. */
const joins: ReadonlySet<string> = new Set(["object", "pairs", "omitMissing", "within"]);

export const isPairs = (node: ts.Node): boolean => calleeOf(node) === "pairs";

/** Tells whether each way of an expression makes an object. */
export function makesObject(expression: ts.Expression | undefined): boolean {
  const ts = typescript();
  if (expression === undefined) return false;
  const node = bare(expression);
  if (ts.isObjectLiteralExpression(node) || isNamed(node, "none")) return true;
  if (ts.isConditionalExpression(node)) return makesObject(node.whenTrue) && makesObject(node.whenFalse);
  if (calleeOf(node) !== "within") return joins.has(calleeOf(node) ?? "");
  return argumentsOf(node)
    .slice(1)
    .every((each) => makesObject(callbackOf(each)?.body));
}

/** Tells whether an object has only members that are left out where there is nothing. */
function isOptional(node: ts.Expression): boolean {
  const ts = typescript();
  const body = calleeOf(node) === "omitMissing" ? callbackOf(argumentsOf(node)[2])?.body : undefined;
  if (isPairs(node)) return true;
  if (body === undefined || !ts.isObjectLiteralExpression(body)) return false;
  return body.properties.every(
    (each) => ts.isPropertyAssignment(each) && ts.isPropertyAccessExpression(each.initializer),
  );
}
