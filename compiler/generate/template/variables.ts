import { isPrimitive, type StaticType } from "../../analyse/types/static-type.js";
import { at, concat, type Doc, text } from "../../code/doc.js";
import type { Definition } from "../../syntax/json-template.js";
import { callbackVariables, type Scope } from "../scope.js";
import { valueCode } from "./expression.js";

/** The variables that a template or a block of it defines, as constants, and the scope that knows them. */
export function defineConstants(
  list: readonly Definition[],
  outer: Scope,
): { scope: Scope; definitions: Doc[] } {
  let scope = outer;
  const definitions = list.map((definition) => {
    const code = valueCode(definition.value, scope);
    const name = localName(definition.name, scope);
    scope = withLocal(scope, definition.name, name, code.type);
    return at(
      definition.span,
      concat([text(`const ${name}${annotation(code.type)} = `), code.doc, text(";")]),
    );
  });
  return { scope, definitions };
}

/** A constant of a literal's own type could not be compared with another literal. */
const annotation = (type: StaticType) => (isPrimitive(type) ? `: ${type}` : "");

/** `$name`, with what a JavaScript name cannot have replaced. */
export const localName = (name: string, scope: Scope): string =>
  scope.names.fresh(`$${name.replaceAll("-", "_")}`);

/** `declared` is the type that TypeScript knows of the constant or variable `name`. */
export const withLocal = (scope: Scope, variable: string, name: string, declared: StaticType): Scope => ({
  ...scope,
  variable(reference) {
    if (reference.name !== variable) return scope.variable(reference);
    const type = scope.variables(reference);
    return { doc: text(name), type, narrowing: type === declared ? "constant" : "none" };
  },
});

/** For code in a callback. */
export const inCallback = (scope: Scope): Scope => ({ ...scope, variable: callbackVariables(scope) });
