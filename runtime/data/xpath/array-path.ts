import { spend } from "../../base/work.js";
import { nodesOf } from "../json/json-node.js";
import { NodeSet } from "../model/node-set.js";
import { type Found, isArray, type JsonValue } from "../model/values.js";
import { at, type Members, members, noMembers } from "./child-path.js";
import { child } from "./make-step.js";
import { select } from "./node-path.js";
import { itemAt } from "./predicate.js";
import type { MadeStep } from "./step.js";

export type Holds = (item: Members, position: number, last: number) => boolean;

/** The item of an array at a position, as in `lines/value[2]`; a negative one counts from the end. */
export function nth(list: Found, position: number): Found {
  return isArray(list) ? itemAt(list, position) : at(list, child("value", position));
}

/** What is read of each item of an array: `each(lines, (line) => line.price)` is `lines/value/price`. */
export function each(list: Found, read: (item: Members) => Found): Found {
  if (!isArray(list)) return read(members(at(list, "value")));
  spend(list.length);
  const found: JsonValue[] = [];
  for (let index = 0; index < list.length; index++) {
    const one = read(plainMembers(list[index]));
    if (one !== undefined) found.push(one as JsonValue);
  }
  if (found.length < 2) return found[0];
  return new NodeSet(found, true, () => nodesOf(read(members(select(list, "value")))));
}

/** The items of an array for which a predicate holds that asks for members alone: `lines/value[price > 5]`. */
export function where(list: Found, holds: Holds): Found {
  if (!isArray(list)) return at(list, stepWhere(holds));
  const last = list.length;
  spend(last);
  const kept: JsonValue[] = [];
  for (let index = 0; index < last; index++) {
    const item = list[index] as JsonValue;
    if (holds(plainMembers(item), index + 1, last)) kept.push(item);
  }
  if (kept.length < 2) return kept[0];
  return new NodeSet(kept, true, () => select(list, stepWhere(holds)).nodes());
}

function stepWhere(holds: Holds): MadeStep {
  return child("value", (item, position, last) => holds(members(item), position, last));
}

/** The members of plain JSON: what is no object has no property of a name that generated code reads. */
export function plainMembers(item: JsonValue | undefined): Members {
  return (item ?? noMembers) as Members;
}
