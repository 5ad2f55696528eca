/** The variables that exist before any flow sets one (specification, "Predefined variables"). */
export const predefinedVariables: ReadonlySet<string> = new Set([
  "body",
  "env",
  "request",
  "server",
  "upstream",
  "error",
]);

/** Those of them that are no data yet: a member is made when it is read. */
export const variablesMadeWhenRead: ReadonlySet<string> = new Set([
  "env",
  "request",
  "server",
  "upstream",
  "error",
]);
