import { nearest, misspelt as nearlyNamed } from "../../../runtime/base/nearest.js";
import { pushAll } from "../../../runtime/base/push-all.js";
import { isSlip } from "../../diagnostics/slips.js";
import type { MemberSketch, ObjectSketch, Refusal, Sketch } from "../../syntax/json-sketch.js";
import type { Located } from "../yaml/references.js";
import type { NormalSchema, Schemas } from "./normal-schema.js";
import type { Subtypes } from "./subtypes.js";
import {
  exactText,
  firstOf,
  isCertain,
  matches,
  mayBe,
  refusal,
  scalarRefusals,
  sometimes,
  valueRefusals,
} from "./value-refusals.js";

/** After this many steps in one value, the rest of it counts as valid. */
const maxSteps = 20_000;
const maxDepth = 60;

/** How a schema applies: to the value alone, beside others, or beside others in an `allOf`. */
type Use = "alone" | "beside" | "in allOf";

/**
 * Finds what a schema refuses of a value, also of one that is only known in part. Whatever it does not understand
 * allows everything, so a refusal is always right.
 */
export class ValueJudge {
  #steps = 0;
  /** Counts what is not known, of the value or of a keyword. Without one, a value that is not refused is valid. */
  #doubts = 0;

  constructor(private readonly schemas: Schemas) {}

  refusals(schema: Located, value: Sketch): readonly Refusal[] {
    this.#steps = 0;
    return this.#judge(this.schemas.of(schema), value, 0);
  }

  #judge(meant: NormalSchema, value: Sketch, depth: number, use: Use = "alone"): readonly Refusal[] {
    if (depth > maxDepth || ++this.#steps > maxSteps) return this.#doubt();
    if (value.kind === "either") {
      this.#doubt();
      const all = value.values.map((one) => this.#judge(meant, one, depth + 1, use));
      return all.every(isCertain) ? all.flat() : all.flat().map(sometimes);
    }
    const isInherited = use === "in allOf";
    const schema = meant.target(isInherited);
    if (schema === undefined || schema.isDynamic || value.kind === "some") this.#doubt();
    if (schema === undefined || schema.constant === true) return [];
    if (schema.constant === false) return [refusal(firstOf(value.span), { kind: "nothing" })];
    const ofReference = this.#referred(schema, value, depth, isInherited && schema === meant);
    const { types } = schema;
    if (types !== undefined && ![...types].some((type) => mayBe(value, type)))
      return [...ofReference, refusal(value.span, { kind: "type", types: [...types] })];
    const found = [
      ...ofReference,
      ...valueRefusals(schema, value, () => this.#doubt()),
      ...scalarRefusals(schema, value, () => this.#doubt()),
      ...this.#array(schema, value, depth),
      ...this.#object(schema, value, depth),
      ...this.#composed(schema, value, depth),
    ];
    const isNew = ({ span }: Refusal) => !found.some((other) => other.span === span);
    return use === "alone" ? [...found, ...misspelt(schema, value).filter(isNew)] : found;
  }

  /** Notes that something is not known. Nothing is refused for it. */
  #doubt(): readonly Refusal[] {
    this.#doubts++;
    return [];
  }

  /** Tells whether a value is valid; `undefined` if that is not known. */
  #isValid(refusals: readonly Refusal[], doubtsBefore: number): boolean | undefined {
    const isSure = this.#doubts === doubtsBefore;
    // What is not known of a part need not matter for the whole.
    this.#doubts = doubtsBefore;
    if (isCertain(refusals)) return false;
    return isSure && refusals.length === 0 ? true : undefined;
  }

  #tried(schema: NormalSchema, value: Sketch, depth: number) {
    const before = this.#doubts;
    const refusals = this.#judge(schema, value, depth + 1, "beside");
    return { refusals, isValid: this.#isValid(refusals, before) };
  }

  #referred(schema: NormalSchema, value: Sketch, depth: number, isInherited: boolean): readonly Refusal[] {
    const heirs = isInherited ? undefined : schema.heirs;
    if (heirs !== undefined) return this.#chosen(heirs, value, depth);
    if (schema.written.reference === undefined) return [];
    return schema.reference === undefined
      ? this.#doubt()
      : this.#judge(schema.reference, value, depth + 1, "beside");
  }

