import type { Span } from "../../source/source-text.js";
import {
  allMembers,
  alternatives,
  isNamed,
  type JsonMember,
  type JsonNode,
  type ObjectNode,
} from "../../syntax/json-template.js";
import type { TemplateFacts } from "../../syntax/template-facts.js";
import type { FunctionCall } from "../../syntax/xpath.js";

/** The object that an action's body is, where that is known; anything else is reported or left to run time. */
export function objectOf(facts: TemplateFacts): ObjectNode | undefined {
  if (facts.kind !== "json") return undefined;
  const { content } = facts.scope;
  return content.kind === "object" ? content : undefined;
}

type NamedMember = Extract<JsonMember, { kind: "member" }>;

export const named = (object: ObjectNode, name: string): NamedMember | undefined =>
  object.members.find((member): member is NamedMember => member.kind === "member" && member.name === name);

/** All values that an object may have by a name, those under conditions included. */
export const allNamed = (members: readonly JsonMember[], name: string): readonly JsonNode[] =>
  allMembers(members).flatMap((member) =>
    member.kind === "member" && member.name === name ? [member.value] : [],
  );

/** The members that an object may have by a constant name, those under conditions and in loops included. */
export const possibleMembers = (
  members: readonly JsonMember[],
): readonly (NamedMember & { readonly name: string })[] => allMembers(members).filter(isNamed);

/** The values that members of an object may have, whatever their names. */
export const allValues = (members: readonly JsonMember[]): readonly JsonNode[] =>
  allMembers(members).flatMap((member) => (member.kind === "member" ? [member.value] : []));

/** A value of which the flow says what it is, though parts of it may be computed. */
export type WrittenValue = Extract<JsonNode, { kind: "constant" | "object" | "array" }>;

/** The values that are written where a value is expected: one, or several under conditions. */
export const writtenValues = (value: JsonNode): readonly WrittenValue[] =>
  alternatives(value).filter((one): one is WrittenValue => one.kind !== "expression" && one.kind !== "dot");

/** The calls that compute a value, or one of its alternatives. */
export const callsIn = (value: JsonNode): readonly FunctionCall[] =>
  alternatives(value)
    .flatMap((one) => (one.kind === "expression" ? one.value.operands : []))
    .filter((operand) => operand.kind === "call");

/** The possible values of the body of an action, where that is written: one, or several under conditions. */
export const writtenContents = (facts: TemplateFacts): readonly WrittenValue[] =>
  "scope" in facts && facts.scope !== undefined ? writtenValues(facts.scope.content) : [];

/** Tells whether all members of an object are there by name. */
export const isComplete = (object: ObjectNode): boolean => object.members.every(isNamed);

/** A string that a request is configured with. */
export type Setting =
  | { readonly kind: "absent" }
  | { readonly kind: "constant"; readonly value: string; readonly span: Span }
  | { readonly kind: "computed" };

/** As the action reads its configuration, `null` and the empty string count as absent. */
export function settingOf(config: ObjectNode, name: string): Setting {
  const member = named(config, name);
  const others = config.members.filter((other) => other !== member);
  if (mayHave(others, name)) return { kind: "computed" };
  if (member === undefined) return { kind: "absent" };
  const { value } = member;
  if (value.kind !== "constant") return { kind: "computed" };
  if (value.value === null || value.value === "") return { kind: "absent" };
  return typeof value.value === "string"
    ? { kind: "constant", value: value.value, span: value.span }
    : { kind: "computed" };
}

/** Tells whether members under a condition, or with a computed name, can have a name. */
export function mayHave(members: readonly JsonMember[], name: string): boolean {
  return allMembers(members).some((member) => !isNamed(member) || member.name === name);
}

/** The ID of a request, which is `ownId` if nothing else is configured; `undefined` if it is computed. */
export function requestId(config: ObjectNode, ownId: string): string | undefined {
  const id = settingOf(config, "id");
  if (id.kind === "absent") return ownId;
  return id.kind === "constant" ? id.value : undefined;
}
