import type { Span } from "../../source/source-text.js";
import type { ObjectNode } from "../../syntax/json-template.js";
import { named } from "../action-parts/settings.js";

interface Use {
  readonly span: Span;
  readonly isCertain: boolean;
}

/** An option that is, or may be, on; undefined for one that is off. */
export function useOf(options: ObjectNode, name: string): Use | undefined {
  const member = named(options, name);
  if (member === undefined) return undefined;
  const { value, span } = member;
  if (value.kind !== "constant") return { span, isCertain: false };
  const isOn = typeof value.value === "string" ? value.value.trim() !== "0" : Number(value.value) > 0;
  return isOn ? { span, isCertain: true } : undefined;
}
