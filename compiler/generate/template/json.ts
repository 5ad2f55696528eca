import { exactNumber } from "../../../runtime/data/json/long-integers.js";
import { isSelf } from "../../analyse/expressions/climbs.js";
import { contentClimbs, contentWaits } from "../../analyse/templates/content.js";
import {
  array,
  arrow,
  assigned,
  call,
  code,
  entry,
  literal,
  member,
  object,
  parenthesized,
  quote,
  wayBlock,
} from "../../code/code.js";
import { at, type Branch, type Doc, way } from "../../code/doc.js";
import { commands, definitionIn } from "../../constructs/commands/index.js";
import type { BlockHelper, JsonGenerator } from "../../language/command-definition.js";
import { changed } from "../../source/changed.js";
import type { JsonBlock, JsonItem, JsonMember, JsonNode, JsonScope } from "../../syntax/json-template.js";
import type { JsonContent } from "../../syntax/visit-json.js";
import type { Expression } from "../../syntax/xpath.js";
import { expressionCode } from "../xpath/conversions.js";
import { isMember } from "../xpath/direct-path.js";
import { CallbackFocus, type Scope } from "../xpath/scope.js";
import { type Callback, callWith } from "./callback.js";
import { booleanCode, contextCode, jsonCode, keyCode } from "./expression.js";
import { type NamedChildren, namedPairs, pairsCode } from "./pairs.js";
import { sharePaths } from "./shared-paths.js";
import { defineConstants, inCallback } from "./variables.js";

/** The JSON literal for a template, and the constants to be defined before it. */
export function jsonTemplate(
  template: JsonScope<JsonNode>,
  outer: Scope,
): { definitions: readonly Doc[]; value: Doc } {
  const shared = sharePaths({ content: template, item: "input", leastSaved: 2 }, outer);
  const { scope, definitions } = defineConstants(template.definitions, shared.scope);
  const value = node(template.content, scope);
  return { definitions: [...shared.definitions(), ...definitions], value };
}

/** The same for a template that defines no variables, where no constant can stand before it. */
export const jsonLiteral = (json: JsonNode, scope: Scope): Doc => node(json, scope);

function node(json: JsonNode, scope: Scope): Doc {
  return at(json.span, nodeCode(json, scope));
}

function nodeCode(json: JsonNode, scope: Scope): Doc {
  switch (json.kind) {
    case "constant":
      return typeof exactNumber(json.text) === "bigint"
        ? call(scope.use("exactNumber"), [quote(json.text)])
        : literal(json.value);
    case "expression":
      return jsonCode(json.value, scope).doc;
    case "dot":
      return call(scope.use("json"), [scope.focus.item()]);
    case "object":
      return json.members.length === 0 ? object([]) : membersCode(json.members, scope);
    case "array":
      return arrayCode(json.items, scope);
    case "block":
      return block(json, "value", node, scope);
    default:
      return json satisfies never;
  }
}

/**
 * An object literal; with members that are not named one by one, or have the same name, `object` puts it together
 * from its parts.
 */
function membersCode(members: readonly JsonMember[], scope: Scope): Doc {
  const shape = scope.focus instanceof CallbackFocus ? shapeOf(members) : undefined;
  if (shape !== undefined) return shapeCode(members, shape, scope);
  const parts: Doc[] = [];
  const names = new Set<string>();
  let entries: Doc[] = [];
  const endLiteral = () => {
    if (entries.length > 0) parts.push(object(entries));
    entries = [];
    names.clear();
  };
  for (const each of members) {
    if (each.kind === "member") {
      if (typeof each.name === "string") {
        if (names.has(each.name)) endLiteral();
        names.add(each.name);
      }
      entries.push(at(each.span, memberCode(each, scope)));
    } else {
      endLiteral();
      parts.push(at(each.span, partCode(each, scope)));
    }
  }
  endLiteral();
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : call(scope.use("object"), parts);
}

function memberCode(json: Extract<JsonMember, { kind: "member" }>, scope: Scope): Doc {
  if (typeof json.name === "string") return entry(json.name, node(json.value, scope));
  return code`[${keyCode(json.name, scope)}]:${assigned(node(json.value, scope))}`;
}

/** The pairs by name that are in an object, if these are all that a literal of it does not have. */
function shapeOf(members: readonly JsonMember[]) {
  const others = members.filter((each) => each.kind === "member");
  const producer = members.find(({ kind }) => kind === "producer");
  if (producer?.kind !== "producer" || others.length !== members.length - 1 || contentWaits(others))
    return undefined;
  const found = namedPairs(producer.value);
  if (found === undefined || found.names.includes("*") || !isContext(found.base)) return undefined;
  const names = [...found.names, ...others.map(({ name }) => name)];
  const isClear = names.every((name) => typeof name === "string" && isMember(name));
  return isClear && new Set(names).size === names.length ? found : undefined;
}

const isContext = (base: Expression): boolean => base.kind === "path" && base.start === "context";

