import { type OptionName, optionRows } from "../../../runtime/upstream/options/all.js";
import { cacheRows, type OptionRow, socketRows } from "../../../runtime/upstream/options/rows.js";
import type { JsonNode } from "../../syntax/json-template.js";
import { kindOf, mayBe } from "./values.js";

/** An option of upstream requests: its row, which the runtime has, and what follows from it. */
export interface RequestOption extends OptionRow {
  readonly name: string;
  /** What its value must be, in words: `true or false`. */
  readonly expected: string;
  /** The facility of the runtime that it needs. */
  readonly facility: "sockets" | "cache" | undefined;
  /** Whether a value may be one of the option at run time. */
  accepts(value: JsonNode): boolean;
}

/** Its type holds `needs` to names that there are. */
const rows: Readonly<Record<OptionName, OptionRow & { readonly needs?: readonly OptionName[] }>> = optionRows;

export const requestOptions: readonly RequestOption[] = Object.entries(rows).map(([name, row]) => {
  const kind = kindOf(row.value);
  return {
    ...row,
    name,
    expected: kind.expected,
    facility: facilityFor(name),
    accepts: (value) => mayBe(value, kind),
  };
});

function facilityFor(name: string): RequestOption["facility"] {
  if (Object.hasOwn(socketRows, name)) return "sockets";
  return Object.hasOwn(cacheRows, name) ? "cache" : undefined;
}
