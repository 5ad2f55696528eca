import { type Found, Selection } from "../../data-model/values.js";
import type { Context } from "../../flow/context.js";
import { alert } from "../../flow/errors.js";
import { first } from "../../xpath/node-path.js";

/** `has-class()`: whether the attribute `class` of the first node lists the name, whatever the case. */
export function hasClass($: Context, name: string, nodes: Found): boolean {
  if (!/^[^ \t\r\n\f]+$/.test(name)) {
    alert($, "has-class", `${JSON.stringify(name.slice(0, 100))} is not one class name.`);
    return false;
  }
  const item = first(nodes);
  const element = item instanceof Selection ? item.nodes()[0] : undefined;
  const value = element?.attributes.find((one) => one.name === "class")?.toText() ?? "";
  return value
    .toLowerCase()
    .split(/[ \t\r\n\f]+/)
    .includes(name.toLowerCase());
}