/** The literal, as a function of the pairs in it. A loop makes its objects so far quicker than from parts. */
function shapeCode(members: readonly JsonMember[], { base, names }: NamedChildren, outer: Scope): Doc {
  const inner: Scope = changed(inCallback(outer), { names: outer.names.inner() });
  const optional = inner.names.fresh("optional");
  let all: Doc | undefined;
  if (isSelf(base)) {
    inner.members = (focus) => {
      if (focus !== outer.focus) return outer.members?.(focus);
      all ??= inner.names.fresh("all");
      return all;
    };
  }
  const entries = members.flatMap((each) =>
    each.kind === "member"
      ? [at(each.span, memberCode(each, inner))]
      : names.map((name) => at(each.span, entry(name, code`${optional}${member(name)}`))),
  );
  const parameters = all === undefined ? optional : code`${optional}, ${all}`;
  const { doc } = expressionCode(base, outer);
  return call(outer.use("omitMissing"), [doc, array(names.map(quote)), arrow(parameters, object(entries))]);
}

/** Any number of members, as an object of their own. */
function partCode(json: Exclude<JsonMember, { kind: "member" }>, scope: Scope): Doc {
  if (json.kind === "producer") return pairsCode(json.value, scope);
  const content = (members: readonly JsonMember[], inner: Scope) =>
    members.length === 0 ? inner.use("none") : membersCode(members, inner);
  return block(json, "members", content, scope);
}

function arrayCode(items: readonly JsonItem[], scope: Scope): Doc {
  const [only] = items;
  if (items.length === 1 && only !== undefined && only.kind !== "item")
    return at(only.span, partItems(only, scope));
  return array(items.map((each) => at(each.span, item(each, scope))));
}

function item(json: JsonItem, scope: Scope): Doc {
  if (json.kind === "item") return node(json.value, scope);
  const items = partItems(json, scope);
  return code`...${json.command.use === "condition" ? parenthesized(items) : items}`;
}

/** Any number of items, as an array of their own; of most loops, each round makes one value. */
function partItems(json: JsonBlock<readonly JsonItem[]>, scope: Scope): Doc {
  const [only, ...rest] = json.ways[0].scope.content;
  return json.command.repeats && only?.kind === "item" && rest.length === 0
    ? block(json, "value", (_, inner) => node(only.value, inner), scope)
    : block(json, "items", arrayCode, scope);
}

/** @param generate the content, where it stands */
function block<T extends JsonContent>(
  json: JsonBlock<T>,
  form: JsonGenerator<T>["form"],
  generate: (content: T, scope: Scope) => Doc,
  scope: Scope,
): Doc {
  return definitionIn(commands.blocks, json.command).json(json, {
    form,
    condition: (value) => booleanCode(value, scope).doc,
    content: (content) => generate(content, scope),
    call: (helper) => blockCall(helper, json, generate, scope),
  });
}

/** `helper(context, (item) => content, () => otherwise)` */
function blockCall<T extends JsonContent>(
  helper: BlockHelper,
  { span, command, ways, otherwise }: JsonBlock<T>,
  generate: (content: T, scope: Scope) => Doc,
  scope: Scope,
): Doc {
  const [{ value, scope: inner }] = ways;
  const context = contextCode(value, contentClimbs(inner), scope);
  const branch: Branch = { span, kind: command.name, hasOther: command.repeats };
  const content = callback(inner, generate, scope, command.repeats ? 1 : 2, branch);
  if (command.repeats) return callWith(helper, context, [content], scope);
  const other = arrow(code``, way(branch, generate(otherwise, inCallback(scope))));
  return callWith(helper, context, [content, { doc: other, waits: contentWaits(otherwise) }], scope);
}

/**
 * `(item) => content`, with a body where constants stand before the content.
 * @param leastSaved how many steps of paths are worth one
 */
function callback<T extends JsonContent>(
  content: JsonScope<T>,
  generate: (content: T, scope: Scope) => Doc,
  outer: Scope,
  leastSaved: number,
  branch: Branch,
): Callback {
  const names = outer.names.inner();
  const focus = new CallbackFocus(names, (item) => call(outer.use("documentRoot"), [item]));
  let all: Doc | undefined;
  const members: Scope["members"] = (at) => {
    if (at !== focus) return outer.members?.(at);
    if (shared.itemReaders < 3) return undefined;
    all ??= names.fresh("all");
    return all;
  };
  const shared = sharePaths(
    { content, item: "item", leastSaved },
    changed(inCallback(outer), { names, focus, members }),
  );
  const { scope, definitions: own } = defineConstants(content.definitions, shared.scope);
  const value = generate(content.content, scope);
  const definitions = [...shared.definitions(), ...own];
  if (all !== undefined)
    definitions.unshift(code`const ${all} = ${call(outer.use("members"), [focus.item()])};`);
  const doc =
    definitions.length === 0
      ? arrow(focus.parameters(), way(branch, value))
      : wayBlock(branch, focus.parameters(), [...definitions, code`return ${value};`]);
  return { doc, waits: contentWaits(content) };
}
