import { counted } from "../../../base/counted.js";
import { spend } from "../../../base/work.js";
import { type Found, Selection } from "../../../data/model/values.js";
import { first } from "../../../data/xpath/node-path.js";
import type { Context } from "../../../request/context.js";
import { alert } from "../../../request/flow-errors.js";

/** `has-class()`: whether the attribute `class` of the first node lists the name, whatever the case. */
export const hasClass = counted({ units: 8, call: 5 }, ($: Context, name: string, nodes: Found): boolean => {
  if (!/^[^ \t\r\n\f]+$/.test(name)) {
    alert($, "has-class", `${JSON.stringify(name.slice(0, 100))} is not one class name.`);
    return false;
  }
  const item = first(nodes);
  const element = item instanceof Selection ? item.nodes()[0] : undefined;
  const value = element?.attributes.find((one) => one.name === "class")?.toText() ?? "";
  spend((element?.attributes.length ?? 0) + value.length / 8);
  return value
    .toLowerCase()
    .split(/[ \t\r\n\f]+/)
    .includes(name.toLowerCase());
});
