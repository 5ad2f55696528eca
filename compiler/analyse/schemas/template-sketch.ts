import type { MemberSketch, Sketch } from "../../syntax/json-sketch.js";
import {
  allItems,
  allMembers,
  contentsOf,
  isNamed,
  type JsonMember,
  type JsonNode,
} from "../../syntax/json-template.js";
import { type JsonType, jsonTypes } from "../../syntax/schema.js";
import type { TemplateExpression } from "../../syntax/template.js";

/** The JSON types that an expression of a template can yield. `null` does not count for what may be missing. */
export type TypesOf = (expression: TemplateExpression) => ReadonlySet<JsonType>;

/** The known form of the JSON that a template makes. */
export function templateSketch(json: JsonNode, typesOf: TypesOf): Sketch {
  const { span } = json;
  switch (json.kind) {
    case "constant":
      return { kind: "constant", span, value: json.value };
    case "expression":
      return { kind: "some", span, types: typesOf(json.value) };
    case "dot":
      return { kind: "some", span, types: jsonTypes };
    case "object":
      return {
        kind: "object",
        span,
        members: json.members.flatMap((member) => membersOf(member, typesOf)),
        isOpen: !allMembers(json.members).every(isNamed),
        unsure: unsureNames(json.members),
      };
    case "array":
      return {
        kind: "array",
        span,
        items: allItems(json.items).map((item) => templateSketch(item, typesOf)),
        isWhole: json.items.every(({ kind }) => kind === "item"),
      };
    default:
      return {
        kind: "either",
        span,
        values: contentsOf(json).map((content) => templateSketch(content, typesOf)),
      };
  }
}

/** The members that a part of an object can make. */
function membersOf(member: JsonMember, typesOf: TypesOf): readonly MemberSketch[] {
  switch (member.kind) {
    case "member": {
      const { name, span } = member;
      const value = templateSketch(member.value, typesOf);
      return typeof name === "string" ? [{ name, span, value, isConditional: false }] : [];
    }
    case "producer":
      return member.value.operands.length === 1 ? pairsOf(member.value, typesOf) : [];
    default:
      return contentsOf(member)
        .flat()
        .flatMap((inner) => membersOf(inner, typesOf))
        .map((inner) => ({ ...inner, isConditional: true }));
  }
}

/** The names of members that some ways through an object leave out. */
function unsureNames(members: readonly JsonMember[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  const unsure = new Set<string>();
  for (const member of members) {
    const always = namesAlwaysIn(member);
    for (const name of namesIn(member)) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      if (!always.has(name)) unsure.add(name);
    }
  }
  // Of several blocks that make a member, the conditions may exclude each other.
  return new Set([...unsure].filter((name) => counts.get(name) === 1));
}

function namesIn(member: JsonMember): ReadonlySet<string> {
  return new Set(
    allMembers([member])
      .filter(isNamed)
      .map(({ name }) => name),
  );
}

/** The names that a part of an object makes on all ways. A loop, or a `with` without `else`, counts as run. */
function namesAlwaysIn(member: JsonMember): ReadonlySet<string> {
  if (member.kind !== "block") return namesIn(member);
  const contents = contentsOf(member);
  const ways =
    member.command.use === "condition" ? contents : contents.filter((content) => content.length > 0);
  const [first, ...others] = ways.map((content) => {
    const unsure = unsureNames(content);
    const names = content.flatMap((inner) => [...namesIn(inner)]);
    return new Set(names.filter((name) => !unsure.has(name)));
  });
  return new Set([...(first ?? [])].filter((name) => others.every((names) => names.has(name))));
}

/** `{{: id | name }}` makes a member of each node that it finds. */
function pairsOf({ operands }: TemplateExpression, typesOf: TypesOf): readonly MemberSketch[] {
  const pending = [...operands];
  const members: MemberSketch[] = [];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.kind === "binary" && next.operator === "|") pending.push(next.left, next.right);
    if (next.kind !== "path") continue;
    const last = next.steps.at(-1);
    if (last?.axis !== "child" || last.test.kind !== "name") continue;
    const types = typesOf({ span: next.span, operands: [next] });
    const value = { kind: "some", span: next.span, types } as const;
    members.push({ name: last.test.name, span: last.span, value, isConditional: false });
  }
  return members;
}