  /** The refusals of the subtype that a member of the value names. */
  #chosen({ property, byTag }: Subtypes, value: Sketch, depth: number): readonly Refusal[] {
    if (value.kind === "some" || value.kind === "either") return this.#doubt();
    if (value.kind !== "object") return [refusal(value.span, { kind: "type", types: ["object"] })];
    const tag = value.members.find(({ name }) => name === property);
    if (tag === undefined)
      return value.isOpen
        ? this.#doubt()
        : [refusal(firstOf(value.span), { kind: "required", name: property, nearest: undefined })];
    if (tag.isConditional || tag.value.kind !== "constant") return this.#doubt();
    const { value: text, span } = tag.value;
    const subtype = typeof text === "string" ? byTag.get(text) : undefined;
    if (subtype !== undefined) return this.#judge(this.schemas.of(subtype), value, depth + 1, "beside");
    const tags = [...byTag.keys()];
    return [
      refusal(span, {
        kind: "enum",
        values: tags.map((one) => JSON.stringify(one)),
        nearest: nearest(String(text), tags),
      }),
    ];
  }

  #array(schema: NormalSchema, value: Sketch, depth: number): readonly Refusal[] {
    if (value.kind !== "array") return [];
    const { items: all, isWhole } = value;
    const { firstItems, items: others } = schema;
    // Where a template repeats items, nobody knows which is which.
    if (!isWhole) this.#doubt();
    const ofItems = all.flatMap((item, index) => {
      if (!isWhole && firstItems.length > 0) return [];
      const own = firstItems[index] ?? others;
      return own === undefined ? [] : this.#judge(own, item, depth + 1);
    });
    if (!isWhole) return ofItems.map(sometimes);
    return [
      ...countRefusals(schema, value, all.length, "Items"),
      ...ofItems,
      ...this.#items(schema, value, depth),
    ];
  }

  /** Refusals of all items together. */
  #items(schema: NormalSchema, value: Extract<Sketch, { kind: "array" }>, depth: number): readonly Refusal[] {
    const refusals: Refusal[] = [];
    const place = firstOf(value.span);
    if (schema.hasUniqueItems) {
      const texts = value.items.map(exactText).filter((text) => text !== undefined);
      if (new Set(texts).size < texts.length) refusals.push(refusal(place, { kind: "repeated" }));
      else if (texts.length < value.items.length) this.#doubt();
    }
    if (schema.hasUnevaluatedItems) this.#doubt();
    const { contained } = schema;
    if (contained === undefined) return refusals;
    const found = value.items.map((item) => this.#tried(contained.schema, item, depth).isValid);
    const certain = found.filter((isValid) => isValid === true).length;
    const possible = found.filter((isValid) => isValid !== false).length;
    if (possible < contained.least)
      refusals.push(
        refusal(
          place,
          contained.least === 1
            ? { kind: "lacking" }
            : { kind: "limit", keyword: "minContains", limit: contained.least },
        ),
      );
    else if (certain > contained.most)
      refusals.push(refusal(place, { kind: "limit", keyword: "maxContains", limit: contained.most }));
    else if (certain < possible) this.#doubt();
    return refusals;
  }

  #object(schema: NormalSchema, value: Sketch, depth: number): readonly Refusal[] {
    if (value.kind !== "object") return [];
    const names = new Set(value.members.map(({ name }) => name));
    const isWhole =
      !value.isOpen && value.unsure.size === 0 && !value.members.some((one) => one.isConditional);
    if (!isWhole) this.#doubt();
    const missing = missingRefusals(schema, value, names);
    const refusals = [...missing];
    if (isWhole) pushAll(refusals, countRefusals(schema, value, names.size, "Properties"));
    const listed = schema.unevaluatedMembers?.constant === false ? schema.listedNames : undefined;
    if (schema.unevaluatedMembers !== undefined) this.#doubt();
    for (const member of value.members) {
      const found = [...this.#member(schema, member, depth)];
      const isClosed = schema.isClosed && isUnlisted(schema, member.name);
      const isStray = listed !== undefined && !listed.has(member.name);
      if ((isClosed || isStray) && !missing.some(({ span }) => span === member.span)) {
        const free = [...(listed ?? schema.members.keys())].filter((one) => !names.has(one));
        found.push(unknown(member, nearest(member.name, free)));
      }
      pushAll(refusals, member.isConditional ? found.map(sometimes) : found);
    }
    return [...refusals, ...this.#dependents(schema, value, names, depth)];
  }

  /** What is refused of a member: of its name, and of its value. */
  #member(schema: NormalSchema, { name, span, value }: MemberSketch, depth: number): readonly Refusal[] {
    const { memberNames, otherMembers } = schema;
    const own = schema.members.get(name);
    const patterns = schema.patternMembers.map(
      ([pattern, inner]) => [matches(pattern, name), inner] as const,
    );
    const matching = patterns.filter(([isMatch]) => isMatch === true).map(([, inner]) => inner);
    const isUnknown = patterns.some(([isMatch]) => isMatch === undefined);
    if (isUnknown) this.#doubt();
    const isOther = own === undefined && matching.length === 0 && !isUnknown;
    const schemas = isOther ? [otherMembers] : [own, ...matching];
    const nameIsRefused =
      memberNames !== undefined &&
      isCertain(this.#judge(memberNames, { kind: "constant", span, value: name }, depth + 1, "beside"));
    // Of an object that allows no others, the caller says more.
    const isTold = isOther && schema.isClosed;
    const ofValue = schemas.flatMap((inner) =>
      inner === undefined || isTold
        ? []
        : isOther && inner.constant === false
          ? [unknown({ name, span }, undefined)]
          : this.#judge(inner, value, depth + 1),
    );
    return nameIsRefused ? [refusal(span, { kind: "name", name }), ...ofValue] : ofValue;
  }

  /** What must be there, or be otherwise, because some member is there. */
  #dependents(
    schema: NormalSchema,
    value: ObjectSketch,
    names: ReadonlySet<string>,
    depth: number,
  ): readonly Refusal[] {
    return schema.dependents.flatMap(({ name, required, schema: inner }) => {
      const member = value.members.find((one) => one.name === name);
      if (member === undefined || member.isConditional) return [];
      const missing = value.isOpen ? [] : required.filter((one) => !names.has(one));
      return [
        ...missing.map((one) =>
          refusal(firstOf(value.span), { kind: "required", name: one, nearest: undefined }),
        ),
        ...(inner === undefined ? [] : this.#judge(inner, value, depth + 1, "beside")),
      ];
    });
  }

  #composed(schema: NormalSchema, value: Sketch, depth: number): readonly Refusal[] {
    const { choice, not } = schema;
    const refusals = schema.allOf.flatMap((part) => this.#judge(part, value, depth + 1, "in allOf"));
    if (not !== undefined) {
      const { isValid } = this.#tried(not, value, depth);
      if (isValid === true) refusals.push(refusal(firstOf(value.span), { kind: "excluded" }));
      else if (isValid === undefined) this.#doubt();
    }
    pushAll(refusals, this.#condition(schema, value, depth));
    if (choice !== undefined) return [...refusals, ...this.#chosen(choice, value, depth)];
    if (schema.tag !== undefined) {
      this.#doubt();
      return refusals;
    }
    pushAll(refusals, this.#alternatives(schema.anyOf, value, depth));
    return [...refusals, ...this.#alternatives(schema.oneOf, value, depth, true)];
  }

  #condition({ condition }: NormalSchema, value: Sketch, depth: number): readonly Refusal[] {
    if (condition === undefined) return [];
    const { isValid } = this.#tried(condition.test, value, depth);
    if (isValid === undefined) return this.#doubt();
    const branch = isValid ? condition.passed : condition.failed;
    return branch === undefined ? [] : this.#judge(branch, value, depth + 1, "beside");
  }

  #alternatives(
    schemas: readonly NormalSchema[],
    value: Sketch,
    depth: number,
    isOne = false,
  ): readonly Refusal[] {
    if (schemas.length === 0) return [];
    const all = schemas.map((schema) => this.#tried(schema, value, depth));
    const place = firstOf(value.span);
    const valid = all.filter(({ isValid }) => isValid === true).length;
    if (isOne && valid > 1) return [refusal(place, { kind: "several" })];
    // Each way through a template may match another alternative.
    if (!all.every(({ isValid }) => isValid === false)) {
      const isSure = isOne ? all.every(({ isValid }) => isValid !== undefined) : valid > 0;
      return isSure ? [] : this.#doubt();
    }
    // Alternatives of another type are not what is meant.
    const near = all.filter(({ refusals }) =>
      refusals.every(({ span, problem }) => span !== value.span || problem.kind !== "type"),
    );
    const [only, ...others] = near;
    return only !== undefined && others.length === 0
      ? only.refusals
      : [refusal(place, { kind: "alternatives" })];
  }
}

const isUnlisted = (schema: NormalSchema, name: string): boolean => !schema.members.has(name);

const unknown = ({ name, span }: Pick<MemberSketch, "name" | "span">, meant: string | undefined): Refusal =>
  refusal(span, { kind: "unknown", name, nearest: meant });

/** Too few or too many items or members. */
function countRefusals(
  schema: NormalSchema,
  { span }: Sketch,
  count: number,
  of: "Items" | "Properties",
): readonly Refusal[] {
  return ["min", "max"].flatMap((end) => {
    const keyword = `${end}${of}`;
    const limit = schema.number(keyword);
    const isWithin = limit === undefined || (end === "min" ? count >= limit : count <= limit);
    return isWithin ? [] : [refusal(firstOf(span), { kind: "limit", keyword, limit })];
  });
}

function missingRefusals(
  { required, members }: NormalSchema,
  value: ObjectSketch,
  names: ReadonlySet<string>,
): readonly Refusal[] {
  if (value.isOpen) return [];
  const others = [...names].filter((name) => !members.has(name));
  return required.flatMap(({ string: name }) => {
    if (name === undefined || (names.has(name) && !value.unsure.has(name))) return [];
    // A request or a response has to do without it.
    if (members.get(name)?.isOfOneDirection === true) return [];
    const made = value.members.find((member) => member.name === name);
    if (made !== undefined) return [sometimes(refusal(made.span, { kind: "unsure", name }))];
    const meant = nearest(name, others);
    const place = value.members.find((member) => member.name === meant)?.span ?? firstOf(value.span);
    return [refusal(place, { kind: "required", name, nearest: meant })];
  });
}

function misspelt(schema: NormalSchema, value: Sketch): readonly Refusal[] {
  if (value.kind !== "object" || schema.unevaluatedMembers !== undefined) return [];
  const listed = schema.listedNames;
  if (listed === undefined) return [];
  const names = new Set(value.members.map(({ name }) => name));
  const free = [...listed].filter((name) => !names.has(name));
  return value.members.flatMap(({ name, span }) => {
    const meant = listed.has(name) ? undefined : free.find((one) => isMisspelt(name, one));
    return meant === undefined ? [] : [refusal(span, { kind: "misspelt", name, nearest: meant })];
  });
}

/** True of a name that is another one with a slip. `line1` beside `line2` is on purpose. */
function isMisspelt(name: string, other: string): boolean {
  const letters = (text: string) => text.replace(/\d+/g, "");
  return (
    isSlip(name, other) || (nearlyNamed(name, [other]) !== undefined && letters(name) !== letters(other))
  );
}
