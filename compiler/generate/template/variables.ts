import { code } from "../../code/code.js";
import { at, type Doc, declared } from "../../code/doc.js";
import { changed } from "../../source/changed.js";
import type { Definition } from "../../syntax/json-template.js";
import type { StaticType } from "../../syntax/static-type.js";
import type { VariableReference } from "../../syntax/xpath.js";
import { callbackVariables, type Scope, type VariableCode } from "../xpath/scope.js";
import { valueCode } from "./expression.js";

/** The variables that a template or a block of it defines, as constants, and the scope that knows them. */
export function defineConstants(
  list: readonly Definition[],
  outer: Scope,
): { scope: Scope; definitions: Doc[] } {
  let scope = outer;
  const definitions = list.map((definition) => {
    const { doc, type } = valueCode(definition.value, scope);
    const name = localName(definition.name, scope);
    scope = withLocal(scope, definition.name, name, type);
    const variable = declared(definition.span, `$${definition.name}`, name);
    return at(definition.span, code`const ${variable}${annotation(type)} = ${doc};`);
  });
  return { scope, definitions };
}

/** A constant of a literal's own type could not be compared with another literal. */
function annotation(type: StaticType): Doc {
  switch (type) {
    case "string":
      return code`: string`;
    case "number":
      return code`: number`;
    case "boolean":
      return code`: boolean`;
    default:
      return code``;
  }
}

/** `$name`, with what a JavaScript name cannot have replaced. */
export const localName = (name: string, scope: Scope): Doc =>
  scope.names.fresh(`$${name.replaceAll("-", "_")}`);

/** `declared` is the type that TypeScript knows of the constant or variable `name`. */
export const withLocal = (scope: Scope, variable: string, name: Doc, declared: StaticType): Scope =>
  changed(scope, {
    variable(reference: VariableReference): VariableCode {
      if (reference.name !== variable) return scope.variable(reference);
      const type = scope.variables(reference);
      return { doc: name, type, narrowing: type === declared ? "constant" : "none" };
    },
  });

/** For code in a callback. */
export const inCallback = (scope: Scope): Scope => changed(scope, { variable: callbackVariables(scope) });
