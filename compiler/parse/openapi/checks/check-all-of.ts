import type { Reporter } from "../../../diagnostics/reporter.js";
import type { Span } from "../../../source/source-text.js";
import type { NormalSchema } from "../../schema/normal-schema.js";
import type { ValueJudge } from "../../schema/value-judge.js";
import { sketchOf } from "../../yaml/sketch.js";
import { limitPairs } from "./check-schema.js";

/** More parts are not looked at. */
const maxParts = 30;

/** A schema that is true of all values of another one: that one itself, or what `allOf` and references lead to. */
interface Part {
  readonly schema: NormalSchema;
  /** The reference that leads to it, if it is not written here. */
  readonly reference: Span | undefined;
}

/** Finds parts of a schema that contradict each other, so that no value, or no value with some member, is valid. */
export function checkAllOf(schema: NormalSchema, judge: ValueJudge, reporter: Reporter): void {
  if (schema.allOf.length === 0) return;
  const parts: Part[] = [];
  gather(schema, undefined, parts);
  checkTypes(parts, reporter);
  checkLimits(parts, reporter);
  checkMembers(parts, reporter);
  for (const part of parts.slice(1)) checkEnum(part, schema, judge, reporter);
}

function gather(schema: NormalSchema, reference: Span | undefined, parts: Part[]): void {
  const own = schema.target(true);
  if (own === undefined || parts.length >= maxParts || parts.some((part) => part.schema === own)) return;
  const isElsewhere = reference ?? (schema.written.reference === undefined ? undefined : schema.span);
  const place = own === schema ? reference : isElsewhere;
  parts.push({ schema: own, reference: place });
  if (own.reference !== undefined) gather(own.reference, isElsewhere, parts);
  for (const part of own.allOf) gather(part, place, parts);
}

/** The place of a keyword, or of the reference that leads to it. */
const placeOf = ({ schema, reference }: Part, key: string): Span =>
  reference ?? schema.keywords.get(key)?.span ?? schema.span;

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
function typesOf({ types }: NormalSchema): readonly string[] | undefined {
  return types && [...types, ...(types.has("number") ? ["integer"] : [])];
}

function checkLimits(parts: readonly Part[], reporter: Reporter): void {
  for (const [least, most] of limitPairs) {
    const limit = (part: Part, key: string) => part.schema.number(key);
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
    if (!closed.schema.isClosed) continue;
    for (const part of parts) {
      if (part === closed) continue;
      const required = part.schema.required.map(({ string, span }) => ({ name: string, span }));
      const named = [...required, ...part.schema.memberKeys];
      const found = named.find(({ name }) => name !== undefined && !closed.schema.members.has(name));
      if (found?.name === undefined) continue;
      reporter.report(part.reference ?? found.span, "memberExcluded", { member: found.name });
      return;
    }
  }
}

/** Reports values that a part lists, and the other parts refuse, all of them. */
function checkEnum(part: Part, schema: NormalSchema, judge: ValueJudge, reporter: Reporter): void {
  const values = part.schema.keywords.get("enum")?.items ?? [];
  if (values.length === 0 || values.length > 100) return;
  let last: ReturnType<ValueJudge["refusals"]>[number] | undefined;
  for (const value of values) {
    last = judge.refusals(schema.written, sketchOf(value)).find(({ isSometimes }) => isSometimes !== true);
    if (last === undefined) return;
  }
  if (last !== undefined)
    reporter.report(placeOf(part, "enum"), "exampleRefused", { what: "enum", problem: last.problem });
}
