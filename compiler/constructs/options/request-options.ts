import type { OptionWith } from "../../../runtime/upstream/options/all.js";
import { type OptionName, optionRows } from "../../../runtime/upstream/options/all.js";
import { cacheRows, guardRows, type OptionRow, socketRows } from "../../../runtime/upstream/options/rows.js";
import type { ObjectNode } from "../../syntax/json-template.js";
import { named, type Setting, settingOf } from "../action-parts/settings.js";
import type { Shape } from "../bodies/shape.js";
import { shapeOf } from "./values.js";

/** An option of upstream requests: its row, which the runtime has, and what follows from it. */
export interface RequestOption extends OptionRow {
  readonly name: string;
  readonly shape: Shape;
  /** The facility of the runtime that it needs. */
  readonly facility: "sockets" | "guard" | "cache" | undefined;
}

interface NamedRow extends OptionRow {
  readonly needs?: readonly OptionName[];
  readonly idleWithout?: readonly OptionName[];
}

/** Its type holds `needs` and the like to names that there are. */
const rows: Readonly<Record<OptionName, NamedRow>> = optionRows;

export const requestOptions: readonly RequestOption[] = Object.entries(rows).map(([name, row]) => ({
  ...row,
  name,
  shape: shapeOf(row.value),
  facility: facilityFor(name),
}));

function facilityFor(name: string): RequestOption["facility"] {
  if (Object.hasOwn(socketRows, name)) return "sockets";
  if (Object.hasOwn(guardRows, name)) return "guard";
  return Object.hasOwn(cacheRows, name) ? "cache" : undefined;
}

export const definitionOption: OptionWith<"definition"> = "definition";

/** The name of the API description that a request is held to. */
export function definitionName(config: ObjectNode): Setting {
  const options = named(config, "options")?.value;
  return options?.kind === "object" ? settingOf(options, definitionOption) : { kind: "absent" };
}
