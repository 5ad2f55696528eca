import { pushAll } from "../../../runtime/base/push-all.js";
import type { JsonArray, JsonObject, JsonValue } from "../../../runtime/data/model/values.js";
import { functions } from "../../constructs/functions/index.js";
import type { OperationContract, ValidationMode } from "../../syntax/contract.js";
import type { ApiDescription } from "../../syntax/openapi.js";
import { walkExpression } from "../../syntax/visit-expression.js";
import { type Expression, isComparison } from "../../syntax/xpath.js";

/**
 * The values that validation restricts in at least one operation: by their paths in `$request` and `$body`,
 * and by the names of members of objects.
 */
export function validatedValues(api: ApiDescription): {
  readonly paths: ReadonlySet<string>;
  readonly members: ReadonlySet<string>;
} {
  const contracts = api.paths
    .flatMap(({ contract, operations }) => [contract, ...operations.map((operation) => operation.contract)])
    .filter((contract) => contract !== undefined && refusingModes.has(contract.modes.request));
  const paths = new Set(
    contracts.flatMap((contract) => (contract === undefined ? [] : parametersOf(contract))),
  );
  const members = new Set<string>();
  if (contracts.length > 0)
    for (const { json } of [...api.schemas.definitions.values(), ...contracts.flatMap(bodySchemas)])
      addMembers(json, members);
  return { paths, members };
}

const refusingModes: ReadonlySet<ValidationMode> = new Set([true, "configured"]);

function parametersOf({ parameters }: OperationContract): readonly string[] {
  return parameters
    .filter(({ type, schema }) => type !== "string" || restricts(schema?.json))
    .map(
      ({ place, name }) => `request/${groupOfPlace[place]}/${place === "header" ? name.toLowerCase() : name}`,
    );
}

const groupOfPlace = {
  path: "params",
  query: "get",
  header: "headers",
  cookie: "cookies",
  formData: "post",
} as const;

function bodySchemas(contract: OperationContract | undefined) {
  return [contract?.body?.schema, ...(contract?.body?.content ?? []).map(({ schema }) => schema)].filter(
    (schema) => schema !== undefined,
  );
}

/** Adds the names of members, at any depth, whose schemas say more than that they are strings. */
function addMembers(schema: JsonValue | undefined, members: Set<string>): void {
  const reached = new Set<JsonValue | undefined>([schema]);
  for (const each of reached) {
    if (typeof each !== "object" || each === null) continue;
    const { properties } = each as JsonObject;
    if (typeof properties === "object" && properties !== null)
      for (const [name, member] of Object.entries(properties)) if (restricts(member)) members.add(name);
    for (const inner of Object.values(each as JsonObject | JsonArray)) reached.add(inner);
  }
}

/** Tells whether a schema restricts the text of a value, not only its length. A reference counts as a restriction. */
function restricts(schema: JsonValue | undefined): boolean {
  if (schema === undefined || schema === true) return false;
  if (typeof schema !== "object" || schema === null) return true;
  const { type, ...others } = schema as JsonObject;
  return (
    (type !== undefined && type !== "string") ||
    Object.keys(others).some((name) => restrictingKeywords.has(name))
  );
}

const restrictingKeywords: ReadonlySet<string> = new Set([
  "$ref",
  "allOf",
  "anyOf",
  "const",
  "enum",
  "format",
  "not",
  "oneOf",
  "pattern",
]);

/**
 * The operands of comparisons and of functions that test texts: flows use these to refuse what they do not
 * want.
 */
export function examinedValues(expressions: readonly Expression[]): readonly Expression[] {
  const examined: Expression[] = [];
  for (const expression of expressions) {
    walkExpression(expression, (inner) => {
      if (inner.kind === "call" && functions.get(inner.name)?.examines === true)
        pushAll(examined, inner.arguments);
      if (inner.kind === "binary" && isComparison(inner.operator)) {
        // A test whether a value is empty does not restrict it. A test whether something is left of it, after
        // other functions, does.
        if (isEmpty(inner.right) && isRead(inner.left)) return;
        if (isEmpty(inner.left) && isRead(inner.right)) return;
        examined.push(inner.left, inner.right);
      }
    });
  }
  return examined;
}

function isEmpty(expression: Expression): boolean {
  return expression.kind === "literal" && expression.value === "";
}

function isRead({ kind }: Expression): boolean {
  return kind === "variable" || kind === "path";
}
