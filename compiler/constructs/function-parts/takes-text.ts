import type { FunctionDefinition } from "../../language/function-definition.js";

/** Reports arguments that are numbers or booleans, of functions that take strings and node-sets only. */
export const takesText: NonNullable<FunctionDefinition["check"]> = (
  { name, arguments: args },
  { reporter, typeOf },
) => {
  for (const argument of args) {
    const found = typeOf(argument);
    if (found === "number" || found === "boolean")
      reporter.report(argument.span, "xpathNotText", { name, found });
  }
};
