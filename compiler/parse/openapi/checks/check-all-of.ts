import type { Reporter } from "../../../diagnostics/reporter.js";
import type { Span } from "../../../source/source-text.js";
import type { Dialect } from "../../../syntax/contract.js";
import { typeNames } from "../../schema/keywords.js";
import { isNullable } from "../../schema/schema.js";
import type { ValueJudge } from "../../schema/value-judge.js";
import type { Located } from "../../yaml/references.js";
import { sketchOf } from "../../yaml/sketch.js";
import { limitPairs } from "./check-schema.js";

/** More parts are not looked at. */
const maxParts = 30;

/** A schema that is true of all values of another one: that one itself, or what `allOf` and references lead to. */
interface Part {
  readonly schema: Located;
  /** The reference that leads to it, if it is not written here. */
  readonly reference: Span | undefined;
}

/** Finds parts of a schema that contradict each other, so that no value, or no value with some member, is valid. */
export function checkAllOf(schema: Located, dialect: Dialect, judge: ValueJudge, reporter: Reporter): void {
  if (!schema.ownMembers.has("allOf")) return;
  const parts: Part[] = [];
  gather(schema, undefined, dialect, parts);
  checkTypes(parts, reporter);
  checkLimits(parts, reporter);
  checkMembers(parts, reporter);
  for (const part of parts.slice(1)) checkEnum(part, schema, judge, reporter);
}

function gather(located: Located, reference: Span | undefined, dialect: Dialect, parts: Part[]): void {
  const own = dialect === "draft-04" ? located.target : located;
  if (own === undefined || parts.length >= maxParts || parts.some(({ schema }) => schema.value === own.value))
    return;
  const isElsewhere = reference ?? (located.reference === undefined ? undefined : located.span);
  parts.push({ schema: own, reference: own === located ? reference : isElsewhere });
  const target = own.reference === undefined ? undefined : own.follow(own.reference);
  if (target !== undefined) gather(target, isElsewhere, dialect, parts);
  for (const item of own.ownMembers.get("allOf")?.items ?? [])
    gather(item, own === located ? reference : isElsewhere, dialect, parts);
}

/** The place of a keyword, or of the reference that leads to it. */
const placeOf = ({ schema, reference }: Part, key: string): Span =>
  reference ?? schema.ownMembers.get(key)?.span ?? schema.span;

/** One of two parts that is written here, where this can be told; the second one of such. */
const written = (first: Part, second: Part): Part =>
  second.reference !== undefined && first.reference === undefined ? first : second;

function checkTypes(parts: readonly Part[], reporter: Reporter): void {
  const typed = parts.flatMap((part) => {
    const types = typesOf(part.schema);
    return types === undefined ? [] : [{ part, types }];
  });
  for (const [index, { part, types }] of typed.entries()) {
    const other = typed.slice(0, index).find((one) => !one.types.some((type) => types.includes(type)));
    if (other === undefined) continue;
    const place = written(other.part, part);
    const [here, there] = place === part ? ([types, other.types] as const) : ([other.types, types] as const);
    const shown = (list: readonly string[]) =>
      list.filter((type) => type !== "integer" || !list.includes("number"));
    reporter.report(placeOf(place, "type"), "typesExclude", { types: shown(here), others: shown(there) });
    return;
  }
}

/** The types of a schema, `integer` beside `number`; `undefined` if it names none, or others. */
function typesOf(schema: Located): readonly string[] | undefined {
  const type = schema.ownMembers.get("type");
  const names = type && (type.list ?? [type]).map(({ string = "" }) => string);
  if (names === undefined || !names.every((name) => typeNames.has(name))) return undefined;
  return [
    ...names,
    ...(names.includes("number") ? ["integer"] : []),
    ...(isNullable(schema) ? ["null"] : []),
  ];
}

function checkLimits(parts: readonly Part[], reporter: Reporter): void {
  for (const [least, most] of limitPairs) {
    const limit = (part: Part, key: string) => part.schema.ownMembers.get(key)?.number;
    for (const low of parts)
      for (const high of parts) {
        const [from, to] = [limit(low, least), limit(high, most)];
        if (low === high || from === undefined || to === undefined || from <= to) continue;
        const place = written(high, low);
        reporter.report(placeOf(place, place === low ? least : most), "schemaLimits", {
          ...{ least: `${least} ${from}`, most: `${most} ${to}` },
        });
        return;
      }
  }
}

function checkMembers(parts: readonly Part[], reporter: Reporter): void {
  for (const closed of parts) {
    const { ownMembers: members } = closed.schema;
    if (members.get("additionalProperties")?.boolean !== false || members.has("patternProperties")) continue;
    const listed = members.get("properties")?.ownMembers;
    for (const part of parts) {
      if (part === closed) continue;
      const { ownMembers: others } = part.schema;
      const named = [
        ...(others.get("required")?.items ?? []).map(({ string, span }) => ({ member: string, span })),
        ...(others.get("properties")?.entries ?? []).map(({ key, keySpan }) => ({
          member: key,
          span: keySpan,
        })),
      ];
      const found = named.find(({ member }) => member !== undefined && listed?.has(member) !== true);
      if (found?.member === undefined) continue;
      reporter.report(part.reference ?? found.span, "memberExcluded", { member: found.member });
      return;
    }
  }
}

/** Reports values that a part lists, and the other parts refuse, all of them. */
function checkEnum(part: Part, schema: Located, judge: ValueJudge, reporter: Reporter): void {
  const values = part.schema.ownMembers.get("enum")?.items ?? [];
  if (values.length === 0 || values.length > 100) return;
  let last: ReturnType<ValueJudge["refusals"]>[number] | undefined;
  for (const value of values) {
    last = judge.refusals(schema, sketchOf(value)).find(({ isSometimes }) => isSometimes !== true);
    if (last === undefined) return;
  }
  if (last !== undefined)
    reporter.report(placeOf(part, "enum"), "exampleRefused", { what: "enum", problem: last.problem });
}
